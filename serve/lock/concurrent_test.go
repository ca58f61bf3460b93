package lock_test

import (
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"rowkey/serve/lock"
)

func TestALockIsHeldOnceUntilItIsReleased(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	for range 2 {
		release, err := lock.Take(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := lock.Take(path); !errors.Is(err, lock.ErrHeld) {
			t.Errorf("the second Take = %v, want ErrHeld", err)
		}
		if err := release(); err != nil {
			t.Error(err)
		}
	}
	if left, _ := filepath.Glob(path); left != nil {
		t.Errorf("the file %s is left", left)
	}
}

func TestALockHasOneHolderWhenMoreWantIt(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "lock")
	var holders, taken atomic.Int32
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 500 {
				release, err := lock.Take(path)
				if errors.Is(err, lock.ErrHeld) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				taken.Add(1)
				if n := holders.Add(1); n != 1 {
					t.Errorf("%d hold the lock", n)
				}
				holders.Add(-1)
				if err := release(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if taken.Load() == 0 {
		t.Error("nobody got the lock")
	}
}

func TestALockInAFolderThatIsMissingIsAnError(t *testing.T) {
	t.Parallel()
	if _, err := lock.Take(filepath.Join(t.TempDir(), "no", "lock")); err == nil || errors.Is(err, lock.ErrHeld) {
		t.Errorf("Take = %v, want an error of the file", err)
	}
}
