package main

import (
	"context"
	"fmt"
	"os"
	"time"
)

// flushEverySecond calls flush once a second until ctx ends. After an error, which is told once, every
// write fails: what the disk holds is unknown.
func flushEverySecond(ctx context.Context, flush func() error) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := flush(); err != nil {
				fmt.Fprintln(os.Stderr, "serve:", err)
				return
			}
		}
	}
}
