package main

import (
	"encoding/json"
	"os"
	"testing"
)

// story reads the exchanges of a run.
func story(t *testing.T, file string) []Exchange {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var run []Exchange
	if err := json.Unmarshal(data, &run); err != nil {
		t.Fatal(err)
	}
	return run
}

// What several clients did is drawn against virtual time, attempt by attempt.
func TestStoriesMatchTheirGoldenFile(t *testing.T) {
	b := &Baker{x: echo(t)}
	golden(t, "testdata/story/workers.html", b.lanes(story(t, "testdata/story/workers.json")))
	if err := b.x.Err(); err != nil {
		t.Error(err)
	}
}

func TestOneClientThatSendsOneRequestAfterTheOtherIsNoStory(t *testing.T) {
	b := &Baker{x: echo(t)}
	run := []Exchange{{Status: 200, End: 10}, {Status: 200, Start: 10, End: 20}}
	if got := b.lanes(run); got != "" {
		t.Errorf("lanes = %s, want nothing", got)
	}
	run[1].Start = 5
	if got := b.lanes(run); got == "" {
		t.Error("two requests in flight together: want a picture")
	}
}

func TestALongWaitIsCut(t *testing.T) {
	l := layoutLanes([]Exchange{{Status: 200, End: 10}, {Status: 200, Start: 3_600_010, End: 3_600_020}})
	if len(l.cuts) != 1 || l.cuts[0].ms != 3_600_000 {
		t.Errorf("cuts = %v, want one of an hour", l.cuts)
	}
	if to := l.lanes[0].items[0].place.to; to < 0.3 {
		t.Errorf("the first request ends at %v, want to see it", to)
	}
}
