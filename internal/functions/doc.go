// Package functions holds the provider's functions, one a file: thin over the packages
// that do the work.
package functions
