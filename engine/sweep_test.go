package engine_test

import (
	"testing"

	"rowkey/engine"
	"rowkey/engine/control"
)

// sweepOnce takes one step of clearing away what large deletes have left.
func sweepOnce(t testing.TB, e *control.Handler) (more bool) {
	t.Helper()
	more, err := e.Sweep(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return more
}

const dropBig = "DELETE /Tables('Big')\n\n# ?? status == 204\n"

// TestSweepsCannotBeSeen compares two sandboxes after the same requests. One of them is swept.
func TestSweepsCannotBeSeen(t *testing.T) {
	swept, never := open(t), open(t)
	both := func(what string, do func(e *control.Handler)) {
		t.Helper()
		do(swept)
		do(never)
		for range 2 {
			if everything(t, swept) != everything(t, never) {
				t.Fatalf("after %s the sandbox that was swept is another one", what)
			}
			sweepOnce(t, swept)
		}
	}
	for range 2 {
		both("a large table", func(e *control.Handler) { fill(t, e, 2000) })
		both("its delete", func(e *control.Handler) { play(t, e, dropBig, nil) })
	}
	both("a small table", func(e *control.Handler) { play(t, e, people, nil) })
	for sweepOnce(t, swept) {
	}
	both("all of the sweep", func(e *control.Handler) {})
	snapshot := ok(t, never, "GET", "/-/snapshot", nil, nil)
	if !sweepOnce(t, never) {
		t.Error("nothing was left to be swept: the test proves nothing")
	}
	both("a restore", func(e *control.Handler) {
		ok(t, e, "PUT", "/-/snapshot", snapshot, nil)
	})
	both("a large table after that", func(e *control.Handler) { fill(t, e, 1000) })
}

func TestAResetForgetsWhatIsLeftToSweep(t *testing.T) {
	e := open(t)
	fill(t, e, 2000)
	play(t, e, dropBig, nil)
	fresh := everything(t, open(t))
	ok(t, e, "POST", "/-/reset", nil, nil)
	if got := everything(t, e); got != fresh {
		t.Errorf("after a reset\n%q, want\n%q", got, fresh)
	}
	if sweepOnce(t, e) {
		t.Error("a reset has left something to be swept")
	}
}

func TestASweepOfAClosedSandboxFails(t *testing.T) {
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, e, 2000)
	play(t, e, dropBig, nil)
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if more, err := e.Sweep(t.Context()); more || err == nil {
		t.Errorf("Sweep = %t, %v, want an error", more, err)
	}
}
