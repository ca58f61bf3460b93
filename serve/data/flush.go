package data

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"
)

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
