package rest_test

import (
	"syscall"
	"time"
)

// effort returns the processor time that a function takes, which does not depend on what else a machine does. The
// caller has locked its goroutine to its thread.
func effort(fn func()) time.Duration {
	before := threadTime()
	fn()
	return threadTime() - before
}

func threadTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
