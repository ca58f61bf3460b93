package content_test

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/golden"
	"rowkey/site/course"
)

// lesson is a page with code, and the file below testdata/code with a frame for each language. The part "want" says
// what the code prints, and what it asks of the service.
type lesson struct {
	page  string
	file  string
	table string // that of "client"
	apart bool   // requests are in flight together, so their order says nothing
	set   *course.Set
	code  map[string][]string
}

// pagesWithCode are all pages with code that are no cards.
var pagesWithCode = []*lesson{
	{page: "patterns", table: "Employees"},
	{page: "02-query-classes/2-both-keys", table: "EmployeesShort"},
	{page: "02-query-classes/4-a-filter-from-parts", table: "EmployeesByName"},
	{page: "05-partitions-and-scale/4-a-spike", table: "Employees"},
	{page: "06-entity-group-transactions/2-all-or-nothing", table: "Employees"},
	{page: "08-modification-and-concurrency/3-the-version-you-read", table: "Employees"},
	{page: "09-continuation-and-paging/2-let-the-client-follow", table: "Big"},
	{page: "10-projection/1-only-what-you-need", table: "Employees"},
	{page: "11-heterogeneous-types/3-read-as-a-type", table: "Office"},
	{page: "11-heterogeneous-types/4-a-resolver", table: "Office"},
	{page: "13-intra-partition-index/5-somebody-was-faster", table: "EmployeesIntra"},
	{page: "20-wide-entities/3-which-part", table: "MessageYears"},
	{page: "22-log-tail/2-a-key-that-counts-down", table: "EmployeeExpense"},
	{page: "23-high-volume-delete/3-a-table-for-each-day", table: "LoginAttempts20140602"},
	{page: "28-shared-access-signatures/1-a-token-for-an-hour", table: "Employees"},
	{page: "29-async-and-parallel/1-four-departments", table: "Employees", apart: true},
	{page: "29-async-and-parallel/2-a-chain-of-tokens", table: "Big"},
	{page: "29-async-and-parallel/3-how-many-at-once", table: "Employees", apart: true},
}

// fences are the words of fences around the code that runs.
var fences = map[string]string{"go": "go", "js": "js", "py": "python"}

// lessonCode reads the pages with code.
func lessonCode(t *testing.T) []*lesson {
	t.Helper()
	tree, err := course.Load(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range tree.Pages {
		if f.Dir == "content/patterns" {
			pagesWithCode[0].gather(t, f)(tree.PageSet(f))
		} else if path.Dir(f.Dir) != "content/patterns" && f.Dir != "content/help/local-endpoint" {
			wantNoCode(t, f)
		}
	}
	for _, l := range tree.Lessons {
		for _, s := range l.Steps {
			i := slices.IndexFunc(pagesWithCode, func(c *lesson) bool { return "tutorials/"+c.page == s.Dir })
			if i >= 0 {
				pagesWithCode[i].gather(t, &s.Folder)(tree.StepSet(l, s))
			} else {
				wantNoCode(t, &s.Folder)
			}
		}
	}
	return pagesWithCode
}

// wantNoCode fails if a page that is not listed above has code.
func wantNoCode(t *testing.T, f *course.Folder) {
	t.Helper()
	found := blocks(string(f.Text))
	for _, word := range fences {
		if len(found[word]) > 0 {
			t.Errorf("%s has %s that no test runs", f.Dir, word)
		}
	}
}

// gather keeps the code of a page, and takes its scripts.
func (l *lesson) gather(t *testing.T, f *course.Folder) func(*course.Set, error) {
	l.file = "testdata/code/" + strings.ReplaceAll(l.page, "/", "-") + ".txt"
	l.code = blocks(string(f.Text))
	return func(set *course.Set, err error) {
		if l.set = set; err != nil {
			t.Fatal(err)
		}
	}
}

// id is the name of the code of a page.
func (l *lesson) id() string { return "on-" + strings.ReplaceAll(l.page, "/", "-") }

// codeOfLessons returns the last block of each language of each page, in its frame.
func codeOfLessons(t *testing.T, all []*lesson) []*block {
	t.Helper()
	var found []*block
	for _, l := range all {
		for _, lang := range []string{"go", "js", "py"} {
			code := l.code[fences[lang]]
			if len(code) == 0 || len(code) > 1 && l.page != "patterns" { // which has a function of the cards, too
				t.Fatalf("%s has %d blocks of %s, want 1", l.page, len(code), fences[lang])
			}
			_, frame, _ := part(read(t, l.file), lang)
			if strings.Count(frame, "CODE") != 1 {
				t.Fatalf("%s needs the line CODE once in the part %s", l.file, lang)
			}
			found = append(found, &block{id: l.id(), page: l.page, lang: lang, code: code[len(code)-1], frame: frame})
		}
	}
	return found
}

// part returns the part of a file that begins with the line "-- name --", with what is before and after it.
func part(file, name string) (before, text, after string) {
	line := "-- " + name + " --\n"
	i := strings.Index(file, line)
	if i < 0 {
		return file, "", ""
	}
	before, text = file[:i+len(line)], file[i+len(line):]
	if i = strings.Index(text, "\n-- "); i >= 0 {
		text, after = text[:i+1], text[i+1:]
	}
	return before, text, after
}

// check fails if a language prints or asks for something else than its file wants.
func (l *lesson) check(t *testing.T, s *filled, programs map[string]*program) {
	t.Helper()
	before, want, after := part(read(t, l.file), "want")
	for _, lang := range []string{"go", "js", "py"} {
		if programs[lang] == nil {
			continue
		}
		printed, requests := s.run(programs[lang], l.id(), l.table)
		got := "prints\n" + printed + "asks\n" + l.list(requests)
		if *golden.Update && lang == "go" {
			want = got
			if err := os.WriteFile(l.file, []byte(before+want+after), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", lang, got, want)
		}
	}
}

// list says in a line each what was asked, and what it changed.
func (l *lesson) list(requests []done) string {
	var lines []string
	for _, r := range requests {
		line := fmt.Sprintf("%s %s, %d read, %d returned", r.Op, r.Table, r.Read, r.Returned)
		if r.Plan != nil {
			line += ", " + r.Plan.Class
		}
		if r.Code != "" {
			line += ", " + r.Code
		}
		for _, c := range r.Changes {
			line += fmt.Sprintf("\n  %s %s %s %s", c.Kind, c.Key.Partition, c.Key.Row, properties(c.After))
		}
		lines = append(lines, line+"\n")
	}
	if l.apart {
		slices.Sort(lines)
	}
	return strings.Join(lines, "")
}

// properties lists what an entity holds besides its keys.
func properties(all map[string]any) string {
	var list []string
	for name, value := range all {
		if name != "PartitionKey" && name != "RowKey" && !strings.HasPrefix(name, "odata.") {
			list = append(list, fmt.Sprint(name, "=", value))
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}
