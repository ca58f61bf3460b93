#!/usr/bin/env bash
# go test -exec runs test binaries with this: at their end bash prints how long processors worked for itself and for them.
"$@"
code=$?
times
exit $code
