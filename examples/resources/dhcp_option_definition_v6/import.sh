# A definition is imported by its number, after the vendor class and a slash where it has one: Phones/1.
terraform import dhcp_option_definition_v6.controllers '52'
