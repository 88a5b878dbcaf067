// Package kea is the client of a Kea DHCP server: it speaks the control protocol of
// the control agent and, from Kea 3.0 on, of the daemon's own socket, and offers the
// server's objects in domain words (Reservation, Subnet, Pool, Lease).
//
// A change goes one of two ways. Where the host and subnet command hooks are loaded,
// it is one command per object. Elsewhere the whole configuration is fetched, edited
// and set again; changes that arrive together are then put into one config-set,
// because Kea answers no client while it takes over a configuration.
//
// The package knows nothing of Terraform.
package kea
