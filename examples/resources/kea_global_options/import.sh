# The service: every global option and time that is set.
terraform import kea_global_options.all 'dhcp4'
