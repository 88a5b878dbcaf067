resource "dhcp_multicast_scope" "video" {
  name           = "Video"
  description    = "Cameras of the campus"
  start_range    = "239.1.0.0"
  end_range      = "239.1.3.255"
  ttl            = 16
  lease_duration = "12h"

  exclusions = [
    { start_address = "239.1.0.0", end_address = "239.1.0.15" },
  ]
}
