package clock

import "time"

// ticksPerSecond counts steps of Resolution.
const ticksPerSecond = int64(time.Second / Resolution)

// Ticks returns t in steps of 100 ns from the year 1, as .NET counts.
func Ticks(t time.Time) int64 { return since(t, -62_135_596_800) }

// FileTime returns t in steps of 100 ns from the year 1601, as Windows counts.
func FileTime(t time.Time) int64 { return since(t, -11_644_473_600) }

// since counts from an epoch that is given in seconds before 1970.
func since(t time.Time, epoch int64) int64 {
	return (t.Unix()-epoch)*ticksPerSecond + int64(t.Nanosecond()/int(Resolution))
}
