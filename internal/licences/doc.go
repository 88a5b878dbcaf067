// Package licences keeps docs/licences.md, the list of the modules in the provider's
// binary with the licence of each, true: its test reads the modules' licence files.
package licences
