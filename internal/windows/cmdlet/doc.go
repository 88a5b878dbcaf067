// Package cmdlet describes calls of the cmdlets of the Windows module DhcpServer: typed
// values, the signatures of all 121 cmdlets, and what PowerShell's parameter binder makes
// of a call. It is pure: nothing here talks to a server.
package cmdlet
