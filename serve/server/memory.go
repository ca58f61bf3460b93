package server

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// How much the heap may grow, in bytes, before it is collected: small heaps by room, so that requests are
// seldom disturbed; large ones by a part of what they hold, so that a store does not cost twice its
// size.
const (
	room        = 32 << 20
	leastGrowth = 70  // percent
	mostGrowth  = 800 // percent
)

// cycle is freed by every garbage collection.
type cycle struct{ _ [64]byte }

// KeepMemorySmall adjusts the growth of the heap after every collection, for as long as the process lives.
func KeepMemorySmall() {
	debug.SetGCPercent(growth(liveHeap()))
	runtime.AddCleanup(new(cycle), func(int) { KeepMemorySmall() }, 0)
}

// growth returns the percentage for a heap of that many bytes.
func growth(live uint64) int {
	return int(min(max(room*100/max(live, 1), leastGrowth), mostGrowth))
}

// liveHeap returns how much the last collection has left, in bytes.
func liveHeap() uint64 { return measure("/gc/heap/live:bytes") }

// measure returns a number that the runtime keeps, 0 if it does not.
func measure(name string) uint64 {
	s := []metrics.Sample{{Name: name}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}

const (
	pause    = 3 * time.Second // between two looks at what has been done
	restless = 1 << 20         // bytes that a busy server allocates meanwhile
)

// released is how much budgets got back, in bytes: an answer that a slow client takes becomes garbage long
// after it was made.
var released atomic.Uint64

// returnMemory returns memory to the system after busy times. Without that the
// runtime takes minutes.
func returnMemory(ctx context.Context) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	taken, busy := uint64(0), false
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		before := taken
		taken = measure("/gc/heap/allocs:bytes") + released.Load()
		switch {
		case taken-before > restless:
			busy = true
		case busy:
			debug.FreeOSMemory()
			busy = false
		}
	}
}
