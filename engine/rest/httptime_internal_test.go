package rest

import (
	"testing"
	"time"
)

func TestTimesAreWrittenAsHTTPHasThem(t *testing.T) {
	at := time.Date(2019, 12, 30, 23, 59, 58, 999, time.FixedZone("", -7200))
	for range 2000 {
		if got, want := string(appendHTTPTime(nil, at)), at.UTC().Format(TimeFormat); got != want {
			t.Fatalf("appendHTTPTime = %s, want %s", got, want)
		}
		at = at.Add(31*time.Hour + 7*time.Minute + 13*time.Second)
	}
}
