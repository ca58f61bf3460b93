package design

import "rowkey/engine/calendar"

// unit is a length of time that a key can name.
type unit = calendar.Unit

const (
	month  = calendar.Month
	week   = calendar.Week
	day    = calendar.Day
	hour   = calendar.Hour
	minute = calendar.Minute
	second = calendar.Second
	tick   = calendar.Tick
)
