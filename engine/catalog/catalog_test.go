package catalog_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/catalog"
	"rowkey/engine/clock"
	"rowkey/engine/store"
)

var epoch = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)

// shelf is a catalog of queues with the store and the clock below it.
type shelf struct {
	*catalog.Catalog
	db    *store.DB
	clock *clock.Clock
}

func open(t *testing.T) shelf {
	t.Helper()
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	c := clock.At(epoch)
	codes := catalog.Codes{
		Missing: apierr.QueueNotFound, Taken: apierr.QueueAlreadyExists, Busy: apierr.QueueBeingDeleted,
	}
	return shelf{catalog.New(db, c, "q", codes, "m"), db, c}
}

// create makes an item and returns the code of the error, "" for none.
func (s shelf) create(t *testing.T, account, name string) apierr.Code {
	t.Helper()
	return apierr.Of(s.db.Update(t.Context(), func(tx *store.Tx) error {
		return s.Entry(account, name).Create(tx, &catalog.Item{Name: name})
	}))
}

func (s shelf) remove(t *testing.T, name string, delay time.Duration) apierr.Code {
	t.Helper()
	s.SetDeleteDelay(delay)
	return apierr.Of(s.db.Update(t.Context(), s.Entry("acct", name).Delete))
}

func TestEntryKeepsWhatWasPut(t *testing.T) {
	t.Parallel()
	s := open(t)
	e := s.Entry("acct", "tasks")
	if got := s.create(t, "acct", "tasks"); got != "" {
		t.Fatalf("Create: %s", got)
	}
	want := catalog.Item{
		Name: "tasks", Metadata: catalog.Metadata{{Name: "Owner", Value: "Ann"}, {Name: "b", Value: ""}},
		Policies: "<p/>", Public: "blob",
	}
	_, err := e.Update(t.Context(), func(it *catalog.Item) error {
		want.Created, want.Modified = it.Created, epoch.Add(time.Hour)
		*it = want
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := e.Item(t.Context())
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("Item = %v, %v, want %v", got, err, want)
	}
	if !got.Created.After(epoch) {
		t.Errorf("Created = %v, want a tick after %v", got.Created, epoch)
	}
}

func TestEntryThatIsMissing(t *testing.T) {
	t.Parallel()
	e := open(t).Entry("acct", "nope")
	for name, call := range map[string]func() error{
		"Item":        func() error { _, err := e.Item(t.Context()); return err },
		"Policies":    func() error { _, err := e.Policies(t.Context()); return err },
		"SetPolicies": func() error { return e.SetPolicies(t.Context(), "") },
	} {
		if got := apierr.Of(call()); got != apierr.QueueNotFound {
			t.Errorf("%s of a missing thing: code = %q, want QueueNotFound", name, got)
		}
	}
}

func TestUpdateThatFailsChangesNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.create(t, "acct", "tasks")
	broken := errors.New("broken")
	_, err := s.Entry("acct", "tasks").Update(t.Context(), func(it *catalog.Item) error {
		it.Policies = "changed"
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("Update: %v, want the error of the change", err)
	}
	if text, err := s.Entry("acct", "tasks").Policies(t.Context()); err != nil || text != "" {
		t.Errorf("Policies = %q, %v, want none", text, err)
	}
}

func TestNamesAreFreeAgainAfterTheirTime(t *testing.T) {
	t.Parallel()
	s := open(t)
	steps := []struct {
		name string
		do   func() apierr.Code
		want apierr.Code
	}{
		{"a-name-that-is-free", func() apierr.Code { return s.create(t, "acct", "tasks") }, ""},
		{"a-name-that-is-taken", func() apierr.Code { return s.create(t, "acct", "tasks") }, apierr.QueueAlreadyExists},
		{"the-same-name-in-another-account", func() apierr.Code { return s.create(t, "other", "tasks") }, ""},
		{"deleting", func() apierr.Code { return s.remove(t, "tasks", 30*time.Second) }, ""},
		{"deleting-twice", func() apierr.Code { return s.remove(t, "tasks", 0) }, apierr.QueueNotFound},
		{"a-name-that-is-still-busy", func() apierr.Code { return s.create(t, "acct", "tasks") }, apierr.QueueBeingDeleted},
		{"half-a-minute-later", func() apierr.Code {
			s.clock.Advance(30 * time.Second)
			return s.create(t, "acct", "tasks")
		}, ""},
		{"deleting-without-a-delay", func() apierr.Code { return s.remove(t, "tasks", 0) }, ""},
		{"at-once-after-it", func() apierr.Code { return s.create(t, "acct", "tasks") }, ""},
	}
	for _, step := range steps {
		if got := step.do(); got != step.want {
			t.Fatalf("%s: code = %q, want %q", step.name, got, step.want)
		}
	}
}

func TestListReturnsPagesByPrefix(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, name := range []string{"aa1", "ab1", "ab2", "ab3", "b", "ba"} {
		s.create(t, "acct", name)
		s.create(t, "acct2", "x"+name)
	}
	for _, c := range []struct {
		prefix, from string
		top          int
		want, next   string
	}{
		{"", "", 10, "aa1 ab1 ab2 ab3 b ba", ""},
		{"ab", "", 10, "ab1 ab2 ab3", ""},
		{"ab", "", 2, "ab1 ab2", "ab3"},
		{"ab", "ab3", 2, "ab3", ""},
		{"ab", "a", 1, "ab1", "ab2"},
		{"ab", "b", 5, "", ""},
		{"", "ab25", 2, "ab3 b", "ba"},
		{"", "", 6, "aa1 ab1 ab2 ab3 b ba", ""},
		{"c", "", 1, "", ""},
	} {
		items, next, err := s.List(t.Context(), "acct", c.prefix, c.from, c.top)
		var names []string
		for _, it := range items {
			names = append(names, it.Name)
		}
		if got := strings.Join(names, " "); err != nil || got != c.want || next != c.next {
			t.Errorf("List(%q, %q, %d) = %q, next %q, %v; want %q, next %q",
				c.prefix, c.from, c.top, got, next, err, c.want, c.next)
		}
	}
}

func TestSettingsKeepOneDocumentForEachAccountAndService(t *testing.T) {
	t.Parallel()
	s := open(t)
	queues, blobs := s.Catalog, catalog.New(s.db, s.clock, "c", catalog.Codes{})
	if text, err := queues.Properties(t.Context(), "acct"); err != nil || text != "" {
		t.Fatalf("Properties of a new account = %q, %v, want none", text, err)
	}
	if err := queues.SetProperties(t.Context(), "acct", "first"); err != nil {
		t.Fatal(err)
	}
	if err := queues.SetProperties(t.Context(), "acct", "second"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		settings      *catalog.Catalog
		account, want string
	}{{queues, "acct", "second"}, {queues, "other", ""}, {blobs, "acct", ""}} {
		if text, err := c.settings.Properties(t.Context(), c.account); err != nil || text != c.want {
			t.Errorf("Properties(%s) = %q, %v, want %q", c.account, text, err, c.want)
		}
	}
}

func TestDamagedItemIsAnError(t *testing.T) {
	t.Parallel()
	s := open(t)
	err := s.db.Update(t.Context(), func(tx *store.Tx) error { return tx.Put(store.Key("q", "acct", "tasks"), "\x09") })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Entry("acct", "tasks").Item(t.Context()); !errors.Is(err, store.ErrValue) {
		t.Errorf("Item: %v, want ErrValue", err)
	}
	if _, _, err := s.List(context.Background(), "acct", "", "", 1); !errors.Is(err, store.ErrValue) {
		t.Errorf("List: %v, want ErrValue", err)
	}
}

// contents is what there is in a generation of the thing called tasks.
func (s shelf) contents(t *testing.T, do func(tx *store.Tx, key string) error) {
	t.Helper()
	err := s.db.Update(t.Context(), func(tx *store.Tx) error {
		g, err := s.Entry("acct", "tasks").Generation(tx)
		return errors.Join(err, do(tx, store.Key(g.Kind("m"), "acct", "tasks")))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestContentOfANameDoesNotMixWithWhatWasThereBefore(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.db.Step = 2
	create := func() { s.create(t, "acct", "tasks") }
	remove := func() { s.remove(t, "tasks", 0) }
	clear := func() {
		if err := s.db.Update(t.Context(), s.Entry("acct", "tasks").Clear); err != nil {
			t.Fatal(err)
		}
	}
	update := func() {
		if err := s.Entry("acct", "tasks").SetPolicies(t.Context(), "<p/>"); err != nil {
			t.Fatal(err)
		}
	}
	create()
	for i, steps := range [][]func(){
		{remove, create}, {clear}, {update, clear, clear}, {remove, create, remove, create}, {clear, remove, create},
	} {
		s.contents(t, func(tx *store.Tx, key string) (err error) {
			for k := range 3 {
				err = errors.Join(err, tx.Put(store.Extend(key, fmt.Sprint(k)), "old"))
			}
			return err
		})
		for _, step := range steps {
			step()
		}
		s.contents(t, func(tx *store.Tx, key string) error {
			for k := range tx.Scan(key, store.After(key)) {
				t.Errorf("after step %d: %q is still there", i, k)
			}
			return nil
		})
	}
}

func TestTheSameRequestsLeaveTheSameKeysHoweverFarTheSweepIs(t *testing.T) {
	t.Parallel()
	after := func(sweeps int) string {
		s := open(t)
		s.db.Step = 2
		for range 3 {
			s.create(t, "acct", "tasks")
			s.contents(t, func(tx *store.Tx, key string) (err error) {
				for k := range 5 {
					err = errors.Join(err, tx.Put(store.Extend(key, fmt.Sprint(k)), "old"))
				}
				return err
			})
			s.remove(t, "tasks", 0)
			for range sweeps {
				if _, err := s.db.Sweep(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		s.create(t, "acct", "tasks")
		var b strings.Builder
		if err := s.db.Save(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	none, some, all := after(0), after(1), after(9)
	if none != some || none != all {
		t.Errorf("without a sweep %q, during one %q, after it %q", none, some, all)
	}
}
