package clock

import "time"

// ticksPerSecond counts steps of Resolution.
const ticksPerSecond = int64(time.Second / Resolution)

// The epochs of .NET and of Windows, in seconds before 1970.
const (
	year1    = 62_135_596_800
	year1601 = 11_644_473_600
)

// Ticks returns t in steps of 100 ns from the year 1, as .NET counts.
// Source: .NET API reference, DateTime.Ticks.
func Ticks(t time.Time) int64 { return since(t, -year1) }

// FromTicks returns the time of a number of ticks, in UTC.
func FromTicks(n int64) time.Time {
	n -= year1 * ticksPerSecond
	return time.Unix(n/ticksPerSecond, n%ticksPerSecond*int64(Resolution)).UTC()
}

// FileTime returns t in steps of 100 ns from the year 1601, as Windows counts.
func FileTime(t time.Time) int64 { return since(t, -year1601) }

// since counts from an epoch that is given in seconds before 1970.
func since(t time.Time, epoch int64) int64 {
	return (t.Unix()-epoch)*ticksPerSecond + int64(t.Nanosecond()/int(Resolution))
}
