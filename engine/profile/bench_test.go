package profile_test

import (
	"runtime"
	"testing"
)

func BenchmarkProfile(b *testing.B) {
	text, _ := readings(100_000, 1)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		p := profileOf(b, "a.csv", text, 256<<10)
		p.Report(false)
	}
}

// Bar of 7.4: a million rows, below 200 MB.
func BenchmarkMillion(b *testing.B) {
	text, _ := readings(1_000_000, 1)
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		p := profileOf(b, "a.csv", text, 256<<10)
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB-live")
		p.Report(false)
	}
}
