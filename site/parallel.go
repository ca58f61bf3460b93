package main

import (
	"runtime"
	"sync"
)

// parallel calls do for every number below n, on all cores, and returns the error of the lowest number
// that has one: what a build says does not depend on which core was faster.
func parallel(n int, do func(i int) error) error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				errs[i] = do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// later begins a piece of work and returns how to wait for it.
func later[T any](work func() (T, error)) func() (T, error) {
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
