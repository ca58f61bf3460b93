package engine

import (
	"context"
	"testing"
	"time"
)

// Options are read, changed and written back: two requests that did so at once could lose one of them.
func TestOptionsAreSetWhileNothingElseRuns(t *testing.T) {
	t.Parallel()
	e, err := Open(Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Request("PUT", "/-/options")
	if err != nil {
		t.Fatal(err)
	}
	r.Body = []byte(`{"pageReads":7}`)
	e.gate.RLock() // as a request does that is running
	done := make(chan int)
	go func() { done <- e.Serve(context.Background(), r).Status }()
	select {
	case status := <-done:
		t.Errorf("PUT options answered %d beside another request", status)
	case <-time.After(50 * time.Millisecond):
	}
	e.gate.RUnlock()
	if t.Failed() {
		return
	}
	if status := <-done; status != 200 || e.tables.Options().PageReads != 7 {
		t.Errorf("PUT options = %d, then %+v", status, e.tables.Options())
	}
}
