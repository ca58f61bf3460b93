package rest

import (
	"strconv"
	"strings"
	"time"
)

// The pieces of the header of an answer that all services have. Each service puts them in the order of
// its HTTP stack: fields that HTTP knows, in its own order, then the others as they were added, and Date.

// ServerFront is Server in the answers of the front end.
const ServerFront = "Microsoft-HTTPAPI/2.0"

// TypeXML is the media type of documents.
const TypeXML = "application/xml"

// AppendField adds a field unless its value is empty.
func AppendField(h Header, name, value string) Header {
	if value == "" {
		return h
	}
	return append(h, Field{Name: name, Value: value})
}

// AppendServer adds Server, and Vary if the answer depends on the origin.
func (c *Call) AppendServer(h Header, server string) Header {
	h = append(h, Field{Name: "Server", Value: server})
	if c.vary {
		h = append(h, Field{Name: "Vary", Value: "Origin"})
	}
	return h
}

// AppendID adds the number of the request.
func (c *Call) AppendID(h Header) Header {
	return append(h, Field{Name: "x-ms-request-id", Value: c.id})
}

// AppendEcho adds the client's own id of the request, and the version.
func (c *Call) AppendEcho(h Header) Header {
	if c.Version >= echoSince && echoable(c.Fields.ClientID) {
		h = AppendField(h, "x-ms-client-request-id", c.Fields.ClientID)
	}
	return AppendField(h, "x-ms-version", c.Version)
}

// AppendDate adds the time.
func (c *Call) AppendDate(h Header) Header {
	var buffer [len(TimeFormat)]byte
	return append(h, Field{Name: "Date", Value: string(appendHTTPTime(buffer[:0], c.Now()))})
}

// maxClientID is the longest x-ms-client-request-id, in characters.
// Source: Set request headers, "x-ms-client-request-id".
const maxClientID = 1024

func echoable(id string) bool {
	for i := 0; i < len(id); i++ {
		if id[i] < ' ' || id[i] > '~' {
			return false
		}
	}
	return len(id) <= maxClientID
}

// HasPrefixFold reports whether s begins with a prefix, in any letter case.
func HasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

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
