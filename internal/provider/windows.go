package provider

// windowsPrefix begins the environment variables of the windows block.
const windowsPrefix = "DHCP_WINDOWS_"

// windowsAuths are the values of windows.auth, the default first.
var windowsAuths = []string{"ntlm", "kerberos", "basic", "certificate"}
