#!/usr/bin/env bash
# Builds, serves and tests Rowkey. Needs Go and Node; installs the rest itself.
#
#   ./build.sh          build the site into site/dist
#   ./build.sh serve    build, then open the site and the local endpoint; saved texts and scripts are on screen at once
#   ./build.sh test     everything that is checked
#   ./build.sh release  the site as a zip, and programs with the site inside for six systems, in site/.cache/release
#   ./build.sh bench    benchmarks, native and in the browser
#   ./build.sh clean    remove what was built or installed here
#
# BASE=https://example.org/rowkey/ ./build.sh   also write sitemap.xml, whose addresses are absolute
set -euo pipefail
cd "$(dirname "$0")"

dist=site/dist
built=site/.cache/built            # written by every finished build: the BASE it had
skipped=$PWD/site/.cache/skipped   # a line for each test that the last run skipped, with its reason
staticcheck=honnef.co/go/tools/cmd/staticcheck@v0.8.2

say() { printf '\n== %s\n' "$*"; }
die() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }

# need_tools says which tool is missing before anything else fails.
need_tools() {
  command -v go >/dev/null || die "Go is missing: install Go 1.26 or newer from https://go.dev/dl/"
  command -v node >/dev/null || die "Node is missing: install Node 20 or newer from https://nodejs.org/"
}

# npm_packages installs what the lock file names, once.
npm_packages() {
  local done=site/node_modules/.package-lock.json
  [ -e "$done" ] && [ "$done" -nt site/package-lock.json ] && return
  say "npm packages"
  npm ci --prefix site --no-audit --no-fund
}

# chrome prints the path of a Chromium or Chrome; on Debian, as root, it installs one. The headless shell is first: it is
# the same engine without windows, and the tests take a fifth less time in it.
chrome() {
  local c
  for c in "${CHROME:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
    [ -n "$c" ] && command -v "$c" && return
  done
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "Chromium from Debian's packages" >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell; } >&2
    command -v chromium-headless-shell && return
  fi
  die "the browser tests need Chromium: install it, or name one with CHROME=/path/to/chrome"
}

# up_to_date is true when nothing is newer than the last build: no input, and no page that -only or -watch wrote.
up_to_date() {
  [ -e "$built" ] && [ -e "$dist/index.html" ] && [ "$(cat "$built")" = "${BASE:-}" ] || return 1
  [ -z "$(find go.mod go.sum engine wasm site content tutorials -name node_modules -prune \
    -o -path site/.cache -prune -o -newer "$built" -print -quit)" ]
}

build() {
  need_tools
  npm_packages
  up_to_date && { say "the site is up to date: $dist"; return; }
  say "build"
  go run ./site -out "$dist" -base "${BASE:-}"
  mkdir -p "$(dirname "$built")"
  printf '%s' "${BASE:-}" >"$built"
}

serve() {
  build
  say "serve (stop with Ctrl+C)"
  go build -o site/.cache/watch ./site
  site/.cache/watch -watch -out "$dist" -base "${BASE:-}" &
  trap "kill $!" EXIT
  go run ./serve -reload "$@"
}

# release makes what can be handed over: the same source and the same Go give the same bytes.
release() {
  build
  say "release"
  go run ./serve/release -dist "$dist" -out site/.cache/release "$@"
}

# as_engine runs Go for the browser, with the flags that the site's engine is compiled with: what is compiled is what readers
# have, and the build has compiled most of it before.
as_engine() { GOFLAGS="$(go run ./site -engine-flags) -tags=workbench" GOOS=js GOARCH=wasm "$@"; }

# vet_engine checks what is compiled for the browser alone. The engine is compiled from sources on one line each: what is
# wrong there is looked for again where lines have numbers.
vet_engine() { as_engine go vet "$@" 2>/dev/null || GOOS=js GOARCH=wasm go vet -tags=workbench "$@"; }

check_source() {
  say "format, vet, staticcheck"
  local files
  files=$(go list -f '{{.Dir}}' ./... | xargs gofmt -l)
  [ -z "$files" ] || die "not formatted with gofmt: $files"
  go vet ./...
  vet_engine $(as_engine go list -f '{{if .IgnoredGoFiles}}{{.ImportPath}}{{end}}' ./wasm ./engine/...) # the rest is the same everywhere
  go run "$staticcheck" ./...
  say "TypeScript, and the English of the texts"
  npm run --silent --prefix site check
  npm test --silent --prefix site
}

# check_twice proves that a build depends on its inputs alone. What compression makes of the same bytes is not tried
# again: the cache has it by their hash.
check_twice() {
  say "a second build is identical"
  local again=site/.cache/again
  rm -rf "$again"
  go run ./site -out "$again" -base "${BASE:-}" >/dev/null
  diff -r "$dist" "$again" || die "two builds of the same tree differ"
  rm -rf "$again"
}

# Tests that try many inputs and take long under wasm, and two that read the source. Other tests ask the same code there;
# these run natively.
native='TestThePlanPredictsRandomDesigns|TestSlicesAndOrderChangeNothing|TestRemovingAQuestionSeldomMakesTheFirstProposalWorse|'
native+='TestDominanceSeldomChangesTheFirstProposal|TestWhatIsRememberedChangesNoDesign|TestTheFirstProposalsAgreeWithASample|'
native+='TestNoProposalIsFarWorseThanTheFirst|TestAThousandRandomSheetsRoundTripInBothForms|'
native+='TestDrawnOrdersTellTheShareWithinItsInterval|TestDesignsAreProposedForASheet|TestFormatKeepsTheMeaningOfEveryScript|'
native+='TestTheEngineDoesWhatThePlanPredicts|FuzzVerify|TestEachRuleFires|TestEachAdviceCostsWhatItSays|TestSweepsCannotBeSeen|'
native+='TestTheMendedWorkflowsBreakInNoOrder|TestTheOutcomesAreThoseOfAllOrdersOneByOne|TestARunThatMovesTooMuchIsStopped|'
native+='TestReplayOfSignedTrafficAgrees|TestALargeFileIsCountedInAPartOfItsRows|'
native+='TestEveryCapabilityHasATestThatNamesIt|TestEachCodeIsUsed'

check_wasm() {
  say "the engine's tests under wasm"
  as_engine go test -vet=off -exec="$(go env GOROOT)/lib/wasm/go_js_wasm_exec" -short -skip "^($native)\$" ./engine/...
}

check_browser() {
  say "browser"
  CHROME="$(chrome | tail -n 1)" SKIPPED=$skipped npm run --silent --prefix site e2e
}

# concurrent prints those of the packages in which something is locked or starts a goroutine, in the code or its tests;
# "concurrent not" prints the others. The race detector has nothing to find in these: what they are given by several
# goroutines at once comes from packages that it does watch.
concurrent() {
  local not='' dir path
  [ "$1" = not ] && { not=1; shift; }
  go list -f '{{.Dir}} {{.ImportPath}}' "$@" | while read -r dir path; do
    if grep -qE '^[[:space:]]*go [a-zA-Z]|"sync(/atomic)?"' "$dir"/*.go; then
      [ "$not" ] || echo "$path"
    else
      [ -z "$not" ] || echo "$path"
    fi
  done
}

# Tests that ask one thing after another and take long. The race detector finds nothing in them and slows them down
# several times, so they run without it; a test that is not named here runs with it.
sequential='TestReplay.*RecordedTraffic|TestReplayOfSignedTrafficAgrees|TestALargeTableDoesNotSlowJudgingDown|'
sequential+='TestTransactionsOfAHundredReachTheTarget|TestTheSameLoadGivesTheSameBytes|TestSweepsCannotBeSeen|'
sequential+='TestARunThatMovesTooMuchIsStopped|TestAnAnswerWithoutEndStopsTheScript|TestLessonsRunWithTheirFixtures|'
sequential+='TestSearchAfterDamageReadsTheFileOnce|TestACopyGoesOnAfterBeingKilled|TestACopyToAFileGoesOnAfterBeingKilled|'
sequential+='TestACopyWithstandsFaults|TestEntitiesOfAMebibyteAreCopied|TestAnEstimateIsWhatACopyTakes|'
sequential+='TestDesignsAreProposedForASheet|TestEachRuleFires|TestInnocentScriptsAreLeftAlone|'
sequential+='TestARehearsalSaysWhatTheEarlyRulesSay|TestEachAdviceCostsWhatItSays|TestTheScriptsOfDesignsRun'

sequential_in=(./engine ./engine/client ./engine/rest ./engine/store ./serve ./serve/run) # the folders that have them

# tests_exist fails when a list names a test that none of the files has: renamed, it would run where it takes minutes,
# or not at all.
tests_exist() {
  local list=$1 name names
  shift
  IFS='|' read -ra names <<<"$list"
  for name in "${names[@]}"; do
    grep -qE "^func $name\(" "$@" || die "build.sh lists $name, and no test has this name where it looks"
  done
}

check_lists() {
  tests_exist "$native" $(find engine -name '*_test.go')
  tests_exist "$sequential" $(find "${sequential_in[@]}" -maxdepth 1 -name '*_test.go')
}

# go_test is go test, which also says what takes long and notes what is skipped. What go vet finds it has found before.
go_test() { SKIPPED=$skipped node site/tools/go-test.mjs -vet=off -timeout 15m "$@"; }

# tell_time says every 15 seconds, until the end, how long the tests have taken: some stages are silent for minutes.
tell_time() {
  node -e 'const begun = Date.now(); setInterval(() => console.log("...     %d s", Math.round((Date.now() - begun) / 1000)), 15_000);' &
  trap "kill $!" EXIT
}

# side_by_side runs two checks at once, so that one works while the other waits. What the second says comes last.
# The first has to end with the command that tells whether it failed.
side_by_side() {
  local second=site/.cache/second.log pid failed=
  "$2" >"$second" 2>&1 &
  pid=$!
  "$1" || failed=$1
  wait "$pid" || failed="${failed:+$failed, }$2"
  cat "$second"
  [ -z "$failed" ] || die "failed: $failed"
}

run_tests() {
  need_tools
  tell_time
  build
  rm -f "$skipped"
  check_lists
  check_source
  say "Go tests with the race detector"
  local watched=(./engine/... ./serve/... ./site/changes ./site/course ./site/parallel)
  go_test -race -skip "^($sequential)\$" $(concurrent "${watched[@]}")
  say "Go tests that do one thing after another, without it"
  go_test -run "^($sequential)\$" "${sequential_in[@]}"
  say "what does nothing at once, WebAssembly, pages and lessons" # what they run side by side is tested above
  go_test $(concurrent not "${watched[@]}") ./wasm/... $(go list ./site/... | grep -v -e /changes -e /course -e /parallel) ./content ./tutorials
  say "hostile clients without it, for it gives no memory back"
  go_test -count=1 -run 'Slow|Many|Giant|Malformed|Mangled' ./serve
  side_by_side check_wasm check_twice
  check_browser
  say "all checks passed; $(node site/tools/go-test.mjs --summary "$skipped")"
}

bench() {
  build
  say "native"
  go test -run '^$' -bench . -benchmem ./engine/... ./serve
  say "browser"
  CHROME="$(chrome | tail -n 1)" npm run --silent --prefix site bench
  say "beside sql.js in the browser, and beside Azurite over HTTP"
  npm ci --prefix site/bench --no-audit --no-fund
  CHROME="$(chrome | tail -n 1)" npm run --silent --prefix site/bench browser
  npm run --silent --prefix site/bench azurite
  say "the workbench, the laboratories and the data centre in the browser"
  CHROME="$(chrome | tail -n 1)" npm run --silent --prefix site/bench workbench
  CHROME="$(chrome | tail -n 1)" npm run --silent --prefix site/bench scale
}

clean() { rm -rf "$dist" site/.cache site/node_modules; }

verb=${1:-build}
[ $# -gt 0 ] && shift
case $verb in
  build) build ;;
  serve) serve "$@" ;;
  test) run_tests ;;
  release) release "$@" ;;
  bench) bench ;;
  clean) clean ;;
  *) die "unknown verb \"$verb\": build, serve, test, release, bench or clean" ;;
esac
