package rest

import (
	"strconv"
	"strings"
	"time"
)

// TimeFormat is how HTTP writes a time.
const TimeFormat = "Mon, 02 Jan 2006 15:04:05 GMT"

const (
	dayNames   = "SunMonTueWedThuFriSat"
	monthNames = "JanFebMarAprMayJunJulAugSepOctNovDec"
)

// appendHTTPTime appends a time of the years 0 to 9999 in TimeFormat. Every answer has one, and package time
// reads the format again for each.
func appendHTTPTime(b []byte, t time.Time) []byte {
	t = t.UTC()
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	b = append(b, dayNames[3*t.Weekday():][:3]...)
	b = appendTwo(append(b, ", "...), day)
	b = append(append(b, ' '), monthNames[3*(month-1):][:3]...)
	b = appendTwo(appendTwo(append(b, ' '), year/100), year%100)
	b = appendTwo(append(b, ' '), hour)
	b = appendTwo(append(b, ':'), minute)
	b = appendTwo(append(b, ':'), second)
	return append(b, " GMT"...)
}

// appendTwo appends a number below 100 in two digits.
func appendTwo(b []byte, n int) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }

// ParseHTTPTime reads a time as HTTP has it: Mon, 05 Jan 2026 08:00:00 GMT. The name of the day is
// not checked. Package time could do it, but nothing else needs its parser, which is large.
func ParseHTTPTime(s string) (time.Time, bool) {
	if len(s) != len(TimeFormat) || s[3:5] != ", " || !strings.HasSuffix(s, " GMT") {
		return time.Time{}, false
	}
	var n [5]int // day, year, hour, minute, second
	for i, text := range [...]string{s[5:7], s[12:16], s[17:19], s[20:22], s[23:25]} {
		v, err := strconv.ParseUint(text, 10, 16)
		if err != nil {
			return time.Time{}, false
		}
		n[i] = int(v)
	}
	month := strings.Index(monthNames, s[8:11])
	if month%3 != 0 || s[7] != ' ' || s[11] != ' ' || s[16] != ' ' || s[19] != ':' || s[22] != ':' {
		return time.Time{}, false
	}
	t := time.Date(n[1], time.Month(month/3+1), n[0], n[2], n[3], n[4], 0, time.UTC)
	return t, t.Day() == n[0] && t.Hour() == n[2] && t.Minute() == n[3] && t.Second() == n[4]
}
