package explain_test

import (
	"testing"
	"time"

	"rowkey/engine/explain"
)

// ENG-M1: each request has a virtual duration, a pure function of what it did.
func TestLatencyFollowsFromWhatARequestDid(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		rec  explain.Record
		want time.Duration
	}{
		{"a-refusal-is-a-round-trip", explain.Record{Code: "ServerBusy"}, 4 * time.Millisecond},
		{"a-point-read", explain.Record{Counts: explain.Counts{Read: 1, BytesOut: 500}}, 4100 * time.Microsecond},
		{"an-insert", explain.Record{Counts: explain.Counts{BytesIn: 1000}, Changes: make([]explain.Change, 1)},
			8200 * time.Microsecond},
		{"a-transaction-of-100", explain.Record{Changes: make([]explain.Change, 100)}, 18 * time.Millisecond},
		{"a-scan-that-uses-up-its-five-seconds", explain.Record{Counts: explain.Counts{Read: 100_000}},
			5004 * time.Millisecond},
		{"returning-costs-nothing-but-its-bytes", explain.Record{Counts: explain.Counts{Read: 10, Returned: 10}},
			4500 * time.Microsecond},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := explain.Latency(&tt.rec); got != tt.want {
				t.Errorf("Latency = %v, want %v", got, tt.want)
			}
		})
	}
}
