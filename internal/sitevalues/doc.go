// Package sitevalues reads layered YAML values files that declare Windows DHCP
// scopes: it finds the files, merges them as Helm does, validates the result and
// gives each cluster's scope in one canonical form. It is pure: it reads from an
// fs.FS and knows neither Terraform nor a DHCP server.
//
// # Layers
//
// Where the files stand is said by a list of patterns, the weakest layer first. A
// pattern is a path below the root of the tree. A segment of it may hold one named
// part in braces, which stands for one or more characters:
//
//	{site}/values.yaml
//	{site}/{mce}/values.yaml
//	{site}/{mce}/{cluster}.yaml
//
// The last pattern is the clusters' own: each file that it matches declares one
// cluster, whose key is the values of the named parts in their order, joined by a
// slash. The other patterns may use its parts only, and a layer that does not exist
// is left out. A file belongs to the first pattern that matches it, so that
// values.yaml above is no cluster. The ending .yaml in a pattern stands for .yml too.
//
// Names that start with a dot are hidden: such files and folders are never read.
// Every other YAML file that no pattern matches is reported as ignored.
package sitevalues
