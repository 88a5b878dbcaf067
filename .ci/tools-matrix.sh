#!/usr/bin/env bash
# Builds OpenTofu and a newer Terraform from their Go modules into ./bin, for
# make testacc-matrix: .ci/tools-matrix.sh [tofu VERSION | terraform VERSION]...
#
# Neither can be installed by "go install", because their go.mod files have replace lines.
# Each is built from a module of our own that carries the same requirements. Terraform
# keeps its remote backends in modules that no proxy serves under a release's version:
# they are replaced by stubs, so the binary here knows the local backend only.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p bin
bin=$PWD/bin
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GOFLAGS=-mod=mod

wrapper() { # MODULE VERSION: a module that requires what MODULE requires
	local source
	source=$(go mod download -json "$1@$2" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
	mkdir -p "$work/$2" && cd "$work/$2"
	install -m 644 "$source/go.mod" "$source/go.sum" .
	sed -i 's#^module .*#module toolsmatrix#; /^tool (/,/^)/d; /^tool /d' go.mod
	go mod edit -require "$1@$2"
}

build_tofu() {
	wrapper github.com/opentofu/opentofu "$1"
	go build -p 2 -trimpath -ldflags "-s -w -X github.com/opentofu/opentofu/version.dev=no" -o "$bin/tofu-$1" github.com/opentofu/opentofu/cmd/tofu
}

build_terraform() {
	wrapper github.com/hashicorp/terraform "$1"
	local backend=github.com/hashicorp/terraform/internal/backend/remote-state name
	for name in azure consul cos gcs kubernetes oci oss pg s3; do
		mkdir -p "stubs/$name"
		printf 'module %s/%s\n\ngo 1.25\n' "$backend" "$name" >"stubs/$name/go.mod"
		printf '// Package %s stands in for a remote backend.\npackage %s\n\nimport "github.com/hashicorp/terraform/internal/backend"\n\n// New makes no backend.\nfunc New() backend.Backend { panic("this build has the local backend only") }\n' "$name" "$name" >"stubs/$name/stub.go"
		go mod edit -replace "$backend/$name=./stubs/$name"
	done
	mkdir -p stubs/legacy
	printf 'module github.com/hashicorp/terraform/internal/legacy\n\ngo 1.25\n' >stubs/legacy/go.mod
	go mod edit -replace github.com/hashicorp/terraform/internal/legacy=./stubs/legacy
	go build -p 2 -trimpath -ldflags "-s -w -X github.com/hashicorp/terraform/version.dev=no" -o "$bin/terraform-$1" github.com/hashicorp/terraform
}

[ $# -gt 0 ] || set -- tofu v1.11.0 terraform v1.14.0
while [ $# -gt 1 ]; do
	("build_$1" "$2") && echo "built bin/$1-$2" || echo "could not build $1 $2" >&2
	shift 2
done
