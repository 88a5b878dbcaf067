# Subnet and range.
terraform import kea_pool.guests 192.0.2.0/24/192.0.2.200-192.0.2.239
