package table_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"rowkey/engine/store"
	"rowkey/engine/table"
)

// fill adds entities p/0000, p/0001, … with a property N.
func fill(t testing.TB, tab table.Table, entities, n int) {
	t.Helper()
	var actions []table.Action
	for i := range entities {
		e := entity("p", fmt.Sprintf("%06d", i), "N", n)
		actions = append(actions, table.Action{Verb: table.Insert, Entity: e})
		if len(actions) == table.MaxActions || i == entities-1 {
			if _, err := tab.SubmitTransaction(ctx, actions); err != nil {
				t.Fatal(err)
			}
			actions = actions[:0]
		}
	}
}

// seen is all that the service shows of a table, as text.
func seen(t testing.TB, s sandbox, name string) string {
	t.Helper()
	tab := s.Table("acct", name)
	page, err := tab.ListEntities(ctx, table.Query{Top: -1})
	if f := failure(err); f != "" {
		return f
	}
	_, point := tab.GetEntity(ctx, "p", "000003")
	line, lineErr := tab.KeyLine(ctx, nil)
	stats, statsErr := s.Stats(ctx, "acct")
	parts, partsErr := tab.Partitions(ctx)
	rows, _, rowsErr := tab.Rows(ctx, "p", "", 100)
	if err := errors.Join(lineErr, statsErr, partsErr, rowsErr); err != nil {
		t.Fatal(err)
	}
	n := len(page.Rows)
	if line.Total != n || stats[0].Entities != n || len(rows) != n || len(parts) > 1 || n > 0 && parts[0].N != n {
		t.Errorf("%d rows are listed, but key line %d, figures %v, partitions %v, panel %d",
			n, line.Total, stats, parts, len(rows))
	}
	return fmt.Sprintf("%d rows, 3: %s", n, failure(point))
}

func sweep(t testing.TB, db *store.DB) (more bool) {
	t.Helper()
	more, err := db.Sweep(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return more
}

func TestALargeTableIsDeletedAtOnceAndClearedInSmallSteps(t *testing.T) {
	s := open(t, table.Options{})
	s.create(t, "other")
	tab := s.create(t, "abc")
	fill(t, tab, 50_000, 1)
	before := stored(t, s.db)
	if err := tab.Delete(ctx); err != nil {
		t.Fatal(err)
	}
	if n := stored(t, s.db); n < before-2 || n > before+2 {
		t.Errorf("Delete has removed %d of %d keys, want nearly none", before-n, before)
	}
	if got := seen(t, s, "abc"); got != "TableNotFound" {
		t.Errorf("the deleted table: %s, want TableNotFound", got)
	}
	if _, err := tab.GetEntity(ctx, "p", "000003"); failure(err) != "TableNotFound" {
		t.Errorf("GetEntity of the deleted table: %v, want TableNotFound", err)
	}
	last := stored(t, s.db)
	for sweep(t, s.db) {
		n := stored(t, s.db)
		if last-n > store.DefaultStep+1 {
			t.Fatalf("one step has removed %d keys, want at most %d and a mark", last-n, store.DefaultStep)
		}
		last = n
	}
	if last != 2 {
		t.Errorf("%d keys are left, want 2: the other table and the generation of the name", last)
	}
}

func TestATableMadeAgainIsEmptyAndKeepsItsRows(t *testing.T) {
	s := open(t, table.Options{})
	s.db.Step = 10
	for generation := range 3 { // the leftovers of two are there when the last is made
		tab := s.create(t, []string{"abc", "ABC", "Abc"}[generation])
		if got := seen(t, s, "abc"); got != "0 rows, 3: ResourceNotFound" {
			t.Errorf("table %d, made again: %s, want no rows", generation, got)
		}
		fill(t, tab, 40, generation)
		if generation < 2 {
			if err := tab.Delete(ctx); err != nil {
				t.Fatal(err)
			}
		}
		sweep(t, s.db)
	}
	for more := true; more; more = sweep(t, s.db) {
		if got := seen(t, s, "aBC"); got != "40 rows, 3: " {
			t.Fatalf("while leftovers are swept away: %s, want 40 rows", got)
		}
	}
	e, err := s.Table("acct", "abc").GetEntity(ctx, "p", "000003")
	if n, _ := e.Get("N"); err != nil || n.Int() != 2 {
		t.Errorf("GetEntity = %v, %v, want the last one that was written", e, err)
	}
	if n := stored(t, s.db); n != 41 {
		t.Errorf("%d keys are in the store, want 41: the table and its rows", n)
	}
}

func TestTheNameOfALargeTableIsUnusableForItsTime(t *testing.T) {
	s := open(t, table.Options{DeleteDelay: 40 * time.Second})
	s.db.Step = 10
	tab := s.create(t, "abc")
	fill(t, tab, 40, 1)
	if err := tab.Delete(ctx); err != nil {
		t.Fatal(err)
	}
	for sweep(t, s.db) {
	}
	if err := tab.Create(ctx); failure(err) != "TableBeingDeleted" {
		t.Errorf("Create at once: %v, want TableBeingDeleted", err)
	}
	s.clock.Advance(40 * time.Second)
	if err := tab.Create(ctx); err != nil {
		t.Errorf("Create 40 seconds later: %v", err)
	}
}

func TestDeletesOfTablesAreUndoneAsAWhole(t *testing.T) {
	s := open(t, table.Options{})
	s.db.Step = 10
	tab := s.create(t, "abc")
	fill(t, tab, 40, 1)
	err := s.db.Trial(func() error {
		for range 2 {
			if err := errors.Join(tab.Delete(ctx), tab.Create(ctx)); err != nil {
				return err
			}
			fill(t, tab, 30, 2)
			sweep(t, s.db)
		}
		return nil
	})
	if got := seen(t, s, "abc"); err != nil || got != "40 rows, 3: " {
		t.Errorf("after a trial: %s, %v, want 40 rows", got, err)
	}
	for sweep(t, s.db) {
	}
	if n := stored(t, s.db); n != 41 {
		t.Errorf("%d keys are in the store, want 41: the table and its rows", n)
	}
}

// TestAMissLooksAtTheRightGeneration reads a table of another generation when nothing is left of the
// first: its rows are not where nearly all are.
func TestAMissLooksAtTheRightGeneration(t *testing.T) {
	s := open(t, table.Options{})
	s.db.Step = 10
	tab := s.create(t, "abc")
	fill(t, tab, 40, 1)
	if err := errors.Join(tab.Delete(ctx), tab.Create(ctx)); err != nil {
		t.Fatal(err)
	}
	for sweep(t, s.db) {
	}
	add(t, tab, entity("p", "r", "N", 7))
	if _, err := tab.UpsertEntity(ctx, entity("p", "r", "M", 8), table.Merge); err != nil {
		t.Fatal(err)
	}
	e, err := tab.GetEntity(ctx, "p", "r")
	if got := text(e); err != nil || got != "p/r M=8 N=7" {
		t.Errorf("GetEntity = %s, %v, want both properties", got, err)
	}
	page, err := tab.ListEntities(ctx, table.Query{Filter: filter(t, "PartitionKey eq 'p' and RowKey eq 'r'"), Top: -1})
	if err != nil || keys(page.Rows) != "p/r" {
		t.Errorf("ListEntities = %s, %v, want p/r", keys(page.Rows), err)
	}
	if err := tab.DeleteEntity(ctx, "p", "r", table.ETagOf(e.Timestamp)); err != nil {
		t.Error(err)
	}
	if _, err := tab.GetEntity(ctx, "p", "r"); failure(err) != "ResourceNotFound" {
		t.Errorf("GetEntity of a deleted entity: %v, want ResourceNotFound", err)
	}
}
