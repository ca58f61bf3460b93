//go:build unix

package store

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestPipeInPlaceOfAFileIsRefusedAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := OpenFile(path, FileOptions{})
		done <- err
	}()
	select {
	case err := <-done:
		if err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("OpenFile of a pipe = %v", err)
		}
	case <-time.After(time.Minute): // for ever, if it waits at all
		t.Error("OpenFile waits for a pipe")
	}
}
