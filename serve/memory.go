package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// How much the heap may grow, in bytes, before it is swept: small heaps by room, so that requests are
// seldom disturbed; large ones by a part of what they hold, so that a store does not cost twice its
// size.
const (
	room        = 32 << 20
	leastGrowth = 35  // per cent
	mostGrowth  = 800 // per cent
)

// cycle dies with every sweep.
type cycle struct{ _ [64]byte }

// keepMemorySmall adjusts the growth of the heap after every sweep, for as long as the process lives.
func keepMemorySmall() {
	debug.SetGCPercent(growth(liveHeap()))
	runtime.AddCleanup(new(cycle), func(int) { keepMemorySmall() }, 0)
}

// growth returns per cent of a heap of that many bytes.
func growth(live uint64) int {
	return int(min(max(room*100/max(live, 1), leastGrowth), mostGrowth))
}

// liveHeap returns how much the last sweep has left.
func liveHeap() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}
