package accesslog

import (
	"strings"
	"time"
)

// layouts are how exports write a time: as JSON does, and as the portal does.
var layouts = [...]string{time.RFC3339Nano, "1/2/2006, 3:04:05.999999999 PM", "2006-01-02 15:04:05.999999999"}

// minute is the minute of the time that was read last. Most entries of a log follow one of the same minute, so that
// their seconds say the rest.
type minute struct {
	before, after string // what comes before and after the seconds
	begin         time.Time
}

// read returns the time that a text says.
func (m *minute) read(s string) (time.Time, bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return time.Time{}, false
	}
	passed, after, plain := seconds(s[i+1:])
	if plain && s[:i] == m.before && after == m.after {
		return m.begin.Add(passed), true
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil {
			if t = t.UTC(); plain && isEnd(after) {
				*m = minute{strings.Clone(s[:i]), strings.Clone(after), t.Add(-passed)}
			}
			return t, true
		}
	}
	return time.Time{}, false
}

// isEnd reports whether a text may follow the seconds of a minute that is kept. After those of an offset, "+01:00",
// nothing does.
func isEnd(after string) bool { return after == "Z" || after == " AM" || after == " PM" }

// seconds reads two digits and a fraction of up to nine; plain is false for anything else.
func seconds(s string) (passed time.Duration, after string, plain bool) {
	if len(s) < 2 || !isDigit(s[0]) || !isDigit(s[1]) || s[0] > '5' {
		return 0, "", false
	}
	passed, after = time.Duration(s[0]-'0')*10+time.Duration(s[1]-'0'), s[2:]
	passed *= time.Second
	if !strings.HasPrefix(after, ".") {
		return passed, after, true
	}
	after = after[1:]
	for unit := time.Second / 10; after != "" && isDigit(after[0]); unit /= 10 {
		if unit == 0 {
			return 0, "", false
		}
		passed, after = passed+time.Duration(after[0]-'0')*unit, after[1:]
	}
	return passed, after, true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
