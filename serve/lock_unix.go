//go:build unix

package main

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other processes out until unlock is called or this process ends, however it ends.
func lock(path string) (unlock func() error, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, errors.New("another server uses this folder")
	}
	return f.Close, nil
}
