package tutorials_test

import (
	"fmt"
	"strings"
	"testing"
)

// severe says that somebody has to look at a message.
func severe(e entity) bool { return e.text("Level") == "Error" || e.text("Level") == "Critical" }

// TestLogs proves what pages say about the messages of 31 July 2014 by source, and that the tables
// by hour and the blobs hold the same.
func TestLogs(t *testing.T) {
	t.Parallel()
	all := entities(t, "logs-by-source", "LogBySource")
	window := func(e entity) bool {
		return e.text("RowKey") >= "20140731150400" && e.text("RowKey") < "20140731150600"
	}
	sources := map[string]int{}
	for _, e := range all {
		sources[e.dept()]++
	}
	for source, n := range sources {
		if n != 2880 {
			t.Errorf("%s: %d messages, want one each half minute", source, n)
		}
	}
	prove(t, all, []invariant{
		{"11520-messages", func(e entity) bool { return len(e.text("RowKey")) == len("20140731150412345_000017") }, 11_520},
		{"480-an-hour", func(e entity) bool { return strings.HasPrefix(e.text("RowKey"), "2014073115") }, 480},
		{"16-in-two-minutes", window, 16},
		{"5-of-them-severe", both(window, severe), 5},
		{"3-of-them-errors", both(window, func(e entity) bool { return e.text("Level") == "Error" }), 3},
	})
	if len(sources) != 4 {
		t.Errorf("%d sources, want 4", len(sources))
	}
	byHour := map[string]entity{}
	for _, e := range entities(t, "logs-by-hour", "LogByHour") {
		byHour[e.dept()+e.text("RowKey")] = e
	}
	if len(byHour) != 2880 {
		t.Errorf("LogByHour: %d messages, want those of six hours", len(byHour))
	}
	lines := logLines(t)
	for _, e := range all {
		rk := e.text("RowKey")
		if rk >= "2014073112" && rk < "2014073118" {
			same(t, e, byHour[rk[:10]+rk], "Level", "Message")
		}
		moment := fmt.Sprintf("%s-%s-%sT%s:%s:%s.%sZ", rk[:4], rk[4:6], rk[6:8], rk[8:10], rk[10:12], rk[12:14], rk[14:17])
		want := strings.Join([]string{moment, e.dept(), e.text("Level"), rk[18:], e.text("Message")}, ";")
		if !lines[want] {
			t.Errorf("no blob holds %q", want)
		}
	}
	if len(lines) != len(all) {
		t.Errorf("%d lines, want %d", len(lines), len(all))
	}
}

// logLines returns every line of the blobs, which have forty each and say when they begin and end.
func logLines(t *testing.T) map[string]bool {
	t.Helper()
	lines, script := map[string]bool{}, ""
	for i := range 288 {
		script += fmt.Sprintf("###\nGET {{blob}}/logs/app/2014/07/31/%02d00/%06d.log\n\n", i/12, i%12+1) +
			"# ?? header x-ms-meta-StartTime == ?\n# ?? header x-ms-meta-EndTime == ?\n\n"
	}
	answers := runOn(t, "logs-blobs", script).Exchanges
	if len(answers) != 288 {
		t.Fatalf("%d answers, want 288", len(answers))
	}
	for i, x := range answers {
		list := strings.Split(x.Body, "\n")
		for _, line := range list {
			lines[line] = true
		}
		first, last := list[0], list[len(list)-1]
		from, to := x.Checks[0].Got, x.Checks[1].Got
		if len(list) != 40 || !strings.HasPrefix(first, from+";") || !strings.HasPrefix(last, to+";") {
			t.Errorf("blob %d: %d lines from %q to %q, said to be from %s to %s", i, len(list), first, last, from, to)
		}
	}
	return lines
}
