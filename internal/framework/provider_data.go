// Package framework is the project's kit on the Terraform plugin framework: custom
// types, validators, plan modifiers, the way from an error to a diagnostic, and the
// base of every resource and data source.
package framework
