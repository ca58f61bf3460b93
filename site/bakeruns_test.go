package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// exchange reads one answer of the engine.
func exchange(t *testing.T, file string) Exchange {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var x Exchange
	if err := json.Unmarshal(data, &x); err != nil {
		t.Fatal(err)
	}
	return x
}

func TestRunsMatchTheirGoldenFiles(t *testing.T) {
	for _, name := range []string{"load/hot", "load/four", "design/staff", "typed/two"} {
		t.Run(name, func(t *testing.T) {
			b := &Baker{x: echo(t)}
			x := exchange(t, "testdata/"+name+".json")
			golden(t, "testdata/"+name+".html", b.output(x.Title, Shown{Exchange: x}, ""))
			if err := b.x.Err(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestColoursOfAHeatMapEndAtTheTarget(t *testing.T) {
	for rate, want := range map[float64]int{0: 0, 1: 1, 2: 1, 6: 1, 20: 1, 60: 1, 125: 3, 250: 4, 1000: 6, 1999: 6, 2000: 7, 9000: 7} {
		if got := heatLevel(rate, 2000); got != want {
			t.Errorf("heatLevel(%v, 2000) = %d, want %d", rate, got, want)
		}
	}
}

func TestOfATransactionThatIsRefusedAsAWholeFewOperationsAreShown(t *testing.T) {
	ops := make([]Op, 100)
	for i := range ops {
		ops[i].State = "failed"
	}
	b := &Baker{x: echo(t)}
	if n := strings.Count(b.operations(ops), `class="bx-i"`); n >= manyOperations {
		t.Errorf("%d of %d operations are shown", n, len(ops))
	}
}
