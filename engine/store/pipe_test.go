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
	for _, suffix := range []string{"", completeSuffix} {
		path := filepath.Join(t.TempDir(), "db")
		if err := syscall.Mkfifo(path+suffix, 0o600); err != nil {
			t.Skip(err)
		}
		done := make(chan error, 1)
		go func() {
			db, err := OpenFile(path, FileOptions{})
			if err == nil {
				err = db.Close()
			}
			done <- err
		}()
		select {
		case err := <-done:
			if refused := err != nil && strings.Contains(err.Error(), "not a regular file"); refused != (suffix == "") {
				t.Errorf("OpenFile beside a pipe with the suffix %q = %v", suffix, err)
			}
		case <-time.After(time.Minute): // for ever, if it waits at all
			t.Errorf("OpenFile waits for a pipe with the suffix %q", suffix)
		}
	}
}
