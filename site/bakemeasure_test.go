package main

import (
	"strings"
	"testing"

	"rowkey/site/markdown"
)

// measured is a run of two steps under one title and one under another.
func measured(read int) *Run {
	r := &Run{Blocks: []Block{{Index: 0, Title: "find"}, {Index: 1}, {Index: 2, Title: "hire & fire"}},
		Shown: map[int]Shown{}, Costs: map[int]*cost{}}
	plan := &Plan{Class: "partitionScan", Used: "PartitionKey eq 'Sales'"}
	for i, rec := range []*Record{
		{Transactions: 1, Read: read, Returned: 1, Plan: plan},
		{Transactions: 1, Read: 1, Returned: 1, Plan: plan},
		{Transactions: 1, Changes: []Change{{}, {}}},
	} {
		x := Exchange{Block: i, Title: r.Blocks[i].Title, Record: rec,
			Wire: []Wire{{Request: Message{Method: "POST", URL: "http://127.0.0.1:10002/devstoreaccount1/Staff"}}}}
		r.Shown[i] = Shown{Exchange: x}
		r.addCost(&x)
	}
	return r
}

func TestMeasuredTablesAddUpWhatStandsUnderOneTitle(t *testing.T) {
	b := &Baker{x: echo(t)}
	one, err := b.measure([]markdown.Script{{Name: "q.http", Caption: "Queries"}}, []*Run{measured(201)})
	if err != nil {
		t.Fatal(err)
	}
	two, err := b.measure([]markdown.Script{{Name: "a.http", Caption: "A"}, {Name: "b.http", Caption: "B"}},
		[]*Run{measured(201), measured(1)})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/bake/measured.html", one+two)
	if !strings.Contains(one, ">202<") || strings.Count(two, "data-win") != 1 {
		t.Errorf("202 read are to be seen, and one cheapest of each row that differs:\n%s", two)
	}
}

func TestMeasuredScriptsNeedTheSameTitles(t *testing.T) {
	b := &Baker{x: echo(t)}
	other := measured(1)
	other.Blocks[2].Title = "move"
	scripts := []markdown.Script{{Name: "a.http", Caption: "A"}, {Name: "b.http", Caption: "B"}}
	if _, err := b.measure(scripts, []*Run{measured(1), other}); err == nil || !strings.Contains(err.Error(), "move") {
		t.Errorf("got %v", err)
	}
}

func TestTheMapOfPatternsIsDrawnFromTheirPages(t *testing.T) {
	page := func(slug string, column, row int, related ...any) *Entry {
		return &Entry{Path: "patterns/" + slug + "/", Title: slug,
			Meta: map[string]any{"place": []any{column, row}, "related": related}}
	}
	b, v := &Baker{x: echo(t)}, &View{Root: "../"}
	to := map[string]any{"pattern": "two", "text": "because"}
	svg, err := b.patternMap(v, []*Entry{page("one", 0, 0, to), page("two", 1, 1)})
	if err != nil || strings.Count(svg, "<a ") != 2 || strings.Count(svg, "<path ") != 1 || !strings.Contains(svg, "<li>two</li>") {
		t.Errorf("%v: %s", err, svg)
	}
	to["pattern"] = "three"
	if _, err := b.patternMap(v, []*Entry{page("one", 0, 0, to)}); err == nil {
		t.Error("a relation to nothing is drawn")
	}
}
