#!/usr/bin/env bash
# Gets packages of Debian where that can be done without asking. Elsewhere the tests say what is missing.
#
#   debian.sh PACKAGE…            installs packages, as root
#   debian.sh --python PACKAGE…   unpacks their modules, and those that they need, for site/.cache/debian/python3
cd "$(dirname "$0")/.."
command -v apt-get >/dev/null || exit 0
[ "$(id -u)" = 0 ] && apt-get update -qq

# modules unpacks what packages and all they need have for Python. Of azure-cli it takes what `az storage` imports: the
# rest manages what else Azure has, in 600 MB.
modules() {
  local to=.cache/debian deb
  [ "$(cat $to/packages 2>/dev/null)" = "$*" ] && return
  rm -rf $to && mkdir -p $to/debs/partial
  apt-get install -qq --download-only --no-install-recommends -o Debug::NoLocking=1 \
    -o Dir::Cache::archives="$PWD/$to/debs" "$@" >/dev/null || return 0
  for deb in $to/debs/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" |
      tar -x -C $to --strip-components=4 --wildcards './usr/lib/python3/dist-packages/*' \
        --exclude='*/azure/'{[!_cdmps],mgmt/{[!_cs],c[!o],co[!r],s[!t]},cli/command_modules/{[!_s],s[!t]}}'*' \
        2>/dev/null # a package without modules is an error for tar
  done
  rm -r $to/debs
  printf '#!/bin/sh\nPYTHONPATH="${0%%/*}/dist-packages" exec /usr/bin/python3 "$@"\n' >$to/python3
  chmod +x $to/python3
  echo "$*" >$to/packages
}

printf '\n== Debian packages: %s\n' "$*"
if [ "$1" = --python ]; then
  modules "${@:2}"
elif [ "$(id -u)" = 0 ]; then
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null || true
fi
