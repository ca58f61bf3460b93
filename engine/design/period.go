package design

import "strings"

// unit is a length of time that a key can name, in UTC.
type unit uint8

const (
	month unit = iota + 1
	week       // of ISO 8601, which begins on Monday
	day
	hour
	minute
	second
	tick // 100 nanoseconds, as the service counts them
)

// units are the names of the units, as templates and workloads write them.
var units = []string{
	month: "month", week: "week", day: "day", hour: "hour", minute: "minute", second: "second", tick: "tick",
}

// unitOf returns the unit of that name, 0 if there is none.
func unitOf(name string) unit {
	for i, known := range units {
		if known == name && name != "" {
			return unit(i)
		}
	}
	return 0
}

// lengths are the units that are always as long, in seconds.
var lengths = [...]int{week: 7 * secondsOfDay, day: secondsOfDay, hour: 3600, minute: 60, second: 1, tick: 1}

const (
	secondsOfDay = 24 * 60 * 60
	monday       = 4 * secondsOfDay // 1970 began on a Thursday: seconds from then to the first Monday

	ticksOfSecond = 10_000_000
	secondsTo1970 = 62_135_596_800 // from the year 1
)

// start returns the first second of the period that a time is in. Times are seconds since 1970.
func (u unit) start(at int) int {
	switch u {
	case month:
		year, month, _ := date(at / secondsOfDay)
		return daysTo(year, month, 1) * secondsOfDay
	case week:
		return at - (at-monday)%lengths[week]
	}
	return at - at%lengths[u]
}

// next returns the first second after the period that a time is in.
func (u unit) next(at int) int {
	if u != month {
		return u.start(at) + lengths[u]
	}
	year, month, _ := date(at / secondsOfDay)
	return daysTo(year, month+1, 1) * secondsOfDay
}

// whole reports whether a range of time begins and ends with a period.
func (u unit) whole(low, high int) bool {
	return u != 0 && u.start(low) == low && u.start(high+1) == high+1
}

// digits names the period that a time is in: 202611, 202647, 20261122, 2026112210 and so on.
func (u unit) digits(at int) string {
	switch u {
	case tick:
		return pad((at+secondsTo1970)*ticksOfSecond, ticks)
	case week:
		thursday := week.start(at)/secondsOfDay + 3
		year, _, _ := date(thursday)
		return pad(year, 4) + pad((thursday-daysTo(year, 1, 1))/7+1, 2)
	}
	year, month, dayOfMonth := date(at / secondsOfDay)
	rest := at % secondsOfDay
	parts := []int{month, dayOfMonth, rest / 3600, rest / 60 % 60, rest % 60}
	text := pad(year, 4)
	for _, n := range parts[:u.parts()] {
		text += pad(n, 2)
	}
	return text
}

// ticks is how many digits a number of ticks has.
const ticks = 19

// parts is how many numbers of two digits come after the year.
func (u unit) parts() int {
	if u == month {
		return 1
	}
	return int(u) - 1
}

// down names the period so that later ones come first: ticks as DateTime.MaxValue minus the time, the others with
// each digit subtracted from 9.
func (u unit) down(at int) string {
	if u == tick {
		return pad(lastTicks-(at+secondsTo1970)*ticksOfSecond, ticks)
	}
	return strings.Map(func(r rune) rune { return '0' + '9' - r }, u.digits(at))
}

// date returns the calendar day of a number of days since 1970. It counts in eras of 400 years that begin in March,
// so that the leap day is the last day of a year.
func date(days int) (year, month, dayOfMonth int) {
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

// daysTo is the inverse of date. The month may be 13, which is January of the next year.
func daysTo(year, month, dayOfMonth int) int {
	if month <= 2 {
		year, month = year-1, month+12
	}
	ofYear := (153*(month-3)+2)/5 + dayOfMonth - 1
	return year/400*146_097 + year%400*365 + year%400/4 - year%400/100 + ofYear - 719_468
}
