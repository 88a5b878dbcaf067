package windows

import (
	"net/netip"
	"slices"

	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// planReservationAdd makes a reservation. Its texts are always given: the record of a
// lease that it takes over would lend it its own.
func planReservationAdd(r Reservation) cmdlet.Call {
	return cmdlet.Call{Cmdlet: "Add-DhcpServerv4Reservation", Args: cmdlet.Args{
		"ScopeId": addr(r.Scope), "IPAddress": addr(r.Address), "ClientId": cmdlet.Text(r.ClientID.String()),
		"Name": cmdlet.Text(r.Name), "Description": cmdlet.Text(r.Description), "Type": cmdlet.Text(string(r.Type)),
	}}
}

// planReservationUpdate changes what differs. The client id goes in a call of its own:
// the server removes the reservation and adds it anew.
func planReservationUpdate(current, desired Reservation) []cmdlet.Call {
	var calls []cmdlet.Call
	set := func(args cmdlet.Args) {
		if len(args) > 0 {
			args["IPAddress"] = addr(current.Address)
			calls = append(calls, cmdlet.Call{Cmdlet: "Set-DhcpServerv4Reservation", Args: args})
		}
	}
	if !slices.Equal(current.ClientID, desired.ClientID) {
		set(cmdlet.Args{"ClientId": cmdlet.Text(desired.ClientID.String())})
	}
	args := cmdlet.Args{}
	if current.Name != desired.Name {
		args["Name"] = cmdlet.Text(desired.Name)
	}
	if current.Description != desired.Description {
		args["Description"] = cmdlet.Text(desired.Description)
	}
	if current.Type != desired.Type {
		args["Type"] = cmdlet.Text(string(desired.Type))
	}
	set(args)
	return calls
}

// planReservationRemove removes a reservation by its address. It makes sure first that
// there is one, and still of the same client: at an address without a reservation the
// server would delete the plain lease.
func planReservationRemove(r Reservation) []cmdlet.Call {
	return []cmdlet.Call{
		reservationUnchanged(r),
		{Cmdlet: "Remove-DhcpServerv4Reservation", Args: cmdlet.Args{"IPAddress": addrList(r.Address)}},
	}
}

// reservationUnchanged ends a program unless the address is still reserved for the client.
func reservationUnchanged(r Reservation) cmdlet.Call {
	return cmdlet.Call{
		Cmdlet: "Get-DhcpServerv4Reservation", Args: cmdlet.Args{"IPAddress": addrList(r.Address)},
		Guard: cmdlet.Args{"ClientId": cmdlet.Text(r.ClientID.String())},
	}
}

// freeAddresses asks for addresses of a scope that nobody has. It holds none of them.
func freeAddresses(scope netip.Addr, number int, from, to netip.Addr) query {
	args := cmdlet.Args{"ScopeId": addr(scope), "NumAddress": cmdlet.Number(int64(number))}
	if from.IsValid() {
		args["StartAddress"] = addr(from)
	}
	if to.IsValid() {
		args["EndAddress"] = addr(to)
	}
	return ask(cmdlet.Call{Cmdlet: "Get-DhcpServerv4FreeIPAddress", Args: args, Take: []string{cmdlet.TextColumn}, Tolerate: []string{"DHCP 20126"}})
}
