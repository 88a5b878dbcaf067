// Package wrongconfig proves that mistakes in a configuration are found before anything is
// sent: a table of wrong configurations of every resource, each refused at the path of the
// attribute that is wrong, by a provider that could reach its server and does not.
package wrongconfig
