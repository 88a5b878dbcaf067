# A superscope is imported by its name.
terraform import dhcp_superscope.campus Campus
