package model

// Names of the vendor classes that a fresh server has.
const (
	classWindows2000 = "Microsoft Windows 2000 Options"
	classWindows98   = "Microsoft Windows 98 Options"
	classMicrosoft   = "Microsoft Options"
)

// class is a vendor or a user class.
type class struct {
	name, kind, description string // kind: Vendor, User
	data                    string // its bytes
	builtIn                 bool
}

// standardClasses returns the classes of a fresh server (MS-DHCPM 3.1.1.8).
func standardClasses() []*class {
	return []*class{
		{name: classWindows2000, kind: "Vendor", description: "Microsoft vendor-specific options for Windows 2000 and above Clients", data: "MSFT 5.0", builtIn: true},
		{name: classWindows98, kind: "Vendor", description: "Microsoft vendor-specific options for Windows 98 Clients", data: "MSFT 98", builtIn: true},
		{name: classMicrosoft, kind: "Vendor", description: "Microsoft vendor-specific options applicable to all Windows Clients", data: "MSFT", builtIn: true},
		{name: "Default Routing and Remote Access Class", kind: "User", description: "User class for remote access clients", data: "RRAS.Microsoft", builtIn: true},
		{name: "Default BOOTP Class", kind: "User", description: "User class for BOOTP Clients", data: "BOOTP.Microsoft", builtIn: true},
	}
}

// findClass returns a class by kind and name, nil when absent.
func (v *v4State) findClass(kind, name string) *class {
	for _, c := range v.classes {
		if c.kind == kind && c.name == name {
			return c
		}
	}
	return nil
}
