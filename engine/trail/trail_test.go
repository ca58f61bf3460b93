package trail_test

import (
	"slices"
	"strings"
	"testing"

	"rowkey/engine/explain"
	"rowkey/engine/trail"
)

func request(name string, uses ...string) *trail.Request {
	r := &trail.Request{Record: &explain.Record{}, File: "a.http", Name: name}
	for _, of := range uses {
		r.Uses = append(r.Uses, trail.Use{Name: of})
	}
	return r
}

func TestAUseIsOfTheNewestAnswerWithItsName(t *testing.T) {
	t.Parallel()
	var log trail.Log
	log.Add(request("a"))
	log.Add(request("a"))
	log.Add(request("b", "a", "", "c"))
	other := request("", "a")
	other.File = "b.http"
	log.Add(other)
	list := log.Requests()
	var got []int
	for _, u := range append(list[2].Uses, list[3].Uses...) {
		got = append(got, u.Of)
	}
	if want := []int{2, 3, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("answers used = %v, want %v", got, want)
	}
}

func TestTheLogKeepsTheNewestRequests(t *testing.T) {
	t.Parallel()
	var log trail.Log
	for range trail.MostRequests + 5 {
		log.Add(request("a"))
	}
	list := log.Requests()
	if len(list) != trail.MostRequests || list[0].N != 6 {
		t.Errorf("%d requests from number %d, want %d from 6", len(list), list[0].N, trail.MostRequests)
	}
	large := request("large")
	large.Answer = strings.Repeat("x", trail.MostBytes+1)
	log.Add(large)
	if list = log.Requests(); len(list) != 1 || list[0].Name != "large" {
		t.Errorf("%d requests beside one that is as large as the log, want it alone", len(list))
	}
	if log.Reset(); len(log.Requests()) != 0 {
		t.Error("a log that was reset holds requests")
	}
}

func TestEachRuleHasOneName(t *testing.T) {
	t.Parallel()
	names := slices.Clone(trail.Rules)
	slices.Sort(names)
	if len(slices.Compact(names)) != 22 {
		t.Errorf("%d rules, want 22", len(names))
	}
}
