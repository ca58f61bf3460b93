package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"rowkey/engine"
	"rowkey/engine/cluster"
	"rowkey/engine/recipe"
)

const rowsOfDays = `{"count":1000,"seed":3,"partition":"{day}","row":"{n}",
"attributes":{"day":{"range":[1,7]},"n":{"number":4}},
"properties":{"day":{"type":"Int32"}}}`

func recipeOf(t *testing.T, text string) *recipe.Recipe {
	t.Helper()
	r, err := recipe.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFillWritesARecipeByPartsAsOneRecordEach(t *testing.T) {
	ctx := context.Background()
	e := open(t).Engine
	if err := e.Remember(); err != nil {
		t.Fatal(err)
	}
	r := recipeOf(t, rowsOfDays)
	for from := 0; from < 1000; from += 400 {
		if _, err := e.Fill(ctx, "Days", r, from, 400); err != nil {
			t.Fatal(err)
		}
	}
	stats, _ := e.Data().TableStats(ctx)
	if len(stats) != 1 || stats[0].Entities != 1000 || stats[0].Partitions != 7 {
		t.Errorf("tables = %+v, want Days with 1,000 entities in 7 partitions", stats)
	}
	records, sum := e.Records()
	if len(records) != 3 || sum.Transactions < 10 || records[0].Op != "Fill" || len(records[0].Changes) > 1 {
		t.Errorf("%d records with %d transactions, want 3 records without their changes", len(records), sum.Transactions)
	}
	h, err := e.History(0)
	if err != nil || len(h.Moments) != 3 || h.Moments[0].Inserted != 400 || h.Moments[2].Inserted != 200 {
		t.Errorf("history = %+v, %v, want 400, 400 and 200 inserts", h, err)
	}
	if err := e.GoTo(ctx, 0); err != nil {
		t.Fatal(err)
	}
	if stats, _ := e.Data().TableStats(ctx); len(stats) != 0 {
		t.Errorf("tables after going back = %+v, want none", stats)
	}
}

func TestFillLeavesOutWhatIsThere(t *testing.T) {
	ctx := context.Background()
	e := open(t).Engine
	few := recipeOf(t, strings.NewReplacer(`"number":4`, `"range":[1,100]`).Replace(rowsOfDays))
	out, err := e.Fill(ctx, "Days", few, 0, 1000)
	if s := few.Shape(); err != nil || out.Repeated != s.Repeated || out.Written+out.Repeated != 1000 || s.Repeated == 0 {
		t.Errorf("filled %+v, %v, want the %d that the shape says are repeated left out", out, err, s.Repeated)
	}
	again, err := e.Fill(ctx, "Days", few, 0, 1000)
	if err != nil || again.Written != 0 {
		t.Errorf("filled again %+v, %v, want nothing written", again, err)
	}
}

func TestFillRefusesBeforeItWrites(t *testing.T) {
	ctx := context.Background()
	e := open(t).Engine
	if _, err := e.Fill(ctx, "Days", recipeOf(t, strings.Replace(rowsOfDays, "{n}", "a/{n}", 1)), 0, 10); err == nil {
		t.Error("a key with a slash was written")
	}
	if _, err := e.Fill(ctx, "1", recipeOf(t, rowsOfDays), 0, 10); err == nil {
		t.Error("a table 1 was made")
	}
	if stats, _ := e.Data().TableStats(ctx); len(stats) != 0 {
		t.Errorf("tables = %+v, want none", stats)
	}
}

func TestFillAsksNoClusterAndTellsItsPartitions(t *testing.T) {
	ctx := context.Background()
	e := open(t).Engine
	slow := func(s *engine.Settings) error { s.Cluster = &cluster.Options{Target: 1}; return nil }
	if err := e.Configure(ctx, slow); err != nil {
		t.Fatal(err)
	}
	if out, err := e.Fill(ctx, "Days", recipeOf(t, rowsOfDays), 0, 1000); err != nil || out.Written != 1000 {
		t.Errorf("filled %+v, %v, want all: nobody waits for these", out, err)
	}
	if text := fmt.Sprint(e.Nodes()); !strings.Contains(text, "Days") && !strings.Contains(text, "days") {
		t.Errorf("nodes = %s, want the table among their ranges", text)
	}
}
