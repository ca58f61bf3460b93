//go:build unix

package lock

import (
	"errors"
	"os"
	"syscall"
)

// Take keeps other processes out until release is called or this process ends. Errors: [ErrHeld], those of
// the file.
func Take(path string) (release func() error, err error) {
	for {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, err
		}
		if err := hold(f); err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if isAt(f, path) {
			return func() error {
				_ = os.Remove(path) // a file that stays, in a folder that cannot be written, is not held
				return f.Close()
			}, nil
		}
		f.Close() // the process that held the lock removed the file meanwhile
	}
}

func hold(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrHeld
	}
	return err
}

// isAt reports whether an open file still has its name.
func isAt(f *os.File, path string) bool {
	here, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(here, there)
}
