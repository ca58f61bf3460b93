package engine

import (
	"context"
	"runtime"
	"testing"
)

// Options are read, changed and written back: two requests that did so at once could lose one of them.
func TestOptionsAreSetWhileNothingElseRuns(t *testing.T) {
	t.Parallel()
	e, err := Open(Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	e.gate.RLock() // as a request does that is running
	done := make(chan error)
	go func() {
		done <- e.Configure(context.Background(), func(s *Settings) error {
			s.Table.PageReads = 7
			return nil
		})
	}()
	for e.gate.TryRLock() { // until Configure waits, which lets no further request in
		e.gate.RUnlock()
		select {
		case err := <-done:
			t.Fatalf("Configure returned %v beside another request", err)
		default:
			runtime.Gosched()
		}
	}
	e.gate.RUnlock()
	if err := <-done; err != nil || e.tables.Options().PageReads != 7 {
		t.Errorf("Configure = %v, then %+v", err, e.tables.Options())
	}
}
