import {
  to = dhcp_multicast_scope.video
  id = "Video"
}
