// Package calendar writes the period that a time is in as keys do: 20261122 for a day, 202647 for a week of ISO 8601,
// 19 digits of ticks, and forms of these that sort later periods first. Times are seconds since 1970 in UTC.
//
// Rule book: ISO 8601 for weeks, .NET's DateTime.Ticks and DateTime.MaxValue for ticks. Not here: other texts of times
// (package edm), and the clock.
package calendar

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/order"
	"rowkey/engine/units"
)

// Unit is a length of time that a key can name, in UTC.
type Unit uint8

// The units.
const (
	Month Unit = iota + 1
	Week       // of ISO 8601, which begins on Monday
	Day
	Hour
	Minute
	Second
	Tick // 100 nanoseconds, as the service counts them
)

// Names are the names of the units, as templates and workloads write them.
var Names = []string{
	Month: "month", Week: "week", Day: "day", Hour: "hour", Minute: "minute", Second: "second", Tick: "tick",
}

// Of returns the unit of that name, 0 if there is none.
func Of(name string) Unit {
	return Unit(max(0, slices.Index(Names, name)))
}

// Lengths are the units that are always as long, in seconds.
var Lengths = [...]int{Week: units.Week, Day: units.Day, Hour: units.Hour, Minute: units.Minute, Second: 1, Tick: 1}

const (
	SecondsOfDay = units.Day
	monday       = 4 * SecondsOfDay // 1970 began on a Thursday: seconds from then to the first Monday

	ticksOfSecond = 10_000_000
	secondsTo1970 = 62_135_596_800 // from the year 1
)

// Ticks counts 100 nanoseconds since the year 1 up to a time in seconds since 1970.
func Ticks(at int) int { return (at + secondsTo1970) * ticksOfSecond }

// Start returns the first second of the period that a time is in. Times are seconds since 1970.
func (u Unit) Start(at int) int {
	switch u {
	case Month:
		year, month, _ := Date(floor(at, SecondsOfDay))
		return DaysTo(year, month, 1) * SecondsOfDay
	case Week:
		return at - mod(at-monday, Lengths[Week])
	}
	return at - mod(at, Lengths[u])
}

// Next returns the first second after the period that a time is in.
func (u Unit) Next(at int) int {
	if u != Month {
		return u.Start(at) + Lengths[u]
	}
	year, month, _ := Date(floor(at, SecondsOfDay))
	return DaysTo(year, month+1, 1) * SecondsOfDay
}

// Whole reports whether a range of time begins and ends with a period.
func (u Unit) Whole(low, high int) bool {
	return u != 0 && u.Start(low) == low && u.Start(high+1) == high+1
}

// Digits names the period that a time is in: 202611, 202647, 20261122, 2026112210 and so on.
func (u Unit) Digits(at int) string {
	switch u {
	case Tick:
		return order.Pad(strconv.Itoa(Ticks(at)), TickDigits)
	case Week:
		thursday := floor(Week.Start(at), SecondsOfDay) + 3
		year, _, _ := Date(thursday)
		return order.Pad(strconv.Itoa(year), 4) + order.Pad(strconv.Itoa((thursday-DaysTo(year, 1, 1))/7+1), 2)
	}
	year, month, dayOfMonth := Date(floor(at, SecondsOfDay))
	rest := mod(at, SecondsOfDay)
	parts := []int{month, dayOfMonth, rest / 3600, rest / 60 % 60, rest % 60}
	text := order.Pad(strconv.Itoa(year), 4)
	for _, n := range parts[:u.parts()] {
		text += order.Pad(strconv.Itoa(n), 2)
	}
	return text
}

// TickDigits is how many digits a number of ticks has.
const TickDigits = 19

// parts is how many numbers of two digits come after the year.
func (u Unit) parts() int {
	if u == Month {
		return 1
	}
	return int(u) - 1
}

// Down names the period so that later ones come first: ticks as DateTime.MaxValue minus the time, the others with
// each digit subtracted from 9.
func (u Unit) Down(at int) string {
	if u == Tick {
		return order.Pad(strconv.Itoa(LastTicks-Ticks(at)), TickDigits)
	}
	return strings.Map(func(r rune) rune { return '0' + '9' - r }, u.Digits(at))
}

// Date returns the calendar day of a number of days since 1970. It counts in eras of 400 years that begin in March,
// so that the leap day is the last day of a year.
func Date(days int) (year, month, dayOfMonth int) {
	days += 719_468
	era, ofEra := days/146_097, days%146_097
	ofEraYear := (ofEra - ofEra/1_460 + ofEra/36_524 - ofEra/146_096) / 365
	ofYear := ofEra - (365*ofEraYear + ofEraYear/4 - ofEraYear/100)
	march := (5*ofYear + 2) / 153
	dayOfMonth = ofYear - (153*march+2)/5 + 1
	if month = march + 3; month > 12 {
		month -= 12
		return era*400 + ofEraYear + 1, month, dayOfMonth
	}
	return era*400 + ofEraYear, month, dayOfMonth
}

// DaysTo is the inverse of Date. The month may be 13, which is January of the next year.
func DaysTo(year, month, dayOfMonth int) int {
	if month <= 2 {
		year, month = year-1, month+12
	}
	ofYear := (153*(month-3)+2)/5 + dayOfMonth - 1
	return year/400*146_097 + year%400*365 + year%400/4 - year%400/100 + ofYear - 719_468
}

// LastTicks is DateTime.MaxValue of .NET.
const LastTicks = 3_155_378_975_999_999_999

// floor divides and rounds down, for times before 1970 too; mod is the rest.
func floor(a, n int) int { return (a - mod(a, n)) / n }

func mod(a, n int) int { return (a%n + n) % n }
