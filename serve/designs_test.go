package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"rowkey/engine"
	"rowkey/engine/client"
	"rowkey/engine/hash"
	"rowkey/engine/rest"
	"rowkey/engine/sample"
	"rowkey/engine/script"
	"rowkey/engine/sheet"
	runner "rowkey/serve/run"
	"rowkey/serve/servetest"
)

// What the workbench exports of a design costs over HTTP what it says: the same requests, pages, entities and bytes
// as in the engine, in which the classes and the entities read are checked as well.
func TestDesignsCostOverHTTPWhatTheWorkbenchSays(t *testing.T) {
	t.Parallel()
	compareDesigns(t, "")
}

// The same holds of the tables of Azurite. Queues beside them are of this server.
func TestDesignsCostAtAzuriteWhatTheWorkbenchSays(t *testing.T) {
	compareDesigns(t, servetest.Azurite(t, ".."))
}

// compareDesigns runs the exports of two designs of each archetype in the engine and over HTTP, on the tables at an
// address or, if that is "", on those of a new server.
func compareDesigns(t *testing.T, tables string) {
	paths, err := filepath.Glob("../engine/plan/testdata/*.http")
	if err != nil || len(paths) != 6 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := sheet.Parse(string(text))
		for i := range s.Designs[:2] {
			t.Run(strings.TrimSuffix(filepath.Base(path), ".http")+"/"+s.Designs[i].Name, func(t *testing.T) {
				urls := start(t)
				compareDesign(t, exported(t, s, i), client.Bases{Table: cmp.Or(tables, urls["table"]), Queue: urls["queue"]})
			})
		}
	}
}

// exported returns the script of a design.
func exported(t *testing.T, s *sheet.Sheet, design int) string {
	t.Helper()
	text, err := sample.Script(t.Context(), s, &s.Designs[design], 1)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// compareDesign runs a script in an engine and over HTTP, and leaves no table.
func compareDesign(t *testing.T, text string, bases client.Bases) {
	t.Helper()
	e, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	said := exchanges(t, text, e, client.Options{Now: e.Clock().Now})
	h, err := runner.NewRemote(runner.RemoteOptions{Bases: bases}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	o := client.Options{Now: time.Now, Random: hash.NewRandom(1), Bases: bases, Unmetered: true}
	got := exchanges(t, text, h, o)
	exchanges(t, drops(text), h, o)
	if len(got) != len(said) {
		t.Fatalf("%d exchanges, want %d", len(got), len(said))
	}
	read := 0
	for i := range got {
		w, g := costOf(t, said[i]), costOf(t, got[i])
		if read += g.bytes; !reflect.DeepEqual(w, g) {
			t.Errorf("%s: %+v, want %+v", said[i].Title, g, w)
		}
	}
	if read == 0 {
		t.Error("no question has read anything")
	}
}

// drops is a script that deletes the tables that another one makes.
func drops(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "### Table "); ok {
			b.WriteString("###\nDELETE {{table}}/Tables('" + strings.TrimSpace(name) + "')\n\n")
		}
	}
	return b.String()
}

// exchanges runs a script to its end, and fails the test for each check that does not hold.
func exchanges(t *testing.T, text string, h rest.Handler, o client.Options) (list []*client.Exchange) {
	t.Helper()
	x := script.Parse("design.http", text, nil)
	for _, d := range x.Diagnostics {
		t.Errorf("line %d: %s", d.Line, d.Message)
	}
	for r := client.Start(x, h, o); ; {
		one, err := r.Next(t.Context())
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil || one.Stopped {
			t.Fatalf("%s: %d %s %s, %v", one.Title, one.Status, one.Code, one.Message, err)
		}
		for _, c := range one.Checks {
			if !c.Pass {
				t.Errorf("%s: %s, got %s", one.Title, c.Text, c.Got)
			}
		}
		list = append(list, one)
	}
}

// cost is what one step of a script costs: its requests, how each ended, and what came back, without what each server
// says of its own address, of the time and of versions.
type cost struct {
	requests, status int
	operations       []int // statuses, of a transaction
	entities, bytes  int
	body             string
}

func costOf(t *testing.T, x *client.Exchange) cost {
	t.Helper()
	c := cost{requests: len(x.Wire), status: x.Status}
	for _, o := range x.Ops {
		c.operations = append(c.operations, o.Status)
	}
	if x.Wire[0].Request.Method != "GET" || x.Status != 200 || !strings.HasPrefix(x.Wire[0].Response.Body, "{") {
		return c // a write, or messages
	}
	for _, w := range x.Wire {
		for _, e := range entitiesOf(t, w.Response.Body) {
			text, err := json.Marshal(e) // sorts the names
			if err != nil {
				t.Fatal(err)
			}
			c.entities, c.bytes, c.body = c.entities+1, c.bytes+len(text), c.body+string(text)+"\n"
		}
	}
	return c
}

// entitiesOf returns the entities of an answer: a list, or a single one.
func entitiesOf(t *testing.T, body string) []map[string]any {
	t.Helper()
	var list struct{ Value []map[string]any }
	var one map[string]any
	if err := errors.Join(json.Unmarshal([]byte(body), &list), json.Unmarshal([]byte(body), &one)); err != nil {
		t.Fatal(err)
	}
	if one["value"] == nil {
		list.Value = append(list.Value, one)
	}
	for _, e := range list.Value {
		maps.DeleteFunc(e, func(name string, _ any) bool {
			return name == "Timestamp" || strings.HasPrefix(name, "odata.") || strings.HasPrefix(name, "Timestamp@")
		})
	}
	return list.Value
}
