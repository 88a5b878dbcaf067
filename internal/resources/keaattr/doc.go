// Package keaattr holds the attributes that several Kea resources share: option data,
// address lists and the way from null, empty and unknown to the client's values and back.
package keaattr
