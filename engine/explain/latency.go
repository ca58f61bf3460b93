package explain

import "time"

// What a request costs in virtual time. The service publishes no such numbers: these are ours. They
// are chosen so that the orders of magnitude are right and so that comparisons come out as they do
// in reality: a round trip takes longer than the work of a point read, one transaction is faster than a hundred
// requests, and [PerRead] uses up the five seconds of a query with 100,000 entities.
const (
	RoundTrip = 4 * time.Millisecond   // there and back, and the front end
	Commit    = 4 * time.Millisecond   // once for a request that writes: its copies are made
	PerRead   = 50 * time.Microsecond  // each entity that is read
	PerWrite  = 100 * time.Microsecond // each entity that is written
	PerByte   = 100 * time.Nanosecond  // each byte of the two bodies
)

// Latency returns how long a request takes from what it did: the same record gives the same time.
// A request that is refused has written nothing. Waiting for a busy node is not part of it.
func Latency(r *Record) time.Duration {
	d := RoundTrip
	if n := len(r.Changes); n > 0 {
		d += Commit + time.Duration(n)*PerWrite
	}
	return d + time.Duration(r.Read)*PerRead + time.Duration(r.BytesIn+r.BytesOut)*PerByte
}
