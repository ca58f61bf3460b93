package edm

import (
	"errors"
	"time"

	"rowkey/engine/clock"
)

const noTicks = -1 // a time that has no ticks

// ticksOf counts 100 ns from 0001-01-01, as .NET does; noTicks outside the years 1 to 9999.
func ticksOf(t time.Time) int64 {
	t = t.UTC()
	if y := t.Year(); y < 1 || y > 9999 {
		return noTicks
	}
	return clock.Ticks(t)
}

// AppendTime appends t in UTC as the service writes it: seven fraction digits without the zeros at
// their end, no dot if none is left, and Z.
func AppendTime(b []byte, t time.Time) []byte {
	t = t.UTC()
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	b = appendDigits(b, year, 4)
	b = appendDigits(append(b, '-'), int(month), 2)
	b = appendDigits(append(b, '-'), day, 2)
	b = appendDigits(append(b, 'T'), hour, 2)
	b = appendDigits(append(b, ':'), minute, 2)
	b = appendDigits(append(b, ':'), second, 2)
	if fraction := t.Nanosecond() / 100; fraction > 0 {
		b = appendDigits(append(b, '.'), fraction, 7)
		for b[len(b)-1] == '0' {
			b = b[:len(b)-1]
		}
	}
	return append(b, 'Z')
}

// appendDigits appends the last width decimal digits of n.
func appendDigits(b []byte, n, width int) []byte {
	for range width {
		b = append(b, '0')
	}
	for i := len(b) - 1; width > 0; i, width = i-1, width-1 {
		b[i] = byte('0' + n%10)
		n /= 10
	}
	return b
}

var (
	errDateTime = errors.New("a date-time is written 2026-01-31T23:59:59.1234567Z")
	errRange    = errors.New("a date-time is in the years 1 to 9999 in UTC, too")
)

// ParseDateTime reads an ISO 8601 date-time. Time of day and zone may be missing: midnight, UTC.
// Fraction digits after the seventh are cut, an offset is converted to UTC.
// It fails for any other text and for days that do not exist.
func ParseDateTime(s string) (Value, error) {
	p := dateReader{s: s}
	year, month, day := p.number(4, 1, 9999), p.after('-', 12), p.after('-', 31)
	hour, minute, second, fraction := 0, 0, 0, 0
	if p.next('T') {
		hour, minute = p.number(2, 0, 23), p.after(':', 59)
		if p.next(':') {
			second = p.number(2, 0, 59)
			fraction = p.fraction()
		}
	}
	offset := p.zone()
	t := time.Date(year, time.Month(month), day, hour, minute, second, fraction*100, time.UTC)
	if p.bad || p.s != "" || month < 1 || t.Day() != day {
		return Value{}, errDateTime
	}
	v := DateTime(t.Add(-offset))
	if int64(v.num) == noTicks {
		return Value{}, errRange
	}
	return v, nil
}

// dateReader reads fields from the front of s; bad stays set after something did not fit.
type dateReader struct {
	s   string
	bad bool
}

func (p *dateReader) next(c byte) bool {
	if p.s == "" || p.s[0] != c {
		return false
	}
	p.s = p.s[1:]
	return true
}

// after reads the separator c and two digits up to highest.
func (p *dateReader) after(c byte, highest int) int {
	if !p.next(c) {
		p.bad = true
	}
	return p.number(2, 0, highest)
}

func (p *dateReader) number(digits, lowest, highest int) int {
	n := 0
	for range digits {
		if p.s == "" || p.s[0] < '0' || p.s[0] > '9' {
			p.bad = true
			return lowest
		}
		n = 10*n + int(p.s[0]-'0')
		p.s = p.s[1:]
	}
	if n < lowest || n > highest {
		p.bad = true
	}
	return n
}

// fraction reads an optional fraction of a second and returns it in ticks.
func (p *dateReader) fraction() int {
	if !p.next('.') {
		return 0
	}
	ticks, digits := 0, 0
	for ; p.s != "" && '0' <= p.s[0] && p.s[0] <= '9'; digits++ {
		if digits < 7 {
			ticks = 10*ticks + int(p.s[0]-'0')
		}
		p.s = p.s[1:]
	}
	if digits == 0 {
		p.bad = true
	}
	for ; digits < 7; digits++ {
		ticks *= 10
	}
	return ticks
}

func (p *dateReader) zone() time.Duration {
	sign := time.Duration(1)
	switch {
	case p.s == "", p.next('Z'):
		return 0
	case p.next('-'):
		sign = -1
	case !p.next('+'):
		p.bad = true
		return 0
	}
	hours, minutes := p.number(2, 0, 14), p.after(':', 59)
	return sign * (time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute)
}
