package watch

import (
	"fmt"
	"io"
	"os"
	"time"

	"rowkey/engine/accesslog"
	"rowkey/engine/shape"
	engine "rowkey/engine/watch"
	"rowkey/serve/data"
)

// logged is what is known of a log beside the sums of its requests.
type logged struct {
	accesslog.Summary
	busiest int // requests in one hour
}

// readLog reports what is in a log of an account.
func readLog(o *options, out io.Writer) error {
	file, err := os.Open(o.log)
	if err != nil {
		return err
	}
	defer file.Close()
	all := shape.Collector{Options: shape.Options{Counted: o.counted}}
	hours := map[int64]int{}
	var first time.Time
	sum, err := accesslog.Read(file, func(e *accesslog.Entry) {
		if first.IsZero() {
			first = e.At
		}
		e.Start = int(e.At.Sub(first) / time.Millisecond)
		e.CountIn(&all)
		hours[e.At.Unix()/3600]++
	})
	if err != nil {
		return fmt.Errorf("-log %s: %w", o.log, err)
	}
	r := &report{o: o, sums: all.Sums(), log: &logged{Summary: sum}}
	r.findings = engine.FromLog(&r.sums)
	for _, n := range hours {
		r.log.busiest = max(r.log.busiest, n)
	}
	return r.write(out)
}

// logSum is the first line of the report of a log.
func (r *report) logSum() string {
	const minute = "2006-01-02 15:04"
	text := fmt.Sprintf("%s from %s to %s UTC", data.Plural(r.sums.Calls, "request", "requests"),
		r.log.From.Format(minute), r.log.To.Format(minute))
	if r.log.To.Sub(r.log.From) >= time.Hour {
		text += fmt.Sprintf(", up to %s an hour", data.Grouped(r.log.busiest))
	}
	if r.log.Skipped > 0 {
		text += fmt.Sprintf("; %s skipped: unreadable, or of another service", data.Plural(r.log.Skipped, "entry", "entries"))
	}
	return text + ". A log does not say how many entities were read"
}
