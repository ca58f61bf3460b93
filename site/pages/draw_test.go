package pages_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"rowkey/site/course"
	"rowkey/site/markdown"
	"rowkey/site/pages"
	"rowkey/site/publish"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var parameter = regexp.MustCompile(`\{\w+\}`)

// echo stands for the interface texts: each consists of its key and parameters. So the golden files show which
// text stands where, and do not change with the wording.
func echo() ([]byte, error) {
	texts := map[string]string{}
	for _, name := range []string{"en.first.json", "en.json"} {
		data, err := os.ReadFile("../i18n/" + name)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &texts); err != nil {
			return nil, err
		}
	}
	for key, text := range texts {
		params := parameter.FindAllString(text, -1)
		sort.Strings(params)
		params = slices.Compact(params) // a word beside a number has several forms
		texts[key] = strings.Join(append([]string{"‹" + key}, params...), " ") + "›"
	}
	return json.Marshal(texts)
}

// echoing are programs whose texts are those of echo.
var echoing = sync.OnceValues(func() (*publish.Nodes, error) {
	texts, err := echo()
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs("..")
	if err != nil {
		return nil, err
	}
	code := string(texts)
	script, err := publish.NodeScript(dir, api.Plugin{Name: "echo", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `/i18n/en\.(first\.)?json$`}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			return api.OnLoadResult{Contents: &code, Loader: api.LoaderJSON}, nil
		})
	}})
	if err != nil {
		return nil, err
	}
	return publish.OpenNodes(context.Background(), script, "../i18n")
})

func TestMain(m *testing.M) {
	code := m.Run()
	if n, err := echoing(); err != nil || n.Close() != nil {
		code = 1
	}
	os.Exit(code)
}

// page is an empty page to draw on.
func page(t *testing.T) *pages.Drawing {
	t.Helper()
	n, err := echoing()
	if err != nil {
		t.Fatal(err)
	}
	return pages.NewDrawing(n.Draw("en"))
}

// golden compares with a file, one element a line so that a difference can be read. White space with a line break
// between elements is the layout of a template.
func golden(t *testing.T, file, got string) {
	t.Helper()
	got = strings.ReplaceAll(layout.ReplaceAllString(got, "><"), "><", ">\n<") + "\n"
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

var layout = regexp.MustCompile(`>\s*\n\s*<`)

// answered is a script of one request that has the answers of a file.
func answered(t *testing.T, answers ...json.RawMessage) *course.Run {
	t.Helper()
	r := &course.Run{Text: "GET /A\n", Tokens: json.RawMessage(`[]`), Exchanges: []*course.Exchange{},
		Pictures: map[int]json.RawMessage{}}
	for _, raw := range answers {
		x := &course.Exchange{}
		if err := json.Unmarshal(raw, x); err != nil {
			t.Fatal(err)
		}
		r.Exchanges = append(r.Exchanges, x)
	}
	r.Blocks = json.RawMessage(fmt.Sprintf(`[{"index":%d,"title":"","lastLine":1}]`, r.Last().Block))
	return r
}

// element draws a script and returns what it holds of a kind, "" if there is none.
func element(t *testing.T, name string, r *course.Run) string {
	t.Helper()
	html, err := page(t).Cell(r, r.Last().Title)
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`(?s)<` + name + `[ >].*</` + name + `>`).FindString(html)
}

// read reads a file of testdata.
func read(t *testing.T, file string, out any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, out); err != nil {
		t.Fatal(err)
	}
}

func TestAnswersMatchGoldenFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/answers/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no answers: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			var in struct{ Exchange, Line json.RawMessage }
			read(t, "answers/"+filepath.Base(file), &in)
			r := answered(t, in.Exchange)
			r.Pictures = map[int]json.RawMessage{r.Last().Block: in.Line}
			golden(t, strings.TrimSuffix(file, ".json")+".html", element(t, "run-output", r))
		})
	}
}

func TestRunsMatchTheirGoldenFiles(t *testing.T) {
	for _, name := range []string{"load/hot", "load/four", "design/staff", "typed/two"} {
		t.Run(name, func(t *testing.T) {
			var answer json.RawMessage
			read(t, name+".json", &answer)
			golden(t, "testdata/"+name+".html", element(t, "run-output", answered(t, answer)))
		})
	}
}

// What several clients did is drawn against virtual time, attempt by attempt.
func TestStoriesMatchTheirGoldenFile(t *testing.T) {
	var run []json.RawMessage
	read(t, "story/workers.json", &run)
	golden(t, "testdata/story/workers.html", element(t, "run-lanes", answered(t, run...)))
}

func TestOneClientThatSendsOneRequestAfterTheOtherIsNoStory(t *testing.T) {
	one, two := `{"status":200,"end":10,"wire":[],"ops":[],"checks":[],"blocks":[0]}`, `{"status":200,"start":10,`+
		`"end":20,"wire":[],"ops":[],"checks":[],"blocks":[0]}`
	if got := element(t, "run-lanes", answered(t, json.RawMessage(one), json.RawMessage(two))); got != "" {
		t.Errorf("lanes = %s, want nothing", got)
	}
}

func TestScriptsMatchTheGoldenFile(t *testing.T) {
	answer := `{"block":0,"blocks":[0,1],"title":"Hire","status":202,"reason":"Accepted","wire":[],"ops":[],"checks":[]}`
	r := answered(t, json.RawMessage(answer))
	r.Name = "hire.http"
	r.Text = "@dept = Sales\n\n### Hire\n# @batch b\nPOST /A(PartitionKey='😀',RowKey='1')\n\n###\n# @batch b\nPOST " +
		"/B\n\n\n### Look\nGET /A\n\n"
	r.Blocks = json.RawMessage(`[{"index":0,"line":5,"lastLine":6},{"index":1,"line":9,"lastLine":11},{"index":2,` +
		`"line":13,"lastLine":14}]`)
	r.Tokens = json.RawMessage(`[[0,5,"var"],[15,23,"title"],[36,40,"verb"],[41,43,"url"],[44,56,"key"],[57,61,"key"],` +
		`[62,68,"key"]]`)
	html, err := page(t).Cell(r, "Hire & look")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/answers/script.html", html)
}

func TestALongTargetMayBreakBeforeItsKeys(t *testing.T) {
	r := answered(t)
	r.Text = "GET /A(PartitionKey='a',RowKey='b')"
	r.Tokens = json.RawMessage(`[[0,3,"verb"],[4,6,"url"],[7,23,"key"],[24,34,"key"]]`)
	if got := element(t, "code", r); strings.Count(got, "(<wbr>") != 1 || strings.Count(got, ",<wbr>") != 1 {
		t.Errorf("code = %s, want a place to break after the bracket and after the comma", got)
	}
}

// ENG-V4: designs stand side by side, with what the same work costs in each.
func TestComparisonsMatchTheGoldenFile(t *testing.T) {
	run := func(name string, c course.Counters) *course.Run {
		r := answered(t)
		r.Name, r.Counters, r.Exchanges = name, c, []*course.Exchange{}
		return r
	}
	scripts := []markdown.Script{{Name: "wide.http", Caption: "All & sundry"}, {Name: "one.http", Caption: "One row"}}
	html, err := page(t).Several("compare", scripts, []*course.Run{
		run("wide.http", course.Counters{"requests": 1, "transactions": 1, "roundtrips": 2, "read": 1004, "returned": 1,
			"bytes": 4200}),
		run("one.http", course.Counters{"requests": 1, "transactions": 1, "roundtrips": 1, "read": 1, "returned": 1,
			"bytes": 910}),
	})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/answers/comparison.html", html)
}

// measured is a run of two steps under one title and one under another.
func measured(t *testing.T, name, read, second string) *course.Run {
	t.Helper()
	answer := func(block, record string) json.RawMessage {
		return json.RawMessage(`{"block":` + block + `,"blocks":[` + block +
			`],"status":200,"ops":[],"checks":[],"wire":[{"request":` +
			`{"method":"POST","url":"http://127.0.0.1:10002/devstoreaccount1/Staff"},"response":{}}],"record":` + record + `}`)
	}
	plan := `"plan":{"class":"partitionScan","used":"PartitionKey eq 'Sales'"},"changes":[]`
	r := answered(t, answer("0", `{"transactions":1,"read":`+read+`,"returned":1,`+plan+`}`),
		answer("1", `{"transactions":1,"read":1,"returned":1,`+plan+`}`),
		answer("2", `{"transactions":1,"read":0,"returned":0,"plan":null,"changes":[{},{}]}`))
	r.Name = name
	r.Blocks = json.RawMessage(`[{"index":0,"title":"find"},{"index":1,"title":""},{"index":2,"title":"` + second + `"}]`)
	return r
}

func TestMeasuredTablesAddUpWhatStandsUnderOneTitle(t *testing.T) {
	one, err := page(t).Several("measure", []markdown.Script{{Caption: "Queries"}},
		[]*course.Run{measured(t, "q.http", "201", "hire & fire")})
	if err != nil {
		t.Fatal(err)
	}
	two, err := page(t).Several("measure", []markdown.Script{{Caption: "A"}, {Caption: "B"}},
		[]*course.Run{measured(t, "a.http", "201", "hire & fire"), measured(t, "b.http", "1", "hire & fire")})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/answers/measured.html", one+two)
	if !strings.Contains(one, ">202<") || strings.Count(two, "data-win") != 1 {
		t.Errorf("202 read are to be seen, and one cheapest of each row that differs:\n%s", two)
	}
}

func TestMeasuredScriptsNeedTheSameTitles(t *testing.T) {
	_, err := page(t).Several("measure", []markdown.Script{{Caption: "A"}, {Caption: "B"}},
		[]*course.Run{measured(t, "a.http", "1", "hire"), measured(t, "b.http", "1", "move")})
	want := `b.http has the title "move" where a.http has "hire"`
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestClassesOfSpansAreKnown(t *testing.T) {
	n, err := echoing()
	if err != nil {
		t.Fatal(err)
	}
	draw := pages.Draw(n.Draw("en"))
	if html, err := draw.Span("class", "row-range"); err != nil || !strings.Contains(html, `data-class="row-range"`) {
		t.Errorf("span(class, row-range) = %s, %v", html, err)
	}
	want := `class "row": use one of point, row-range, partition-scan, partition-range, table-scan`
	if _, err := draw.Span("class", "row"); err == nil || err.Error() != want {
		t.Errorf("span(class, row): %v, want %s", err, want)
	}
}
