// Package catalog renders ServiceDefinitions, one YAML file per service, to the
// Kubernetes manifests that a GitOps controller applies, and sorts the services into
// waves by their dependencies. It does no I/O.
//
// The way of a definition is: text → value (package yaml11) → Definition, with its
// defaults → documents (one file per kind) → text → check of what Flux substitutes.
// The catalog as a whole adds what a service cannot know alone: who depends on it.
package catalog
