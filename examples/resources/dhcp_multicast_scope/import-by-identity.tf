import {
  to = dhcp_multicast_scope.video
  identity = {
    id = "Video"
  }
}
