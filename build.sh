#!/usr/bin/env bash
# Builds, serves and tests Rowkey. Needs Go and Node; installs the rest itself.
#
#   ./build.sh             build the site into site/dist
#   ./build.sh serve       build what is new, then open the site and the local endpoint; saved pages load again
#   ./build.sh test        what one runs before a commit
#   ./build.sh test deep   everything: before a release, and before something is called done
#   ./build.sh test PATH   what belongs to a file or folder: engine/table, site/app/share, site/e2e/labs.test.mjs
#   ./build.sh release     the site as a zip, and programs with the site inside for six systems, in site/.cache/release
#   ./build.sh bench       benchmarks, native and in the browser
#   ./build.sh clean       remove what was built or installed here
#
# BASE=https://example.org/rowkey/ ./build.sh   also write sitemap.xml, whose addresses are absolute
# LESSONS=../cafe ./build.sh serve              also the lessons of a folder of your own, see site/README.md
set -euo pipefail
cd "$(dirname "$0")"

dist=site/dist
built=site/.cache/built                   # written by every finished build: its form, and the BASE and LESSONS it had
export SKIPPED=$PWD/site/.cache/skipped   # a line for each test that the last run skipped, with its reason
failed=                                   # the stages of tests that failed

say() { printf '\n== %s\n' "$*"; }
die() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }
in_site() { npm run --silent --prefix site "$@"; }
stage() { "$@" || failed+=" $*;"; }   # so that one run tells all that is wrong

# tools says which tool is missing before anything else fails, and installs what the lock file names.
tools() {
  command -v go >/dev/null || die "Go is missing: install Go 1.26 or newer from https://go.dev/dl/"
  command -v node >/dev/null || die "Node is missing: install Node 20 or newer from https://nodejs.org/"
  [ site/node_modules/.package-lock.json -nt site/package-lock.json ] || npm ci --prefix site --no-audit --no-fund
}

# fresh is true when nothing is newer than the last build of this form: no input, and no page that -only or -watch wrote.
fresh() {
  [ -e "$dist/index.html" ] && [ "$(cat "$built" 2>/dev/null)" = "$1 ${BASE:-} ${LESSONS:-}" ] &&
    [ -z "$(find go.mod go.sum engine wasm site content tutorials ${LESSONS:+"$LESSONS"} -name node_modules -prune \
      -o -path site/.cache -prune -o -newer "$built" -print -quit)" ]
}

# build writes the site: "whole", or "fast" without the compressed forms, which take most of the time and serve hosts.
build() {
  local form=${1:-whole}
  tools
  if fresh whole || fresh "$form"; then say "the site is up to date: $dist"; return; fi
  say "build" && go build -o site/.cache/site ./site
  site/.cache/site -fast="$([ "$form" = fast ] && echo true || echo false)" -out "$dist" -base "${BASE:-}" \
    -lessons "${LESSONS:-}"
  printf '%s' "$form ${BASE:-} ${LESSONS:-}" >"$built"
}

serve() {
  build fast
  go build -o site/.cache/site ./site
  site/.cache/site -watch -out "$dist" -base "${BASE:-}" -lessons "${LESSONS:-}" &
  trap "kill $!" EXIT
  say "serve (stop with Ctrl+C)"
  go run ./serve -reload "$@"
}

release() { build && go run ./serve/release -dist "$dist" -out site/.cache/release "$@"; }

bench() {
  build
  go test -run '^$' -bench . -benchmem ./engine/... ./serve/...
  in_site bench
  npm ci --prefix site/bench --no-audit --no-fund
  for what in browser azurite workbench scale log; do npm run --silent --prefix site/bench "$what"; done
}

# go_test is go test that tells what the processors worked, see site/tools/budget.json, and notes what is skipped.
go_test() { node site/tools/go-test.mjs -vet=off -timeout 30m "$@"; }

# race runs the tests of files *concurrent_test.go with the race detector. Those of serve take long to compile: deep has them.
race() {
  local names files=$(find engine site/parallel -name '*concurrent_test.go')
  names=$(sed -nE 's/^func (Test[A-Za-z0-9]+)\(.*/\1/p' $files | paste -sd '|' -)
  TIER=none go_test -race -short -run "^($names)\$" $(dirname $files | sort -u | sed 's,^,./,')
}

browser_tests() {
  node site/e2e/chrome.mjs 2>/dev/null || site/tools/debian.sh chromium-headless-shell
  in_site e2e -- "$@"
}

# checked builds the site, and checks the source meanwhile: the build often waits for itself.
checked() {
  tools
  (in_site check && in_site test) >site/.cache/front.log 2>&1 & local front=$!
  build "$1"
  wait "$front" || die "the front end: $(cat site/.cache/front.log)"
  tail -n 8 site/.cache/front.log
  [ -z "$(go list -f '{{.Dir}}' ./... | xargs gofmt -l | tee /dev/stderr)" ] || die "these files are not formatted with gofmt"
}

test_default() {
  checked fast
  say "Go tests, then those that start goroutines with the race detector, then the browser"
  stage go_test -short ./tutorials ./site ./... # the longest first
  stage race
  stage browser_tests
}

test_deep() {
  checked whole
  go vet ./... # with all that we import, whose processes alone take a minute of a new machine
  go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...
  GOOS=js GOARCH=wasm go vet -tags=workbench,watch ./wasm ./engine/...
  site/.cache/site -out site/.cache/again -base "${BASE:-}" >/dev/null
  diff -r "$dist" site/.cache/again || die "two builds of the same tree differ"
  npm ci --prefix site/bench --no-audit --no-fund
  site/tools/debian.sh firefox-esr webkit2gtk-driver xvfb rclone && site/tools/debian.sh --python azure-cli python3-markdown
  say "Go tests, then the shorter ones with the race detector, those of the engine under WebAssembly, then the browser"
  TIER=deep stage go_test ./tutorials ./engine/sample ./site ./... # the longest first
  TIER=none stage go_test -race -short ./site ./engine/... ./serve/... ./site/...
  TIER=none GOOS=js GOARCH=wasm stage go_test -tags=workbench,watch -exec="$(go env GOROOT)/lib/wasm/go_js_wasm_exec" -short ./engine/...
  stage browser_tests --deep
}

# test_path runs all tests of a file or folder, the deep ones too: those of Go, of the front end, and in a browser.
test_path() {
  local folder=${1%/}; [ -d "$1" ] || folder=$(dirname "$1")
  build fast
  case $folder in
    site | site/app* | site/tools*) in_site check && in_site test -- "$folder" ;;
    tutorials/*) TIER=none go_test ./tutorials -run "TestStepsDoWhatTheySay/$folder" ;;
    *) [ -z "$(find "$folder" -name '*_test.go' -print -quit)" ] || TIER=none go_test "./$folder/..." ;;
  esac
  browser_tests --of "${1%/}"
}

# tests runs a tier and says every 15 seconds how long it has taken, for some stages are silent.
tests() {
  case ${1:-} in "") set -- test_default ;; deep) set -- test_deep ;; *) set -- test_path "$1" ;; esac
  [ "$1" != test_path ] || [ -e "$2" ] || die "there is no $2: ./build.sh test takes \"deep\", or a file or folder of the project"
  node -e 'let s = 0; setInterval(() => console.log("...     %d s", (s += 15)), 15_000)' & trap "kill $!" EXIT
  mkdir -p site/.cache && rm -f "$SKIPPED"
  GOGC=300 "$@" # compilers take a sixth less of the processors when they collect garbage later
  [ -z "$failed" ] || die "failed:$failed"
  say "all checks passed; $(node site/tools/go-test.mjs --summary "$SKIPPED")"
}

verb=${1:-build}; shift $(($# > 0))
case $verb in
  build | serve | release | bench) "$verb" "$@" ;;
  test) tests "$@" ;;
  clean) rm -rf "$dist" site/.cache site/node_modules ;;
  *) die "unknown verb \"$verb\": build, serve, test, release, bench or clean" ;;
esac
