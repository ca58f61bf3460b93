package table_test

import (
	"context"
	"testing"
	"time"

	"rowkey/engine/admission"
	"rowkey/engine/clock"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

func TestTheTermsOfARequestCountWithoutARecord(t *testing.T) {
	t.Parallel()
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	var asked []admission.Terms
	s := table.New(db, clock.At(time.Unix(0, 0)), table.Options{Admit: func(l table.Load) (time.Duration, error) {
		asked = append(asked, l.Terms)
		return 0, nil
	}})
	people := s.Table("demo", "people")
	want := admission.Terms{Ahead: time.Second, Free: true}
	for _, ctx := range []context.Context{admission.NewContext(context.Background(), want), context.Background()} {
		if _, err := people.GetEntity(ctx, "a", "1"); err == nil {
			t.Fatal("a table that was never made has an entity")
		}
	}
	if len(asked) != 2 || asked[0] != want || asked[1] != (admission.Terms{}) {
		t.Errorf("admission was asked on the terms %+v, want %+v and none", asked, want)
	}
}
