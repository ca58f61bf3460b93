package main

import "testing"

// B1
func TestHalvesGoUpAsTheyDoInThePage(t *testing.T) {
	for n, want := range map[int]string{999: "999 B", 1050: "1.1 kB", 1150: "1.2 kB", 1250: "1.3 kB", 9949: "9.9 kB", 9950: "10 kB",
		12_500: "13 kB", 13_500: "14 kB", 1_250_000: "1.3 MB"} {
		if got := sizeText(n); got != want {
			t.Errorf("sizeText(%d) = %q, want %q", n, got, want)
		}
	}
	for ms, want := range map[int]string{999: "999 ms", 1000: "1 s", 1150: "1.2 s", 1250: "1.3 s", 12_500: "13 s", 75_000: "1.3 min", 81_000: "1.4 min"} {
		if got := durationText(ms); got != want {
			t.Errorf("durationText(%d) = %q, want %q", ms, got, want)
		}
	}
}
