package client

import (
	"strconv"
	"time"

	"rowkey/engine/edm"
)

// The .NET clock counts units of 100 ns since the year 1.
// Source: .NET API reference, DateTime.Ticks and DateTime.MaxValue.
const (
	unixTicks = 621355968000000000
	maxTicks  = 3155378975999999999
)

func ticks(t time.Time) int64 { return unixTicks + t.Unix()*1e7 + int64(t.Nanosecond()/100) }

// ticksHelper counts the ticks of a moment, by default of now: $ticks 2014-07-31T18:00:00Z.
func (s *Session) ticksHelper(args []string) (int64, string) {
	if len(args) == 0 {
		return ticks(s.o.Now()), ""
	}
	v, err := edm.ParseDateTime(args[0])
	if err != nil {
		return 0, err.Error() + ", not \"" + args[0] + "\"."
	}
	return ticks(v.Time()), ""
}

// fromTicks writes the moment of a number of ticks as the service does.
func fromTicks(text string) (string, string) {
	n, ok := number(text)
	if !ok || n < 0 || n > maxTicks {
		return "", "$fromTicks needs a number from 0 to " + strconv.Itoa(maxTicks) + ", not \"" +
			text + "\"."
	}
	n -= unixTicks
	return string(edm.AppendTime(nil, time.Unix(n/1e7, n%1e7*100))), ""
}
