package table_test

import (
	"strings"
	"testing"
	"time"

	"rowkey/engine/edm"
	"rowkey/engine/table"
)

// write is one write to a table, in the order of its arguments of interest.
type write func(table.Table) error

func insert(properties ...any) write {
	return func(tab table.Table) error {
		_, err := tab.AddEntity(ctx, entity("p", "r", properties...))
		return err
	}
}

func updateTo(m table.Mode, properties ...any) write {
	return func(tab table.Table) error {
		_, err := tab.UpdateEntity(ctx, entity("p", "r", properties...), m, table.Any)
		return err
	}
}

func upsertTo(m table.Mode, properties ...any) write {
	return func(tab table.Table) error {
		_, err := tab.UpsertEntity(ctx, entity("p", "r", properties...), m)
		return err
	}
}

func remove(tab table.Table) error { return tab.DeleteEntity(ctx, "p", "r", table.Any) }

// ENG-O1, ENG-O2, ENG-O3, ENG-O4, ENG-O5, ENG-O7 and ENG-O8: what each kind of write does, and what a
// read finds afterwards. ENG-O6, a delete of what may be absent, is the delete whose error is known.
// ENG-E1: an entity is found by its two keys, and they are unique.
func TestWritesAndWhatTheyLeave(t *testing.T) {
	for _, c := range []struct {
		name   string
		writes []write
		code   string // of the last write
		want   string // "" for no entity
	}{
		{"insert-keeps-the-order-sent", []write{insert("b", 1, "A", 2, "_x", 3)}, "", "p/r b=1 A=2 _x=3"},
		{"insert-of-an-existing-entity-fails", []write{insert("a", 1), insert("a", 2)},
			"EntityAlreadyExists", "p/r a=1"},
		{"replace-drops-and-sorts",
			[]write{insert("z", 1), updateTo(table.Replace, "b", 1, "A", 2, "_x", 3)}, "", "p/r A=2 _x=3 b=1"},
		{"merge-keeps-overwrites-adds-and-sorts",
			[]write{insert("z", 1, "b", 2), updateTo(table.Merge, "b", "two", "a", 3)}, "", "p/r a=3 b='two' z=1"},
		{"merge-of-nothing-sorts-too",
			[]write{insert("z", 1, "b", 2), updateTo(table.Merge)}, "", "p/r b=2 z=1"},
		{"names-are-case-sensitive",
			[]write{insert("a", 1), updateTo(table.Merge, "A", 2)}, "", "p/r A=2 a=1"},
		{"names-sort-by-utf16",
			[]write{upsertTo(table.Replace, "é", 1, "Z", 2, "豈", 3, "z", 4)}, "", "p/r Z=2 z=4 é=1 豈=3"},
		{"upsert-that-inserts-sorts", []write{upsertTo(table.Merge, "b", 1, "a", 2)}, "", "p/r a=2 b=1"},
		{"upsert-replaces", []write{insert("z", 1), upsertTo(table.Replace, "a", 2)}, "", "p/r a=2"},
		{"upsert-merges", []write{insert("z", 1), upsertTo(table.Merge, "a", 2)}, "", "p/r a=2 z=1"},
		{"update-of-nothing-fails", []write{updateTo(table.Replace, "a", 1)}, "ResourceNotFound", ""},
		{"merge-into-nothing-fails", []write{updateTo(table.Merge, "a", 1)}, "ResourceNotFound", ""},
		{"delete", []write{insert("a", 1), remove}, "", ""},
		{"delete-of-nothing-fails", []write{remove}, "ResourceNotFound", ""},
		{"insert-after-a-delete", []write{insert("a", 1), remove, insert("b", 1)}, "", "p/r b=1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := open(t, table.Options{}).create(t, "abc")
			var err error
			for _, w := range c.writes {
				err = w(tab)
			}
			if got := failure(err); got != c.code {
				t.Errorf("last write: %q, want %q", got, c.code)
			}
			got := ""
			if e, err := tab.GetEntity(ctx, "p", "r"); err == nil {
				got = text(e)
			} else if failure(err) != "ResourceNotFound" {
				t.Errorf("GetEntity: %v", err)
			}
			if got != c.want {
				t.Errorf("entity = %q, want %q", got, c.want)
			}
		})
	}
}

func TestWritesDoNotTouchWhatTheyAreGiven(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	e := entity("p", "r", "b", 1, "a", 2)
	if _, err := tab.UpsertEntity(ctx, e, table.Replace); err != nil {
		t.Fatal(err)
	}
	if _, err := tab.UpdateEntity(ctx, e, table.Merge, table.Any); err != nil {
		t.Fatal(err)
	}
	if got := text(e); got != "p/r b=1 a=2" {
		t.Errorf("the entity given has become %s", got)
	}
}

// ENG-E2, ENG-E3: the service sets the Timestamp, whatever is sent, and no two writes have one ETag.
func TestEveryWriteGetsALaterTimestamp(t *testing.T) {
	s := open(t, table.Options{})
	tab := s.create(t, "abc")
	sent := entity("p", "r", "a", 1)
	sent.Timestamp = time.Date(1999, 9, 9, 0, 0, 0, 0, time.UTC)
	stored, err := tab.AddEntity(ctx, sent)
	if err != nil || !stored.Timestamp.After(epoch) {
		t.Fatalf("AddEntity: Timestamp = %v, %v, want that of the clock", stored.Timestamp, err)
	}
	etag := table.ETagOf(stored.Timestamp)
	for range 3 {
		last := etag
		if etag, err = tab.UpdateEntity(ctx, sent, table.Merge, last); err != nil || etag <= last {
			t.Errorf("UpdateEntity = %s, %v, want an ETag after %s", etag, err, last)
		}
	}
	e, err := tab.GetEntity(ctx, "p", "r")
	if err != nil || table.ETagOf(e.Timestamp) != etag {
		t.Errorf("GetEntity: Timestamp = %v, %v, want that of %s", e.Timestamp, err, etag)
	}
}

func TestETagOf(t *testing.T) {
	for want, ts := range map[table.ETag]time.Time{
		`W/"datetime'2019-05-28T22%3A36%3A03.691092Z'"`:  time.Date(2019, 5, 28, 22, 36, 3, 691092000, time.UTC),
		`W/"datetime'2019-05-28T22%3A36%3A03.6910921Z'"`: time.Date(2019, 5, 28, 22, 36, 3, 691092100, time.UTC),
		`W/"datetime'2019-05-28T22%3A36%3A03Z'"`:         time.Date(2019, 5, 28, 22, 36, 3, 0, time.UTC),
	} {
		if got := table.ETagOf(ts); got != want {
			t.Errorf("ETagOf(%v) = %s, want %s", ts, got, want)
		}
	}
}

// ENG-O9: conditions of replace, merge and delete, and the wildcard.
func TestConditions(t *testing.T) {
	s := open(t, table.Options{})
	tab := s.create(t, "abc")
	now := table.ETagOf(epoch.Add(100 * time.Nanosecond)) // of the write below
	for _, c := range []struct {
		name    string
		ifMatch table.ETag
		want    string
	}{
		{"any", table.Any, ""},
		{"the-version", now, ""},
		{"the-version-without-escapes", table.ETag(strings.ReplaceAll(string(now), "%3A", ":")), ""},
		{"another-version", `W/"datetime'2017-04-01T01%3A07%3A23.8881885Z'"`, "UpdateConditionNotSatisfied"},
		{"content-that-is-no-time", `W/"datetime''2017-04-01T01%3A07%3A23.8881885Z''"`, "ConditionNotMet"},
		{"content-of-another-service", `"0x8D3AC2E4E6D7B2C"`, "ConditionNotMet"},
		{"weak-content-of-another-service", `W/"0x8D3AC2E4E6D7B2C"`, "ConditionNotMet"},
		{"no-etag", "GolangRocksOnAzure", "InvalidInput"},
		{"two-etags", now + ", " + now, "InvalidInput"},
		{"not-closed", `W/"`, "InvalidInput"},
		{"empty", "", "InvalidInput"},
	} {
		for name, op := range map[string]func() error{
			"replace": func() error {
				_, err := tab.UpdateEntity(ctx, entity("p", "r"), table.Replace, c.ifMatch)
				return err
			},
			"merge": func() error {
				_, err := tab.UpdateEntity(ctx, entity("p", "r"), table.Merge, c.ifMatch)
				return err
			},
			"delete": func() error { return tab.DeleteEntity(ctx, "p", "r", c.ifMatch) },
		} {
			t.Run(c.name+"/"+name, func(t *testing.T) {
				s.clock.Set(epoch)
				if _, err := tab.UpsertEntity(ctx, entity("p", "r"), table.Replace); err != nil {
					t.Fatal(err)
				}
				if got := failure(op()); got != c.want {
					t.Errorf("If-Match %s: %q, want %q", c.ifMatch, got, c.want)
				}
			})
		}
	}
}

func TestConditionTexts(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	for ifMatch, want := range map[table.ETag]string{
		"": "InvalidInput: One of the request inputs is not valid.",
		"Rock": "InvalidInput: The etag value 'Rock' specified in one of the request headers is not valid. " +
			"Please make sure only one etag value is specified and is valid.",
	} {
		if err := tab.DeleteEntity(ctx, "p", "r", ifMatch); err == nil || err.Error() != want {
			t.Errorf("DeleteEntity(%q): %v, want %s", ifMatch, err, want)
		}
	}
}

func TestLimitsOfTheMergedEntity(t *testing.T) {
	large := func(names string) (p []any) {
		for _, c := range names {
			p = append(p, string(c), strings.Repeat("x", 32*1024))
		}
		return p
	}
	many := func(prefix string, n int) (p []any) {
		for i := range n {
			p = append(p, prefix+strings.Repeat("x", i), i)
		}
		return p
	}
	for _, c := range []struct {
		name         string
		first, merge []any
		want         string
	}{
		{"size", large("abcdefgh"), large("ijklmnop"), "EntityTooLarge"},
		{"size-that-fits", large("abcdefgh"), large("ijklmno"), ""},
		{"properties", many("a", 200), many("b", 53), "TooManyProperties"},
		{"properties-that-fit", many("a", 200), many("b", 52), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := open(t, table.Options{}).create(t, "abc")
			add(t, tab, entity("p", "r", c.first...))
			for _, w := range []write{upsertTo(table.Merge, c.merge...), updateTo(table.Merge, c.merge...)} {
				if got := failure(w(tab)); got != c.want {
					t.Errorf("merge: %q, want %q", got, c.want)
				}
			}
		})
	}
}

func TestInvalidEntitiesAreRefused(t *testing.T) {
	tab := open(t, table.Options{}).create(t, "abc")
	bad := edm.Entity{PartitionKey: "p", RowKey: "r", Properties: []edm.Property{{Name: "a b", Value: edm.Int32(1)}}}
	_, inserted := tab.AddEntity(ctx, bad)
	_, replaced := tab.UpdateEntity(ctx, bad, table.Replace, table.Any)
	_, merged := tab.UpsertEntity(ctx, bad, table.Merge)
	_, batch := tab.SubmitTransaction(ctx, append(inserts("p", 1), table.Action{Verb: table.Insert, Entity: bad}))
	for name, err := range map[string]error{"AddEntity": inserted, "UpdateEntity": replaced, "UpsertEntity": merged} {
		if got := failure(err); got != "PropertyNameInvalid" {
			t.Errorf("%s: %q, want PropertyNameInvalid", name, got)
		}
	}
	if got := failure(batch); got != "1:PropertyNameInvalid" {
		t.Errorf("SubmitTransaction: %q, want 1:PropertyNameInvalid", got)
	}
}
