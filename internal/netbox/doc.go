// Package netbox turns what NetBox knows about addresses into subnets, pools and
// reservations of Kea. It is pure: objects in, plain values out.
//
// It reads Kubernetes objects of the group dcops.microscaler.io/v1alpha1, kinds
// NetBoxPrefix, NetBoxIPRange and NetBoxIPAddress, and the objects that the Terraform
// provider netbox returns from its data sources netbox_prefixes, netbox_ip_ranges and
// netbox_ip_addresses.
package netbox
