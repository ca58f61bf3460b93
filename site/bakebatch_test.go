package main

import (
	"strconv"
	"strings"
	"testing"
)

func TestLongTransactionsAreShownByTheirFirstOperations(t *testing.T) {
	tests := []struct {
		name         string
		n, failed    int // how many, and which one failed
		shown, rests int
	}{
		{"twelve-are-all-shown", 12, -1, 12, 0},
		{"of-a-hundred-five-and-the-last", 100, -1, 6, 1},
		{"and-one-that-failed", 101, 50, 7, 2},
		{"next-to-the-last", 101, 99, 7, 1},
		{"among-the-first", 101, 2, 6, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ops := make([]Op, test.n)
			for i := range ops {
				ops[i] = Op{Method: "POST", State: "done", Key: Key{Partition: "a", Row: strconv.Itoa(i)}}
			}
			if test.failed >= 0 {
				ops[test.failed].State = "failed"
			}
			b := &Baker{x: echo(t)}
			out := b.operations(ops)
			if n := strings.Count(out, `class="bx-i"`); n != test.shown {
				t.Errorf("%d operations are shown, want %d", n, test.shown)
			}
			if n := strings.Count(out, "batch.more"); n != test.rests {
				t.Errorf("%d lines say that there are more, want %d", n, test.rests)
			}
		})
	}
}
