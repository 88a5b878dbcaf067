// Package acctest is the kit of the acceptance tests: provider factories, lab servers
// with the configuration that reaches them, and direct calls to the provider's protocol
// server, for what the terraform at hand is too old for or would be too slow for.
package acctest
