package parallel_test

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"rowkey/site/parallel"
)

func TestTheErrorOfTheLowestNumberIsReturned(t *testing.T) {
	for range 200 {
		err := parallel.Each(100, func(i int) error {
			if i == 40 || i == 41 || i == 90 {
				return fmt.Errorf("%d", i)
			}
			return nil
		})
		if err == nil || err.Error() != "40" {
			t.Fatalf("error = %v, want that of 40", err)
		}
	}
}

func TestNothingMoreBeginsAfterAnError(t *testing.T) {
	var calls atomic.Int64
	err := parallel.Each(1_000_000, func(int) error {
		calls.Add(1)
		return errors.New("no")
	})
	if n := calls.Load(); err == nil || n == 0 || n > 1000 {
		t.Errorf("error = %v after %d calls, want one after few", err, n)
	}
}
