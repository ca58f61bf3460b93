package main

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"rowkey/site/markdown"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var parameter = regexp.MustCompile(`\{\w+\}`)

// echo returns texts that consist of their key and parameters: the golden files show which text
// stands where, and do not change with the wording. Every key comes from the real file.
func echo(t *testing.T) *Texts {
	t.Helper()
	x, err := loadTexts(os.DirFS("."), lang)
	if err != nil {
		t.Fatal(err)
	}
	for key, text := range x.texts {
		params := parameter.FindAllString(text, -1)
		sort.Strings(params)
		x.texts[key] = strings.Join(append([]string{"‹" + key}, params...), " ") + "›"
	}
	return x
}

// golden compares with a file, one element a line so that a difference can be read.
func golden(t *testing.T, file, got string) {
	t.Helper()
	got = strings.ReplaceAll(got, "><", ">\n<") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update rewrites it); got:\n%s", file, got)
	}
}

func TestAnswersMatchGoldenFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/bake/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no answers: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var in struct {
				Exchange Exchange
				Line     *KeyLine
			}
			if err := json.Unmarshal(data, &in); err != nil {
				t.Fatal(err)
			}
			b := &Baker{x: echo(t)}
			golden(t, strings.TrimSuffix(file, ".json")+".html", b.output(in.Exchange.Title, Shown{Exchange: in.Exchange, Line: in.Line}, ""))
			if err := b.x.Err(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestLongValuesAreCutAndTellTheirLength(t *testing.T) {
	b := &Baker{x: echo(t)}
	for text, want := range map[string]string{
		strings.Repeat("é", longestValue):             strings.Repeat("é", longestValue),
		strings.Repeat("é", longestValue+1):           strings.Repeat("é", valueStart) + "‹value.cut 501›",
		`"` + strings.Repeat("x", longestValue) + `"`: `"` + strings.Repeat("x", valueStart-1) + "‹value.cut 500›",
	} {
		if got := b.shortened(text); got != want {
			t.Errorf("shortened(%.5s…) = %s, want %s", text, got, want)
		}
	}
}

func TestScriptsMatchTheGoldenFile(t *testing.T) {
	r := &Run{Name: "hire.http", Text: "@dept = Sales\n\n### Hire\n# @batch b\nPOST /A(PartitionKey='😀',RowKey='1')\n\n###\n# @batch b\nPOST /B\n\n\n### Look\nGET /A\n\n"}
	r.Blocks = []Block{{Index: 0, LastLine: 6}, {Index: 1, LastLine: 11}, {Index: 2, LastLine: 14}}
	r.Tokens = []Token{{0, 5, "var"}, {15, 23, "title"}, {36, 40, "verb"}, {41, 43, "url"}, {44, 56, "key"}, {57, 61, "key"}, {62, 68, "key"}}
	r.Shown = map[int]Shown{0: {Exchange: Exchange{Block: 0, Blocks: []int{0, 1}, Title: "Hire", Status: 202, Reason: "Accepted"}}}
	b := &Baker{x: echo(t)}
	golden(t, "testdata/bake/script.html", b.cell(r, "Hire & look"))
}

// ENG-V4: designs stand side by side, with what the same work costs in each.
func TestComparisonsMatchTheGoldenFile(t *testing.T) {
	run := func(name string, c Counters) *Run {
		return &Run{Name: name, Text: "GET /A\n", Blocks: []Block{{LastLine: 1}}, Shown: map[int]Shown{}, Counters: c}
	}
	scripts := []markdown.Script{{Name: "wide.http", Caption: "All & sundry"}, {Name: "one.http", Caption: "One row"}}
	b := &Baker{x: echo(t)}
	golden(t, "testdata/bake/comparison.html", b.compare(scripts, []*Run{
		run("wide.http", Counters{Requests: 1, Transactions: 1, Roundtrips: 2, Read: 1004, Returned: 1, Bytes: 4200}),
		run("one.http", Counters{Requests: 1, Transactions: 1, Roundtrips: 1, Read: 1, Returned: 1, Bytes: 910}),
	}))
}

func TestNumbersAreWrittenAsThePageWritesThem(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1004: "1,004", 1234567: "1,234,567", -1234: "-1,234"} {
		if got := number(n); got != want {
			t.Errorf("number(%d) = %s, want %s", n, got, want)
		}
	}
	for n, want := range map[int]string{0: "0 ms", 999: "999 ms", 1000: "1 s", 1240: "1.2 s", 42_000: "42 s", 60_000: "1 min", 150_000: "2.5 min", 3_600_000: "1 h"} {
		if got := durationText(n); got != want {
			t.Errorf("durationText(%d) = %s, want %s", n, got, want)
		}
	}
	for n, want := range map[int]string{0: "0 B", 999: "999 B", 1100: "1.1 kB", 12_345: "12 kB", 3_200_000: "3.2 MB", 45_000_000: "45 MB"} {
		if got := sizeText(n); got != want {
			t.Errorf("sizeText(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestTextsChooseThePluralOfTheirLanguage(t *testing.T) {
	polish := "{\"x.one\":\"{n} wiersz\",\"x.few\":\"{n} wiersze\",\"x.many\":\"{n} wierszy\",\"x.other\":\"{n} wiersza\"}"
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "i18n/pl.json"), polish)
	x, err := loadTexts(os.DirFS(dir), "pl")
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]string{1: "1 wiersz", 3: "3 wiersze", 5: "5 wierszy", 22: "22 wiersze"} {
		if got := x.T("x", "n", n); got != want {
			t.Errorf("T(x, %d) = %s, want %s", n, got, want)
		}
	}
}

func TestTextsKeepTheFirstMistake(t *testing.T) {
	x := echo(t)
	x.T("facts.bytes")
	x.T("no.such.key")
	if err := x.Err(); err == nil || !strings.Contains(err.Error(), `text "facts.bytes": parameter {n} is not given`) {
		t.Errorf("Err() = %v, want the missing parameter", err)
	}
}

func TestHTMLEscapesTextsAndValuesButNotMarkup(t *testing.T) {
	x := &Texts{texts: map[string]string{"k": "a < {v} {raw}"}}
	if got, want := x.HTML("k", "v", "b & c", "raw", Raw("<b>d</b>")), "a &lt; b &amp; c <b>d</b>"; got != want {
		t.Errorf("HTML = %s, want %s", got, want)
	}
}

func TestRelativeLeavesNoWayOutOfTheSite(t *testing.T) {
	for target, want := range map[string]string{
		"/": "../../", "/learn/#x": "../../learn/#x", "#x": "#x", "https://example.org/": "https://example.org/",
	} {
		if got, err := relative("../../", target); err != nil || got != want {
			t.Errorf("relative(%q) = %q, %v, want %q", target, got, err, want)
		}
	}
	for _, target := range []string{"//example.org/x", "http://example.org", "learn/", "javascript:x", ""} {
		if got, err := relative("../", target); err == nil {
			t.Errorf("relative(%q) = %q, want an error", target, got)
		}
	}
}
