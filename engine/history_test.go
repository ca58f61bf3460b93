package engine_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rowkey/engine/control"
)

// past is what tests look at in a history.
type past struct {
	Base, At int
	Moments  []struct {
		At, Record                 int
		Op, Table                  string
		Inserted, Changed, Deleted int
	}
}

// saved returns the data of a sandbox without its clock and numbers.
func saved(t *testing.T, e *control.Handler) []byte {
	t.Helper()
	b := ok(t, e, "GET", "/-/snapshot", nil, nil)
	_, rest, _ := bytes.Cut(b, []byte("\n"))
	_, data, _ := bytes.Cut(rest, []byte("\n"))
	return data
}

// randomScript writes a few requests that are answered or refused.
func randomScript(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(3) {
		key, n := fmt.Sprintf("PartitionKey='p',RowKey='%d'", r.IntN(4)), r.IntN(50)
		switch r.IntN(6) {
		case 0:
			fmt.Fprintf(&b, "### make\nPOST /Tables\n\n{\"TableName\":\"Tab%d\"}\n\n", r.IntN(2))
		case 1:
			fmt.Fprintf(&b, "### drop\nDELETE /Tables('Tab%d')\n\n", r.IntN(2))
		case 2:
			fmt.Fprintf(&b, "### remove\nDELETE /Tab0(%s)\nIf-Match: *\n\n", key)
		case 3:
			fmt.Fprintf(&b, "### read\nGET /Tab0()\n\n")
		default:
			fmt.Fprintf(&b, "### put\nPUT /Tab0(%s)\n\n{\"N\":%d}\n\n", key, n)
		}
	}
	return b.String()
}

// TestUndoAndRedoOfRequests compares random runs, undos and redos with a list of snapshots (row 51).
func TestUndoAndRedoOfRequests(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 2))
		e := open(t)
		play(t, e, "POST /Tables\n\n{\"TableName\":\"Tab0\"}\n", nil)
		ok(t, e, "POST", "/-/history", "{}", nil)
		longest := 0
		places, states, at := []int{0}, [][]byte{saved(t, e)}, 0
		for range 25 {
			if r.IntN(3) > 0 {
				before := saved(t, e)
				play(t, e, randomScript(r), nil)
				var p past
				ok(t, e, "GET", "/-/history", nil, &p)
				if p.At != places[at] {
					if n := len(p.Moments); p.Moments[n-1].At != p.At {
						t.Fatalf("the last moment is %d, the data are at %d", p.Moments[n-1].At, p.At)
					}
					places, states = append(places[:at+1], p.At), append(states[:at+1], saved(t, e))
					at++
					longest = max(longest, at)
				} else if !bytes.Equal(before, saved(t, e)) {
					t.Fatal("a run changed the data, and the history does not know")
				}
				continue
			}
			at = r.IntN(len(places))
			ok(t, e, "POST", "/-/history", map[string]int{"to": places[at]}, nil)
			if !bytes.Equal(saved(t, e), states[at]) {
				t.Fatalf("seed %d: the data of place %d are others than they were", seed, places[at])
			}
		}
		if longest < 2 {
			t.Errorf("seed %d: only %d runs changed something", seed, longest)
		}
	}
}

func TestMomentsSayWhatARequestDid(t *testing.T) {
	e := open(t)
	ok(t, e, "POST", "/-/history", "{}", nil)
	play(t, e, "POST /Tables\n\n{\"TableName\":\"Tab\"}\n\n###\nPOST /Tab\n\n{\"PartitionKey\":\"a\",\"RowKey\":\"b\","+
		"\"N\":1}\n"+
		"\n###\nGET /Tab()\n\n###\nMERGE /Tab(PartitionKey='a',RowKey='b')\nIf-Match: *\n\n{\"N\":2}\n", nil)
	var p past
	ok(t, e, "GET", "/-/history?after=1", nil, &p)
	if len(p.Moments) < 2 {
		t.Fatalf("history = %+v", p)
	}
	last := p.Moments[len(p.Moments)-1]
	if last.Op != "MergeEntity" || last.Record != 4 || last.Changed != 1 || last.Table != "Tab" {
		t.Errorf("last moment = %+v", last)
	}
	var versions []struct {
		At            int
		Before, After map[string]any
	}
	ok(t, e, "GET", "/-/tables/Tab/history?partition=a&row=b", nil, &versions)
	if len(versions) != 2 || versions[0].Before != nil || versions[1].Before["N"] != 1.0 || versions[1].After["N"] != 2.0 {
		t.Errorf("versions = %+v", versions)
	}
	if versions[1].At != last.At {
		t.Errorf("the last version is of %d, the moment of %d", versions[1].At, last.At)
	}
	ok(t, e, "POST", "/-/reset", "{}", nil)
	ok(t, e, "GET", "/-/history", nil, &p)
	if p.At != 0 || len(p.Moments) != 0 {
		t.Errorf("history after a reset = %+v", p)
	}
	status, b := call(t, e, "POST", "/-/history", `{"to":7}`)
	if status != 400 || !strings.Contains(string(b), "no longer kept") {
		t.Errorf("go to an unknown place = %d %s", status, b)
	}
}

func TestReadsOfAFilterAreThoseOfRunningIt(t *testing.T) {
	e := open(t)
	text := "POST /Tables\n\n{\"TableName\":\"Tab\"}\n"
	for i := range 30 {
		text += fmt.Sprintf("\n###\nPUT /Tab(PartitionKey='p%d',RowKey='%02d')\n\n{\"N\":%d}\n", i%3, i, i)
	}
	play(t, e, text, nil)
	for _, filter := range []string{
		"", "PartitionKey eq 'p1'", "PartitionKey eq 'p1' and RowKey eq '04'", "PartitionKey eq 'p1' and RowKey eq '05'",
		"PartitionKey ge 'p1'", "PartitionKey eq 'p2' and RowKey ge '10' and RowKey lt '20'", "N eq 4", "RowKey eq '03'",
		"PartitionKey eq 'a' and PartitionKey eq 'b'", "PartitionKey eq 'p0' or PartitionKey eq 'p1'",
	} {
		var plan struct{ Reads int }
		ok(t, e, "POST", "/-/plan", map[string]string{"filter": filter, "table": "Tab"}, &plan)
		_, run := play(t, e, "GET /Tab()\n    ?$filter="+filter+"\n", nil)
		if got := run.Exchanges[0].Record.Read; got != plan.Reads {
			t.Errorf("%q reads %d, the plan says %d", filter, got, plan.Reads)
		}
	}
	var page struct {
		Entities []map[string]any
		More     bool
	}
	ok(t, e, "GET", "/-/tables/Tab/entities?skip=9&top=3", nil, &page)
	if len(page.Entities) != 3 || !page.More || page.Entities[0]["RowKey"] != "27" ||
		page.Entities[1]["PartitionKey"] != "p1" {
		t.Errorf("rows 10 to 12 = %+v", page)
	}
}

func TestASweepBelongsToTheRequestThatDropped(t *testing.T) {
	e := open(t)
	play(t, e, "### Make\nPOST /Tables\n\n{\"TableName\":\"Tab\"}\n\n### Fill\n# @loop for 900\nPUT "+
		"/Tab(PartitionKey='p',RowKey='{{$index}}')\n\n{}\n", nil)
	ok(t, e, "POST", "/-/history", "{}", nil)
	full := saved(t, e)
	play(t, e, "### Drop\nDELETE /Tables('Tab')\n", nil)
	for more := e.Leftovers(); more; {
		var err error
		if more, err = e.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	play(t, e, "### Look\nGET /Tables\n", nil)
	var p past
	ok(t, e, "GET", "/-/history", nil, &p)
	if len(p.Moments) != 1 || p.Moments[0].Op != "DeleteTable" || p.Moments[0].At != p.At || p.At < 900 {
		t.Errorf("history = %+v", p)
	}
	ok(t, e, "POST", "/-/history", `{"to":0}`, nil)
	if !bytes.Equal(saved(t, e), full) {
		t.Error("the table is not back")
	}
}
