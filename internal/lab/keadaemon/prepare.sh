#!/bin/bash
# Installs what the tests against real Kea daemons need and prints nothing when it is
# all there: Kea 2.2 and PostgreSQL from the packages of Debian 12, and one chroot each
# for Kea 2.6 (trixie) and 3.0 (forky). Needs root. The chroots are built once and kept
# in DHCP_TEST_KEA_CACHE, so that later runs cost nothing.
set -euo pipefail

cache=${DHCP_TEST_KEA_CACHE:-${HOME:-/root}/.cache/terraform-provider-dhcp}
# The mirror that this machine's own packages come from.
mirror=${DHCP_TEST_DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' | grep -v security | head -n 1)}
export DEBIAN_FRONTEND=noninteractive

if [ "$(id -u)" != 0 ]; then
	echo "prepare.sh: must run as root (debootstrap and apt-get need it)" >&2
	exit 1
fi

# host_packages installs the daemons that come from the machine's own packages. A service
# must not start by itself: policy-rc.d is put in place while apt-get runs.
host_packages() {
	local missing=() package
	for package in kea-dhcp4-server kea-dhcp6-server kea-ctrl-agent kea-admin postgresql postgresql-client debootstrap isc-dhcp-client iproute2; do
		dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
	done
	[ ${#missing[@]} -gt 0 ] || return 0
	local policy=/usr/sbin/policy-rc.d
	if [ ! -e "$policy" ]; then
		printf '#!/bin/sh\nexit 101\n' >"$policy"
		chmod 755 "$policy"
		trap 'rm -f /usr/sbin/policy-rc.d' EXIT
	fi
	apt-get update -q
	apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# chroot_for builds the chroot of one Debian suite, beside its place, and moves it there
# only when it is complete: a run that was broken off leaves nothing half done.
chroot_for() {
	local suite=$1 version=$2
	local target=$cache/kea-$version
	[ ! -e "$target/.complete" ] || return 0
	mkdir -p "$cache"
	local work=$target.partial
	rm -rf "$work" "$target"
	# Older debootstrap does not know the newest suite's name; sid's script serves all of them.
	debootstrap --variant=minbase "$suite" "$work" "$mirror" sid
	printf '#!/bin/sh\nexit 101\n' >"$work/usr/sbin/policy-rc.d"
	chmod 755 "$work/usr/sbin/policy-rc.d"
	cp /etc/resolv.conf "$work/etc/resolv.conf" 2>/dev/null || true
	# A maintainer script of 3.0 needs /proc; the private mount goes with the command.
	unshare --mount sh -c 'mount -t proc proc "$1/proc" && chroot "$1" apt-get install -q -y --no-install-recommends \
		kea-dhcp4-server kea-dhcp6-server kea-ctrl-agent kea-admin' sh "$work"
	chroot "$work" apt-get clean
	rm -rf "$work"/var/lib/apt/lists/*
	touch "$work/.complete"
	chmod 755 "$work"
	mv "$work" "$target"
}

exec 9>/var/lock/terraform-provider-dhcp-kea.lock
flock 9
host_packages
chroot_for trixie 2.6
chroot_for forky 3.0
