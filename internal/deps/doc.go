// Package deps holds nothing.
package deps
