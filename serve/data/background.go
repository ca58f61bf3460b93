package data

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"rowkey/engine"
)

// sweepPause is how long a sweeper that has nothing to do waits until it looks again.
const sweepPause = time.Second

// StartSweeper removes in the background what large deletes leave, also those of an earlier
// process. The function that it returns ends that, and waits until it has ended.
func StartSweeper(e *engine.Engine) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		sweep(ctx, e)
	}()
	return func() { cancel(); <-done }
}

// sweep removes what large deletes leave until ctx ends. An error is reported once.
func sweep(ctx context.Context, e *engine.Engine) {
	reported := ""
	for ctx.Err() == nil {
		err := SweepAll(ctx, e)
		if err != nil && ctx.Err() == nil && err.Error() != reported {
			reported = err.Error()
			fmt.Fprintln(os.Stderr, "serve: clean up after deletes:", reported)
		}
		wait(ctx, sweepPause)
	}
}

// SweepAll makes small steps until nothing is left. After each it rests for as long
// as that took, so that it never takes more than half of the time. Errors: those of the store, of ctx.
func SweepAll(ctx context.Context, e *engine.Engine) error {
	for {
		start := time.Now()
		more, err := e.Sweep(ctx)
		if err != nil || !more {
			return err
		}
		wait(ctx, time.Since(start))
	}
}

// wait returns after a time, or when ctx ends.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// FlushEverySecond calls flush once a second until ctx ends. After an error, which is reported once,
// every write fails: what the disk holds is unknown.
func FlushEverySecond(ctx context.Context, flush func() error) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	flushAt(ctx, tick.C, flush, os.Stderr)
}

// flushAt calls flush at each tick until ctx ends, or until it fails.
func flushAt(ctx context.Context, ticks <-chan time.Time, flush func() error, out io.Writer) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
			if err := flush(); err != nil {
				fmt.Fprintln(out, "serve:", err)
				return
			}
		}
	}
}
