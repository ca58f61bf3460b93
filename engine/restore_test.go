package engine_test

import (
	"bytes"
	"strings"
	"testing"

	"rowkey/engine"
	"rowkey/engine/store"
)

// snapshotWith returns a snapshot of a store that holds one key.
func snapshotWith(t *testing.T, key, value string) string {
	t.Helper()
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Update(t.Context(), func(tx *store.Tx) error { return tx.Put(key, value) }); err != nil {
		t.Fatal(err)
	}
	head, _, _ := bytes.Cut(ok(t, open(t), "GET", "/-/snapshot", nil, nil), []byte("}\n"))
	b := bytes.NewBuffer(append(head, "}\n"...))
	if err := db.Save(b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSnapshotWithAValueThatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	e := open(t)
	play(t, e, people, nil)
	before := everything(t, e)
	for _, kind := range []string{
		"t", "tx", "q", "qx", "c", "cx", "e", "e1", "m", "m12", "v", "v2", "b", "b1", "d", "d1", "u",
	} {
		for _, value := range []string{"", "\x03", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"} {
			key := store.Key(kind, engine.Account, "people", "a", "b")
			status, body := call(t, e, "PUT", "/-/snapshot", snapshotWith(t, key, value))
			if status != 400 || !strings.Contains(string(body), "load snapshot: key ") {
				t.Errorf("%s with %q: PUT snapshot = %d %s, want 400 and the key", kind, value, status, body)
			}
		}
	}
	if after := everything(t, e); after != before {
		t.Error("a restore was refused and has changed the sandbox")
	}
}

func TestRestoreOfWhatEveryServiceKeepsIsTaken(t *testing.T) {
	t.Parallel()
	e, _ := longWork(t)
	snapshot := ok(t, e, "GET", "/-/snapshot", nil, nil)
	ok(t, e, "PUT", "/-/snapshot", snapshot, nil)
	if after := ok(t, e, "GET", "/-/snapshot", nil, nil); !bytes.Equal(after, snapshot) {
		t.Error("the snapshot of what was restored is another one")
	}
}

func TestRestoreIsWholeOrNothingWhenItsClientHasGone(t *testing.T) {
	t.Parallel()
	for _, options := range []string{`{}`, `{"cluster":{"nodes":3}}`} {
		e, _ := longWork(t)
		ok(t, e, "PUT", "/-/options", options, nil)
		snapshot := ok(t, e, "GET", "/-/snapshot", nil, nil)
		ok(t, e, "POST", "/-/reset", `{"options":`+options+`}`, nil)
		before := everything(t, e)
		for most, done := int64(1), false; !done; most += most/2 + 1 {
			answer, n := under(t, e, most, toControl(t, "PUT", "/-/snapshot", string(snapshot)))
			after := everything(t, e)
			if done = answer.Status < 300; !done && after != before {
				t.Fatalf("%s: PUT snapshot = %d %s, and it has changed the sandbox", options, answer.Status, answer.Text())
			} else if !done && n > most+10 {
				t.Errorf("%s: %d looks at the context after it had ended", options, n-most)
			}
			if done && most < 20 {
				t.Errorf("%s: the restore looked at its context only %d times", options, n)
			}
		}
		if after := ok(t, e, "GET", "/-/snapshot", nil, nil); !bytes.Equal(after, snapshot) {
			t.Errorf("%s: the restore that was answered is another state", options)
		}
	}
}
