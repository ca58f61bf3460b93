// Package parallel runs work on all cores so that neither the messages nor the results of a build depend on which
// core was faster. It knows nothing about the work.
package parallel

import (
	"cmp"
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls do for the numbers below n, on all cores, and returns the error of the lowest number that has
// one. They are begun in order, and none after the first error: all lower ones have begun by then.
func Each(n int, do func(i int) error) error {
	errs := make([]error, n)
	var failed atomic.Bool
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				if errs[i] = do(i); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	for i := 0; i < n && !failed.Load(); i++ {
		next <- i
	}
	close(next)
	wg.Wait()
	return cmp.Or(errs...)
}

// Later begins a piece of work and returns how to wait for it.
func Later[T any](work func() (T, error)) func() (T, error) {
	var value T
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		value, err = work()
	}()
	return func() (T, error) {
		<-done
		return value, err
	}
}
