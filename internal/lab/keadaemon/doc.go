// Package keadaemon starts real Kea daemons for tests: on loopback, with directories of
// their own, as an unprivileged user. Kea 2.2 comes from the machine's packages, 2.6 and
// 3.0 from chroots that prepare.sh builds once.
package keadaemon
