#!/bin/sh
# Makes the documentation: generate.sh DIRECTORY TFPLUGINDOCS
#
# tfplugindocs takes only types that begin with the provider's name, so it runs once a
# family of types on that family's part of the schema. A page is named after its type
# without the provider's name, so those of the other family keep theirs: reservation.md is
# dhcp_reservation, kea_reservation.md is kea_reservation. Pages of docs/ that do not come
# from there (performance.md, reliability.md, schemas) are left as they are.
set -eu
out=$1
tfplugindocs=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for family in dhcp kea; do
	go run ./internal/schemajson -family "$family" >"$work/$family.json"
	templates=templates
	[ "$family" = dhcp ] || templates="$(realpath --relative-to=. "$work")/none"
	$tfplugindocs generate --provider-name "$family" --providers-schema "$work/$family.json" \
		--website-source-dir "$templates" --rendered-website-dir "$(realpath --relative-to=. "$work")/$family"
done
rm -f "$work/kea/index.md"
mkdir -p "$out"
for page in index.md guides resources data-sources functions actions list-resources ephemeral-resources; do
	rm -rf "${out:?}/$page"
	[ ! -e "$work/dhcp/$page" ] || cp -r "$work/dhcp/$page" "$out/"
done
for page in "$work"/kea/*/*.md; do
	[ -e "$page" ] || continue
	section=$(basename "$(dirname "$page")")
	mkdir -p "$out/$section"
	cp "$page" "$out/$section/kea_$(basename "$page")"
done
