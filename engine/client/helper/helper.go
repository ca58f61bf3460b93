// Package helper evaluates the functions that references call, such as {{$pad n 6}}.
//
// Not here: those that know the script or the account, such as $item and $sas (package client).
package helper

import (
	"math"
	"strconv"
	"strings"
	"time"

	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/hash"
	"rowkey/engine/message"
	"rowkey/engine/order"
	"rowkey/engine/script"
)

// Context is what a helper knows of the run and of the place where it is called.
type Context struct {
	Now          func() time.Time
	Random       *hash.Random
	Index, Round int    // of the loop, and of $repeat
	Client       string // the lane
	Crash, After string // of a check that replays a script
}

// Call evaluates a helper with its arguments. It returns what is wrong, nil if nothing is.
func (c *Context) Call(name string, args []string) (string, message.Text) {
	switch name {
	case "guid":
		return c.Random.GUID(), nil
	case "index":
		return strconv.Itoa(c.Index), nil
	case "client":
		return c.Client, nil
	case "crash":
		return c.Crash, nil
	case "after":
		return c.After, nil
	case "n":
		return strconv.Itoa(c.Round), nil
	case "ticks":
		t, problem := c.ticks(args)
		return strconv.FormatInt(t, 10), problem
	case "invertedTicks":
		t, problem := c.ticks(args)
		return order.Pad(strconv.FormatInt(maxTicks-t, 10), 19), problem
	case "fromTicks":
		return fromTicks(args[0])
	case "timestamp":
		t, problem := Shift(c.Now(), args)
		return strconv.FormatInt(t.Unix(), 10), problem
	case "datetime":
		t, problem := Shift(c.Now(), args[1:])
		return formatTime(t, args[0]), problem
	case "lower":
		return strings.ToLower(args[0]), nil
	case "replace":
		return strings.ReplaceAll(args[0], args[1], args[2]), nil
	case "part":
		return partHelper(args)
	case "eq", "ne", "gt", "ge", "lt", "le", "and", "or", "not":
		return filterHelper(name, args)
	case "hash":
		return hashHelper(args)
	case "pick":
		return pickHelper(args)
	case "pad":
		width, ok := Number(args[1])
		if !ok || width < 0 || width > 1000 {
			return "", message.New("pad-width", args[1])
		}
		return order.Pad(args[0], int(width)), nil
	}
	return c.arithmetic(name, args)
}

// arithmetic evaluates the helpers that take two numbers.
func (c *Context) arithmetic(name string, args []string) (string, message.Text) {
	a, okA := Number(args[0])
	b, okB := Number(args[1])
	whole := okA && okB
	if !whole && (name == "add" || name == "sub" || name == "mul") {
		return decimals(name, args[0], args[1])
	}
	if !whole {
		return "", message.New("whole-numbers", name, args[0], args[1])
	}
	if b == 0 && (name == "mod" || name == "div") {
		return "", message.New("divide-by-zero", name)
	}
	result, fits := a, true
	switch name {
	case "add":
		result, fits = a+b, (a+b > a) == (b > 0)
	case "sub":
		result, fits = a-b, (a-b < a) == (b > 0)
	case "mul":
		result, fits = a*b, a == 0 || a*b/a == b && (a != -1 || b != math.MinInt64)
	case "div":
		result, fits = a/b, b != -1 || a != math.MinInt64
	case "mod":
		if result = a % b; result != 0 && (result < 0) != (b < 0) {
			result += b
		}
	case "randomInt":
		if b <= a {
			return "", message.New("random-range")
		}
		result += int64(c.Random.Next() % uint64(b-a))
	}
	if !fits {
		return "", message.New("overflow", args[0], args[1])
	}
	return strconv.FormatInt(result, 10), nil
}

// decimals calculates with numbers of which one at least has a decimal point. So has the result: without one, the
// service would store an Int32.
func decimals(name, a, b string) (string, message.Text) {
	for _, text := range [...]string{a, b} {
		if !script.IsNumber(text) {
			return "", message.New("not-a-number", text)
		}
		if _, ok := Number(text); !ok && !strings.ContainsAny(text, ".eE") {
			return "", message.New("overflow", a, b)
		}
	}
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	result := x + y
	switch name {
	case "sub":
		result = x - y
	case "mul":
		result = x * y
	}
	if math.IsInf(result, 0) || math.IsNaN(result) {
		return "", message.New("overflow", a, b)
	}
	text := strconv.FormatFloat(result, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text, nil
}

// hashHelper spreads a text over buckets.
func hashHelper(args []string) (string, message.Text) {
	buckets, ok := Number(args[1])
	if !ok || buckets < 1 {
		return "", message.New("hash-buckets", args[1])
	}
	return strconv.FormatInt(int64(hash.Text(args[0]))%buckets, 10), nil
}

// pickHelper returns word number v; after the last word comes the first again.
func pickHelper(args []string) (string, message.Text) {
	v, ok := Number(args[0])
	if !ok {
		return "", message.New("pick-number", args[0])
	}
	n := int64(len(args) - 1)
	return args[1+(v%n+n)%n], nil
}

// partHelper cuts a text at a separator and returns piece number n, from 0.
func partHelper(args []string) (string, message.Text) {
	n, ok := Number(args[2])
	if !ok || n < 0 || args[1] == "" {
		return "", message.New("part-arguments")
	}
	pieces := strings.Split(args[0], args[1])
	if n >= int64(len(pieces)) {
		return "", message.New("part-missing", args[0], args[2], args[1])
	}
	return strings.TrimSpace(pieces[n]), nil
}

// Number reads an integer.
func Number(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

// timeUnits are the units of an offset that always have the same length.
var timeUnits = [...]struct {
	name string
	size time.Duration
}{{"h", time.Hour}, {"m", time.Minute}, {"s", time.Second}, {"ms", time.Millisecond}}

// Shift moves a time by "n unit", as in $datetime iso8601 -1 d. It stays in the years that a date-time
// can be written in.
func Shift(t time.Time, args []string) (time.Time, message.Text) {
	if len(args) == 0 {
		return t, nil
	}
	n, ok := Number(args[0])
	if !ok || len(args) != 2 {
		return t, message.New("bad-offset")
	}
	to, ok := moved(t, n, args[1])
	switch {
	case !ok:
		return t, message.New("unknown-unit", args[1])
	case to.Year() < 1 || to.Year() > 9999:
		return t, message.New("offset-too-large", args[0], args[1])
	}
	return to, nil
}

// moved adds n units to a time. ok is false for an unknown unit.
func moved(t time.Time, n int64, unit string) (to time.Time, ok bool) {
	switch unit {
	case "y":
		return t.AddDate(steps(n), 0, 0), true
	case "Q":
		return t.AddDate(0, 3*steps(n), 0), true
	case "M":
		return t.AddDate(0, steps(n), 0), true
	case "w":
		return t.AddDate(0, 0, 7*steps(n)), true
	case "d":
		return t.AddDate(0, 0, steps(n)), true
	}
	for _, u := range timeUnits {
		if u.name == unit {
			day := int64(24 * time.Hour / u.size)
			return t.AddDate(0, 0, steps(n/day)).Add(time.Duration(n%day) * u.size), true
		}
	}
	return t, false
}

// maxSteps is more days than a date-time can be moved by.
const maxSteps = 4_000_000

// steps returns n, or a number that leaves the calendar just as well and does not overflow.
func steps(n int64) int { return int(max(-maxSteps, min(n, maxSteps))) }

// timeWords are the words of a time format and what Go writes for them.
var timeWords = [...][2]string{
	{"YYYY", "2006"}, {"MM", "01"}, {"DD", "02"}, {"HH", "15"}, {"mm", "04"}, {"ss", "05"}, {"SSS", "000"},
}

func formatTime(t time.Time, format string) string {
	t = t.UTC()
	switch format {
	case "rfc1123":
		return t.Format("Mon, 02 Jan 2006 15:04:05 GMT")
	case "iso8601":
		return t.Format("2006-01-02T15:04:05.000Z")
	}
	for _, w := range timeWords {
		format = strings.ReplaceAll(format, w[0], w[1])
	}
	return t.Format(format)
}

// maxTicks are those of the last moment of the year 9999.
// Source: .NET API reference, DateTime.MaxValue.
const maxTicks = 3155378975999999999

// ticks counts the ticks of a moment, by default of now: $ticks 2014-07-31T18:00:00Z.
func (c *Context) ticks(args []string) (int64, message.Text) {
	if len(args) == 0 {
		return clock.Ticks(c.Now()), nil
	}
	v, err := edm.ParseDateTime(args[0])
	if err != nil {
		return 0, message.New("ticks-time", args[0])
	}
	return clock.Ticks(v.Time()), nil
}

// fromTicks writes the moment of a number of ticks as the service does.
func fromTicks(text string) (string, message.Text) {
	n, ok := Number(text)
	if !ok || n < 0 || n > maxTicks {
		return "", message.New("ticks-range", strconv.Itoa(maxTicks), text)
	}
	return string(edm.AppendTime(nil, clock.FromTicks(n))), nil
}
