// Package units holds the units in which an application is measured and billed, and the published targets of the
// service that its load is compared with.
//
// Not here: periods of the calendar, whose months differ (package calendar); limits of one request (packages edm,
// table, queue and blob).
package units

// Lengths of time in seconds. A month has 30 days, as a bill is estimated.
const (
	Minute = 60
	Hour   = 60 * Minute
	Day    = 24 * Hour
	Week   = 7 * Day
	Month  = 30 * Day
)

// GiB is what storage is billed by, in bytes.
const GiB = 1 << 30

// Targets in entities a second.
// Source: Scalability and performance targets for Table storage.
const (
	PartitionTarget = 2_000
	AccountTarget   = 20_000
)
