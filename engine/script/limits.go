package script

import "time"

// The limits of one run of a script.
const (
	MaxRequests = 1000   // of a script; loops count every time
	MaxFixture  = 10_000 // of a script that sets up
	MaxPages    = 100    // that @follow reads
	MaxWhile    = 100    // times that @loop while repeats
)

const maxSleep = 366 * 86400_000 // milliseconds that one @sleep takes

// Longest is where the time of a run stops: far from what 64 bits of nanoseconds can hold.
const Longest = 100 * 365 * 24 * time.Hour
