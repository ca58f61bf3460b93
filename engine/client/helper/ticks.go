package helper

import (
	"strconv"

	"rowkey/engine/clock"
	"rowkey/engine/edm"
	"rowkey/engine/message"
)

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
