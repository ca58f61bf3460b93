#!/usr/bin/env bash
# Installs packages of Debian where that can be done without asking: as root. Elsewhere the tests say what is missing.
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 0
printf '\n== Debian packages: %s\n' "$*"
apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null || true
