package structure_test

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// levels is the import direction: a package may import what stands on a lower level, and not its
// neighbours.
var levels = map[string]int{
	"units": -1, "order": -1, "lists": -1,
	"apierr": 0, "hash": 0, "percent": 0, "multipart": 0, "utf16text": 0, "admission": 0, "clock": 0,
	"calendar": 0, "jsontext": 0, "message": 0, "byhand": 0, "evidence": 0, "golden": 0, "linear": 0, "spelling": 0,
	"store": 1, "edm": 1, "explain": 1, "sum": 1, "cipher": 1, "xmltext": 1, "template": 1,
	"odata": 2, "catalog": 2, "auth": 2, "sheet": 2, "recipe": 2, "datacentre": 2,
	"table": 3, "queue": 3, "blob": 3, "cluster": 3, "profile": 3,
	"trail": 3, "shape": 4, "costs": 5, "accesslog": 5,
	"plan/figure": 0, "plan/facts": 3, "plan/keys": 4, "plan/ask": 5, "plan/write": 6, "plan": 7,
	"rest": 8, "workload": 8, "advise": 8, "sample": 8, "propose": 8, "traffic": 8,
	"rest/odata": 9, "rest/storage": 9, "script": 9,
	"rest/protocols": 10, "verdict": 10, "load": 10, "client/helper": 10, "client/encryption": 10,
	"client": 11, "lint": 11,
	"": 12, "watch": 12,
	"lab":  13,
	"race": 14, "fault": 14,
	"control":   15,
	"structure": 0,
}

// forbidden is what would make the compressed wasm larger, reach out of the sandbox, or take away
// its determinism.
var forbidden = []string{"net", "net/http", "net/url", "os/exec", "regexp", "mime/multipart", "encoding/xml", "log",
	"log/slog",
	"html/template", "text/template", "math/rand", "math/rand/v2",
	"hash/crc64"}

// heavy is what our own packages leave out for its size; buntdb brings it along, but without its code.
var heavy = []string{"encoding/json"}

// alone names the packages that only one of ours may import.
var alone = map[string]string{"github.com/tidwall/buntdb": "rowkey/engine/store", "syscall/js": "rowkey/wasm"}

type listed struct {
	ImportPath string
	Standard   bool
	Imports    []string
	Deps       []string
}

// list asks Go about packages as they are built for a browser.
func list(t *testing.T, patterns ...string) []listed {
	t.Helper()
	return listFor(t, []string{"GOOS=js", "GOARCH=wasm"}, patterns...)
}

func listFor(t *testing.T, target []string, patterns ...string) []listed {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-tags=workbench,watch", "-deps",
		"-json=ImportPath,Standard,Imports,Deps"}, patterns...)...)
	cmd.Env = append(cmd.Environ(), target...)
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("go list is not available: %v", err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func TestPackagesImportOnlyWhatIsBelowThem(t *testing.T) {
	for _, p := range list(t, "rowkey/engine/...") {
		name, ours := strings.CutPrefix(p.ImportPath, "rowkey/engine")
		if !ours {
			continue
		}
		level, known := levels[strings.TrimPrefix(name, "/")]
		if !known {
			t.Errorf("%s has no level", p.ImportPath)
		}
		for _, i := range p.Imports {
			if !strings.HasPrefix(i, "rowkey/") {
				continue
			}
			below := strings.TrimPrefix(strings.TrimPrefix(i, "rowkey/engine"), "/")
			if l, known := levels[below]; !known || l >= level {
				t.Errorf("%s imports %s, which is not below it", p.ImportPath, i)
			}
		}
	}
}

// walls are packages that one does not import although they are below it: the language knows no wire, a
// load knows no request, a client reaches data through a handler alone, the front of the wire knows no
// service, a protocol those of its services alone, and control requests reach all that through a sandbox.
var walls = map[string][]string{
	"rest":         {"table", "queue", "blob", "catalog", "store", "odata", "cluster"},
	"rest/odata":   {"queue", "blob", "store", "cluster"},
	"rest/storage": {"table", "odata", "edm", "store", "cluster"},
	"control":      {"store", "queue", "blob", "rest/odata", "rest/storage"},
	"script":       {"rest", "auth", "cluster", "store", "table"},
	"load":         {"rest", "auth", "store", "table"},
	"client":       {"store", "table", "queue", "blob", "catalog"},
}

func TestPackagesStayBehindTheirWalls(t *testing.T) {
	found := 0
	for _, p := range list(t, "rowkey/engine/...") {
		name := strings.TrimPrefix(p.ImportPath, "rowkey/engine/")
		if walls[name] == nil {
			continue
		}
		found++
		for _, i := range p.Imports {
			if contains(walls[name], strings.TrimPrefix(i, "rowkey/engine/")) {
				t.Errorf("%s imports %s, which is behind its wall", p.ImportPath, i)
			}
		}
	}
	if found != len(walls) {
		t.Errorf("found %d of the %d packages that have walls", found, len(walls))
	}
}

// plain names the packages that are formulas and text alone, and what they import of the standard library at most.
var plain = map[string]string{
	"sheet": "cmp math slices sort strconv strings unicode unicode/utf8",
	"plan":  "math slices strconv strings",

	"plan/figure": "math slices strconv strings",
	"plan/facts":  "math slices",
	"plan/keys":   "math slices strconv strings unicode/utf8",
	"plan/ask":    "math slices strconv strings",
	"plan/write":  "math slices strconv",

	"profile": "cmp math math/bits slices strconv strings unicode/utf8",
	"propose": "cmp math slices strconv strings",

	"traffic":    "math strconv strings",
	"datacentre": "cmp math slices sort strconv strings time",
}

func TestFormulasNeedLittleOfTheStandardLibrary(t *testing.T) {
	found := 0
	for _, p := range list(t, "rowkey/engine/...") {
		allowed, ok := plain[strings.TrimPrefix(p.ImportPath, "rowkey/engine/")]
		if !ok {
			continue
		}
		found++
		for _, i := range p.Imports {
			if !strings.HasPrefix(i, "rowkey/") && !contains(strings.Fields(allowed), i) {
				t.Errorf("%s imports %s", p.ImportPath, i)
			}
		}
	}
	if found != len(plain) {
		t.Errorf("found %d of the %d plain packages", found, len(plain))
	}
}

// Only tests import what reads golden files and recordings.
func TestTheWasmHoldsNothingThatOnlyTestsNeed(t *testing.T) {
	for _, p := range list(t, "rowkey/wasm") {
		if p.ImportPath == "rowkey/engine/golden" || p.ImportPath == "rowkey/engine/evidence" ||
			p.ImportPath == "rowkey/engine/linear" {
			t.Errorf("the wasm depends on %s", p.ImportPath)
		}
	}
}

func TestTheEngineImportsNothingThatIsForbidden(t *testing.T) {
	for _, p := range list(t, "rowkey/wasm") {
		if contains(forbidden, p.ImportPath) || isCrypto(p.ImportPath) {
			t.Errorf("the wasm depends on %s", p.ImportPath)
		}
		for _, i := range p.Imports {
			if contains(heavy, i) && strings.HasPrefix(p.ImportPath, "rowkey/") {
				t.Errorf("%s imports %s", p.ImportPath, i)
			}
			owner := alone[i]
			if owner != "" && !p.Standard && !strings.HasPrefix(i, ownerOf(p.ImportPath)) && p.ImportPath != owner {
				t.Errorf("%s imports %s, which only %s may", p.ImportPath, i, owner)
			}
		}
	}
}

func isCrypto(path string) bool { return path == "crypto" || strings.HasPrefix(path, "crypto/") }

// What is computed by hand for a browser comes from the standard library everywhere else, and in one
// place each.
func TestOnlyTwoPackagesImportCryptography(t *testing.T) {
	want := map[string]string{
		"rowkey/engine/sum":    "crypto/hmac crypto/md5 crypto/sha256",
		"rowkey/engine/cipher": "crypto/aes crypto/cipher",
	}
	for _, p := range listFor(t, nil, "rowkey/engine/...") {
		var imports []string
		for _, i := range p.Imports {
			if isCrypto(i) {
				imports = append(imports, i)
			}
		}
		if got := strings.Join(imports, " "); strings.HasPrefix(p.ImportPath, "rowkey/") && got != want[p.ImportPath] {
			t.Errorf("%s imports %q, want %q", p.ImportPath, got, want[p.ImportPath])
		}
	}
}

func contains(list []string, s string) bool {
	for _, k := range list {
		if k == s {
			return true
		}
	}
	return false
}

// ownerOf returns the path of the repository that a package belongs to.
func ownerOf(path string) string {
	return strings.Join(strings.Split(path, "/")[:min(3, strings.Count(path, "/")+1)], "/")
}

func TestMarkdownKnowsNothingOfTheEngine(t *testing.T) {
	for _, p := range list(t, "rowkey/site/markdown") {
		if p.ImportPath == "rowkey/site/markdown" {
			for _, d := range p.Deps {
				if strings.HasPrefix(d, "rowkey/engine") {
					t.Errorf("site/markdown depends on %s", d)
				}
			}
		}
	}
}

// itself is what the engine has its own of, or does with less in a browser: a clock for each sandbox; package order,
// errors.AsType, strings.ReplaceAll, and a context that is asked for Err alone.
var itself = []string{"time.Now()", "time.Sleep(", "time.After(", "slices.Sort(", "slices.Sorted(", "slices.SortFunc(",
	"slices.SortStableFunc(",
	"sort.Slice(", "sort.Sort(", "errors.As(", "strings.NewReplacer(", "context.WithCancel("}

func TestTheEngineCallsNothingThatItHasItself(t *testing.T) {
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, call := range itself {
			if strings.Contains(string(text), call) {
				t.Errorf("%s calls %s", path, call)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestTestsWithManyGoroutinesAreWatched: ./build.sh test runs files whose names end in concurrent_test.go with the race
// detector, and no others.
func TestTestsWithManyGoroutinesAreWatched(t *testing.T) {
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "concurrent_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		if strings.Contains(string(text), "sync."+"WaitGroup") {
			t.Errorf("%s: move what starts several goroutines into a file whose name ends in concurrent_test.go", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
