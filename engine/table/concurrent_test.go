package table_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"rowkey/engine/edm"
	"rowkey/engine/table"
)

// TestTransactionsAreSeenWhole lets writers move one unit between two entities in transactions with
// ETags, while readers add both up: they must never see a unit missing. ENG-B1.
func TestTransactionsAreSeenWhole(t *testing.T) {
	s := open(t, table.Options{})
	tab := s.create(t, "accounts")
	add(t, tab, entity("p", "from", "N", 1000), entity("p", "to", "N", 0))
	var moved sync.Map // from the ETag of each move to the next
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				if etag, ok := move(tab); ok {
					if _, twice := moved.LoadOrStore(etag, true); twice {
						t.Errorf("two writes have ETag %s", etag)
					}
				}
			}
		})
		wg.Go(func() {
			for range 100 {
				page, err := tab.ListEntities(ctx, table.Query{Top: -1})
				if n := total(page.Rows); err != nil || n != 1000 {
					t.Errorf("a reader saw %d units, %v", n, err)
				}
			}
		})
	}
	wg.Wait()
	n := 0
	moved.Range(func(any, any) bool { n++; return true })
	e, err := tab.GetEntity(ctx, "p", "to")
	if v, _ := e.Get("N"); err != nil || v.Int() != int64(n) || n == 0 {
		t.Errorf("%d units have arrived, %v, want %d", v.Int(), err, n)
	}
}

// move takes one unit from an entity to the other, unless another writer was faster.
func move(tab table.Table) (table.ETag, bool) {
	var actions []table.Action
	for rk, d := range map[string]int{"from": -1, "to": 1} {
		e, err := tab.GetEntity(ctx, "p", rk)
		if err != nil {
			return "", false
		}
		v, _ := e.Get("N")
		actions = append(actions, table.Action{
			Verb: table.Update, Mode: table.Replace, IfMatch: table.ETagOf(e.Timestamp),
			Entity: entity("p", rk, "N", int(v.Int())+d),
		})
	}
	out, err := tab.SubmitTransaction(ctx, actions)
	if err != nil {
		return "", false
	}
	return out[0].ETag, true
}

func total(rows []edm.Row) int {
	n := 0
	for _, r := range rows {
		v, _ := r.Lookup("N")
		n += int(v.Int())
	}
	return n
}

// TestTablesComeAndGoBesideEachOther checks under the race detector that requests need no order.
func TestTablesComeAndGoBesideEachOther(t *testing.T) {
	s := open(t, table.Options{})
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			tab := s.Table("acct", "shared")
			for i := range 50 {
				s.SetOptions(table.Options{PageReads: i, PartitionBoundary: g%2 == 0})
				errs := []error{tab.Create(ctx)}
				_, err := tab.UpsertEntity(ctx, entity(fmt.Sprint(g), fmt.Sprint(i)), table.Merge)
				errs = append(errs, err)
				_, err = tab.ListEntities(ctx, table.Query{Top: -1})
				errs = append(errs, err)
				_, err = tab.KeyLine(ctx, nil)
				errs = append(errs, err, tab.Delete(ctx))
				for _, err := range errs {
					if f := failure(err); f != "" && f != "TableAlreadyExists" && !strings.HasSuffix(f, "NotFound") {
						t.Errorf("a request failed with %v", err)
					}
				}
			}
		})
	}
	wg.Wait()
	if err := s.Table("acct", "shared").Delete(ctx); err == nil {
		t.Log("the last writer left a table behind")
	}
	if n := stored(t, s.db); n != 0 {
		t.Errorf("%d keys are left without a table", n)
	}
}

// TestRequestsRunBesideASweep lets readers and writers use a table while another one and its own
// leftovers are swept away.
func TestRequestsRunBesideASweep(t *testing.T) {
	s := open(t, table.Options{})
	s.db.Step = 10
	var wg sync.WaitGroup
	for g := range 3 {
		wg.Go(func() {
			tab := s.Table("acct", fmt.Sprintf("table%d", g))
			for n := range 10 {
				if err := tab.Create(ctx); err != nil {
					t.Error(err)
				}
				fill(t, tab, 40, n)
				e, err := tab.GetEntity(ctx, "p", "000003")
				if v, _ := e.Get("N"); err != nil || v.Int() != int64(n) {
					t.Errorf("GetEntity = %v, %v, want one of generation %d", e, err, n)
				}
				page, err := tab.ListEntities(ctx, table.Query{Top: -1})
				if err != nil || len(page.Rows) != 40 {
					t.Errorf("ListEntities: %d rows, %v, want 40", len(page.Rows), err)
				}
				if err := tab.Delete(ctx); err != nil {
					t.Error(err)
				}
				if _, err := tab.GetEntity(ctx, "p", "000003"); failure(err) != "TableNotFound" {
					t.Errorf("GetEntity of a deleted table: %v, want TableNotFound", err)
				}
			}
		})
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		for range 300 {
			sweep(t, s.db)
		}
	}()
	wg.Wait()
	<-done
	for sweep(t, s.db) {
	}
	if n := stored(t, s.db); n != 3 {
		t.Errorf("%d keys are left, want 3: the generations of the names", n)
	}
}
