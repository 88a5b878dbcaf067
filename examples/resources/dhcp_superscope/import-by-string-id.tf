import {
  to = dhcp_superscope.campus
  id = "Campus"
}
