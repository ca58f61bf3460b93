package tutorials_test

import (
	"fmt"
	"strings"
	"testing"
)

// number is a property that holds a whole number, -1 if there is none.
func (e entity) number(name string) int {
	if n, ok := e[name].(float64); ok {
		return int(n)
	}
	return -1
}

// TestMessageCounts proves what pages say about MessagesByHour and MessageStats, and that both tell
// the same.
func TestMessageCounts(t *testing.T) {
	t.Parallel()
	stats := entities(t, "series", "MessageStats")
	prove(t, stats, []invariant{
		{"100-employees", func(e entity) bool { return e.text("RowKey") == "last24h" }, 100},
		{"with-24-hours", func(e entity) bool { return len(e) == 3+24 && e.number("H00") == 0 && e.number("H23") > 0 }, 100},
		{"from-000100-to-000199", func(e entity) bool { return strings.HasPrefix(e.dept(), "0001") }, 100},
		{"seven-messages-of-000123-in-hour-18", func(e entity) bool {
			return e.dept() == "000123" && e.number("H18") == 7
		}, 1},
	})
	byHour := map[string]int{}
	hours := entities(t, "hours", "MessagesByHour")
	for _, e := range hours {
		byHour[e.key()] = e.number("MessageCount")
	}
	if len(hours) != 2400 || len(byHour) != 2400 {
		t.Errorf("MessagesByHour: %d entities with %d keys, want 2400", len(hours), len(byHour))
	}
	for _, e := range stats {
		for h := range 24 {
			key := fmt.Sprintf("%s/20140731%02d", e.dept(), h)
			if n, ok := byHour[key]; !ok || n != e.number(fmt.Sprintf("H%02d", h)) {
				t.Errorf("%s: %d messages (%t) as a row, %d as a property", key, n, ok, e.number(fmt.Sprintf("H%02d", h)))
			}
		}
	}
}

// TestYearsInTwoParts proves what pages say about MessageYears.
func TestYearsInTwoParts(t *testing.T) {
	t.Parallel()
	all := entities(t, "years", "MessageYears")
	days := func(e entity, from, to int) bool {
		for day := from; day <= to; day++ {
			if e.number(fmt.Sprintf("D%03d", day)) < 0 {
				return false
			}
		}
		return len(e) == 3+to-from+1
	}
	prove(t, all, []invariant{
		{"20-entities", func(entity) bool { return true }, 20},
		{"ten-first-parts", func(e entity) bool { return e.text("RowKey") == "01" && days(e, 1, 252) }, 10},
		{"ten-second-parts", func(e entity) bool { return e.text("RowKey") == "02" && days(e, 253, 365) }, 10},
		{"the-cut-of-000123", func(e entity) bool {
			return e.dept() == "000123" && (e.number("D252") == 37 || e.number("D253") == 18)
		}, 2},
	})
}
