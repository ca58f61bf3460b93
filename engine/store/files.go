//go:build !js

package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// file is what is needed of an open file.
type file interface {
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
	Sync() error
	Close() error
}

// files are the calls to the system that change which files there are. Tests let them fail.
type files struct {
	open       func(path string, flag int) (file, error)
	rename     func(from, to string) error
	syncFolder func(path string) error // flushes the names in the folder of a file to the disk
}

// orSystem fills in the calls of the system.
func (f files) orSystem() files {
	if f.open == nil {
		f = files{openFileOf, os.Rename, syncFolder}
	}
	return f
}

func openFileOf(path string, flag int) (file, error) {
	f, err := os.OpenFile(path, flag, 0o600)
	if err != nil {
		return nil, err // not f: a nil *os.File would make a file that is not nil
	}
	return f, nil
}

// syncFolder flushes the names in the folder of a file to the disk. Windows has no such call.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() {
		return 0, fmt.Errorf("%s is not a regular file", path)
	}
	return info.Size(), nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// keepCopy copies the bytes from start on of the file at path to a new file, path.what-1 or the first
// such name that is free, and returns that. They are safe on the disk when it returns.
func (f files) keepCopy(path, what string, start int64) (name string, err error) {
	in, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer in.Close()
	if _, err := in.Seek(start, io.SeekStart); err != nil {
		return "", err
	}
	for n := 1; name == "" || exists(name); n++ {
		name = fmt.Sprintf("%s.%s-%d", path, what, n)
	}
	out, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return "", errors.Join(err, os.Remove(name))
	}
	return name, f.syncFolder(path)
}
