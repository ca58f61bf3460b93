package design

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"rowkey/engine/calendar"
	"rowkey/engine/jsontext"
)

// between reads the range of which a caller knows the ends: {"attribute":"at","span":"1h"} begins at some value, "last"
// ends now, and "one":"day" is a whole day.
func (w *Workload) between(p *pattern, o *jsontext.Object) error {
	p.from, p.last = o.Text("attribute"), o.Has("last")
	i := w.index(p.from)
	width := "span"
	if p.last {
		width = "last"
	}
	switch {
	case i < 0:
		return nil
	case !w.attributes[i].timed():
		p.span = int(o.Int(width))
		return nil
	case o.Has("one"):
		p.one = calendar.Of(o.Text("one"))
	default:
		p.span = duration(o.Text(width))
	}
	if p.one == 0 && p.span == 0 || p.one == tick {
		return fmt.Errorf(`between: a time needs "span" or "last" with a number and s, min, h or d, such as "1h", `+
			`or "one" with one of %s`, strings.Join(calendar.Names[month:tick], ", "))
	}
	return nil
}

// perSecond reads a rate such as 40/s or 1/day in calls a second, and returns 0 for anything else.
func perSecond(text string) float64 {
	number, per, _ := strings.Cut(text, "/")
	n, err := strconv.Atoi(number)
	seconds := map[string]int{"s": 1, "min": calendar.Lengths[minute], "h": calendar.Lengths[hour], "day": calendar.SecondsOfDay,
		"week": calendar.Lengths[week], "month": 30 * calendar.SecondsOfDay}[per]
	if err != nil || n < 1 || n > maxWeight || seconds == 0 {
		return 0
	}
	return float64(n) / float64(seconds)
}

// duration reads a time such as 90s, 5min, 1h or 30d in seconds, and returns 0 for anything else.
func duration(text string) int {
	digits := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz")
	n, err := strconv.Atoi(digits)
	seconds := map[string]int{"s": 1, "min": calendar.Lengths[minute], "h": calendar.Lengths[hour], "d": calendar.SecondsOfDay}[text[len(digits):]]
	if err != nil || n < 1 || n > math.MaxInt32 || n*seconds > math.MaxInt32 {
		return 0
	}
	return n * seconds
}
