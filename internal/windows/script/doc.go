// Package script holds the one PowerShell script that runs on a Windows server, the
// bootstrap that starts it, and the frame in which programs travel there and answers back.
//
// Nothing of a program ever becomes script text: the command line and the script are
// constants, and every value travels as data. The script is plain Windows PowerShell 5.1
// without Add-Type, reflection or Invoke-Expression, so that virus scanners of domain
// controllers, which many DHCP servers are, have nothing to object to.
package script
