package server

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/semaphore"
)

// How much memory the bodies above smallBody share at each listener, and the answers above it that were
// made for their request, in bytes.
const (
	bodyMemory   = 256 << 20
	answerMemory = 96 << 20
)

// errBusy says that there is no memory for a request.
var errBusy = errors.New("the server has no memory left for this request: try again later")

// budget is the memory for large bodies, or for large answers.
//
// A body takes memory as it arrives. If there is none left, several could hold all of it while each
// waits for more. Therefore bodies wait in a queue, and the first one may also take the extra slot:
// with that it grows to its end without asking. It does end, complete or too slow, so one of them always
// goes on. A request that waits longer than patience is refused.
type budget struct {
	size     int                 // bytes
	shared   *semaphore.Weighted // of those
	line     *semaphore.Weighted // one: the first of those that wait
	extra    *semaphore.Weighted // one: a body that grows beside shared
	patience time.Duration
}

func newBudget(size int, patience time.Duration) *budget {
	return &budget{size, semaphore.NewWeighted(int64(size)), semaphore.NewWeighted(1), semaphore.NewWeighted(1), patience}
}

// share is the memory that one body or answer has. The zero share of a budget has none.
type share struct {
	of    *budget
	bytes int64 // of shared
	extra bool
}

// lookAgain is how often the first in the queue checks whether the extra slot is free.
const lookAgain = 20 * time.Millisecond

// grow takes n more bytes. Errors: errBusy.
func (s *share) grow(ctx context.Context, n int) error {
	b := s.of
	if s.extra {
		return nil
	}
	if b.shared.TryAcquire(int64(n)) {
		s.bytes += int64(n)
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, b.patience)
	defer cancel()
	if b.line.Acquire(ctx, 1) != nil {
		return errBusy
	}
	defer b.line.Release(1)
	for ctx.Err() == nil {
		if s.extra = b.extra.TryAcquire(1); s.extra {
			return nil
		}
		if s.wait(ctx, n, lookAgain) == nil {
			return nil
		}
	}
	return errBusy
}

// wait takes n bytes of the shared memory, or all of it, if that is free within d. Errors: errBusy.
func (s *share) wait(ctx context.Context, n int, d time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	n = min(n, s.of.size)
	if s.of.shared.Acquire(ctx, int64(n)) != nil {
		return errBusy
	}
	s.bytes += int64(n)
	return nil
}

// release gives everything back.
func (s *share) release() {
	s.of.shared.Release(s.bytes)
	released.Add(uint64(s.bytes))
	if s.extra {
		s.of.extra.Release(1)
	}
	s.bytes, s.extra = 0, false
}
