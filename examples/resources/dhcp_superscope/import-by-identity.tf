import {
  to = dhcp_superscope.campus
  identity = {
    id = "Campus"
  }
}
