// Package winrm runs commands on a Windows host over WinRM (MS-WSMV).
//
// A session is one TCP connection with one authentication context: NTLM, Kerberos and
// CredSSP authenticate the connection, not the request, so requests on it are strictly
// serial and a lost connection is never redialled in silence. A Pool keeps a few such
// sessions and runs commands on them.
//
// Every failure says which of three outcomes it left behind: the command never started,
// it finished, or nobody knows. Only what never started, and what only reads, is tried
// again.
//
// github.com/masterzen/winrm builds the messages, and this is the only package that
// imports it. Its command loop is not used: it reports success for truncated input,
// loses output and falls back to Basic in clear text. Replies are parsed here, because
// its parsers drop damaged base64 and take a missing exit code for 0.
package winrm
