//go:build !js

package store

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// flusher waits until the disk holds what has been written to a file.
type flusher struct {
	written atomic.Uint64         // transactions in the file
	failed  atomic.Pointer[error] // of a flush; what the disk holds is unknown since

	mu      sync.Mutex // guards the fields below
	file    file
	flushed uint64 // transactions on the disk
}

// wait returns when everything that has been written so far is on the disk. Of several callers that wait
// together one flushes for all. After an error every call fails with it.
func (f *flusher) wait() error {
	mine := f.written.Load()
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.failure(); err != nil || f.flushed >= mine {
		return err
	}
	all := f.written.Load()
	if err := f.file.Sync(); err != nil {
		return f.fail(fmt.Errorf("store: flush, and nothing more is written: %w", err))
	}
	f.flushed = all
	return nil
}

// fail makes every call that waits, now or later, fail with err.
func (f *flusher) fail(err error) error {
	f.failed.CompareAndSwap(nil, &err)
	return f.failure()
}

// failure returns why the file must no longer be written.
func (f *flusher) failure() error {
	if err := f.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// replace continues with another file that is completely on the disk, and closes the one before.
func (f *flusher) replace(by file) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file != nil {
		_ = f.file.Close() // it is not read again
	}
	f.file = by
	f.flushed = f.written.Load()
}

func (f *flusher) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}
