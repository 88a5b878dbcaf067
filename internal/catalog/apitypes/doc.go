// Package apitypes holds the test that decodes every document of the catalog vectors
// strictly into the Go types of its API. It is a module of its own, so that the
// provider does not depend on these APIs; run it with
//
//	cd internal/catalog/apitypes && go test ./...
package apitypes
