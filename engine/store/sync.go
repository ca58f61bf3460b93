package store

// Sync says when a committed transaction is safe from a loss of power. From the end of the process
// it is safe at once.
type Sync uint8

// The policies.
const (
	Always      Sync = iota // before Update returns; transactions that end together share a flush
	EverySecond             // a second later at most
	Never                   // when the system sees fit
)
