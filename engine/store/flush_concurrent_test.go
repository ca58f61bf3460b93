//go:build !js

package store

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
)

func TestWritersBesideEachOtherShareAFlush(t *testing.T) {
	db, f, _ := faulty(t, FileOptions{Sync: Always})
	f.gate = make(chan struct{})
	f.syncs.Store(0)
	const writers = 8
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			if err := set(db, fmt.Sprint(w), "1"); err != nil {
				t.Error(err)
			}
		})
	}
	for !t.Failed() && db.disk.flush.written.Load() < writers { // the first waits for its flush, the others for it
		if f.syncs.Load() > 1 {
			t.Error("a second flush began before the first was over")
		}
		runtime.Gosched()
	}
	close(f.gate)
	all.Wait()
	if n := f.syncs.Load(); n > 2 {
		t.Errorf("%d flushes for %d writers, want 2 at most", n, writers)
	}
}
