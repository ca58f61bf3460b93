package client_test

import (
	"slices"
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

// What is true of a request alone is true of it in a transaction: its own condition decides about it.
func TestEachRequestOfATransactionHasACondition(t *testing.T) {
	const put = "PUT /A(PartitionKey='a',RowKey='{{$item}}')\n\n{}\n"
	each := "# @batch b\n# @loop each one,two,three split ,\n"
	tests := []struct {
		name, text string
		want       []string // row keys of the operations
	}{
		{"items", each + "# @if item includes t\n" + put, []string{"two", "three"}},
		{"items-of-the-second", "# @batch b\nPUT /A(PartitionKey='a',RowKey='x')\n\n{}\n###\n" + each +
			"# @if item includes w\n" + put, []string{"x", "two"}},
		{"no-item", each + "# @if item includes z\n" + put, nil},
		{"an-answer", "# @name a\nGET /A\n###\n# @batch b\n# @if a status == 404\nPUT /A(PartitionKey='a',RowKey='x')\n\n" +
			"{}\n" +
			"###\n# @batch b\n# @if a status == 200\nPUT /A(PartitionKey='a',RowKey='y')\n\n{}\n", []string{"y"}},
		{"an-empty-list-and-more", "# @name a\nGET /A\n###\n# @batch b\n# @loop each {{a.response.body.none}}\n" + put +
			"###\n# @batch b\nPUT /A(PartitionKey='a',RowKey='x')\n\n{}\n", []string{"x"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var rows []string
			for _, x := range drain(t, start(t, &echo{}, test.text, client.Options{})) {
				for _, op := range x.Ops {
					rows = append(rows, op.Key.Row)
				}
			}
			if !slices.Equal(rows, test.want) {
				t.Errorf("operations on %q, want %q", rows, test.want)
			}
		})
	}
}

// A request that is left out of its transaction has no answer, and says so.
func TestALeftOutRequestOfATransactionIsSkipped(t *testing.T) {
	s := start(t, &echo{}, "# @name a\nGET /A\n###\n# @batch b\nPUT /A(PartitionKey='a',RowKey='x')\n\n{}\n"+
		"###\n# @batch b\n# @if a status == 404\nPUT /A(PartitionKey='a',RowKey='y')\n\n{}\n\n# ?? skipped isTrue\n"+
		"# ?? status == 204\n", client.Options{})
	all := drain(t, s)
	if c := all[len(all)-1].Checks; len(c) != 1 || !c[0].Pass {
		t.Errorf("checks = %+v, want one that passes", c)
	}
}
