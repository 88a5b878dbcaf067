package windows

import (
	"github.com/dhcp-as-code/terraform-provider-dhcp/internal/windows/cmdlet"
)

// planReservationV6Add makes a reservation. Without a name the server gives it one.
func planReservationV6Add(r ReservationV6) cmdlet.Call {
	args := cmdlet.Args{
		"Prefix": addr(prefixV6Of(r.Address)), "IPAddress": addr(r.Address), "ClientDuid": cmdlet.Text(r.DUID.String()), "Iaid": cmdlet.Number(r.IAID),
		"Description": cmdlet.Text(r.Description),
	}
	if r.Name != "" {
		args["Name"] = cmdlet.Text(r.Name)
	}
	return cmdlet.Call{Cmdlet: "Add-DhcpServerv6Reservation", Args: args}
}

// planReservationV6Update changes what differs in one call.
func planReservationV6Update(current, desired ReservationV6) []cmdlet.Call {
	args := cmdlet.Args{}
	if !current.sameClient(desired) {
		args["ClientDuid"], args["Iaid"] = cmdlet.Text(desired.DUID.String()), cmdlet.Number(desired.IAID)
	}
	if current.Name != desired.Name {
		args["Name"] = cmdlet.Text(desired.Name)
	}
	if current.Description != desired.Description {
		args["Description"] = cmdlet.Text(desired.Description)
	}
	if len(args) == 0 {
		return nil
	}
	args["IPAddress"] = addr(current.Address)
	return []cmdlet.Call{reservationV6Unchanged(current), {Cmdlet: "Set-DhcpServerv6Reservation", Args: args}}
}

// planReservationV6Remove removes a reservation by its address: by prefix alone, Windows
// removes all.
func planReservationV6Remove(r ReservationV6) []cmdlet.Call {
	return []cmdlet.Call{
		reservationV6Unchanged(r),
		{Cmdlet: "Remove-DhcpServerv6Reservation", Args: cmdlet.Args{"IPAddress": addrList(r.Address)}},
	}
}

// reservationV6Unchanged ends a program unless the address is still reserved for the
// client. It looks at the IAID alone: in which spelling a server gives DUIDs is not known.
func reservationV6Unchanged(r ReservationV6) cmdlet.Call {
	return cmdlet.Call{
		Cmdlet: "Get-DhcpServerv6Reservation", Args: cmdlet.Args{"IPAddress": addrList(r.Address)},
		Guard: cmdlet.Args{"Iaid": cmdlet.Number(r.IAID)},
	}
}
