//go:build !unix && !windows

package lock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Take keeps other processes out until release is called. Where files cannot be locked the file itself is
// the lock: after a crash it has to be deleted by hand. Errors: [ErrHeld], those of the file.
func Take(path string) (release func() error, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%w; if no other process is running, delete %s", ErrHeld, path)
	}
	if err != nil {
		return nil, err
	}
	return func() error { return errors.Join(f.Close(), os.Remove(path)) }, nil
}
