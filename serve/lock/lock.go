// Package lock keeps two processes from using the same files at once.
//
// A lock is a file that is there while a process holds it. Where the system can, it frees the lock of a
// process that ends, however it ends: by flock on Unix, by a file that is not shared on Windows. Not here:
// locks between goroutines, and between machines that share a disk.
package lock

import "errors"

// ErrHeld says that another process holds the lock.
var ErrHeld = errors.New("its lock is held")
