package data

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestFailedFlushIsReportedOnce(t *testing.T) {
	ticks := make(chan time.Time, 3)
	for range 3 {
		ticks <- time.Time{}
	}
	flushes := 0
	var out strings.Builder
	flushAt(t.Context(), ticks, func() error {
		if flushes++; flushes == 2 {
			return errors.New("no such disk")
		}
		return nil
	}, &out)
	if flushes != 2 || out.String() != "serve: no such disk\n" {
		t.Errorf("%d flushes, and %q, want 2 and the error once", flushes, out.String())
	}
}

func TestFlushingEndsWithTheServer(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	flushAt(ctx, nil, func() error { return errors.New("called") }, nil)
}
