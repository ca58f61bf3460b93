package client_test

import (
	"testing"

	"rowkey/engine/client"
	"rowkey/engine/script"
)

// counting is a program that counts its rounds on the disk of its lane.
func counting(t *testing.T, times string) func(o client.Options) *client.Session {
	t.Helper()
	open := func(name string) (string, bool) {
		return "@n = 0\n###\n# @set n {{$add n 1}}\nGET /Count?n={{n}}\n", name == "count.http"
	}
	return func(o client.Options) *client.Session {
		s := script.Parse("test.http", "###\n# @client w\n# @run count.http times "+times+"\n", open)
		if err := s.Err(); err != nil {
			t.Fatal(err)
		}
		return client.Start(s, &echo{}, o)
	}
}

// Bug 6 of the reading: runs that continued the same one wrote to one disk.
func TestRunsThatContinueTheSameOneShareNothing(t *testing.T) {
	run := counting(t, "1")
	first := run(client.Options{Blocks: []int{0}})
	if got := urls(drain(t, first)); got != "/Count?n=0" {
		t.Fatalf("the first run asks for %s", got)
	}
	for i := range 3 {
		again := run(client.Options{Blocks: []int{0}, Continue: first})
		if got := urls(drain(t, again)); got != "/Count?n=1" {
			t.Errorf("run %d that continues the first asks for %s, want /Count?n=1", i+1, got)
		}
	}
}
