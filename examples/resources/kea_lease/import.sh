# Service and address, or delegated prefix with its length (dhcp6/2001:db8:8000::/56).
terraform import kea_lease.camera 'dhcp4/192.0.2.150'
