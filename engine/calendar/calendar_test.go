package calendar_test

import (
	"fmt"
	"testing"
	"time"

	"rowkey/engine/calendar"
	"rowkey/engine/clock"
)

// The names of periods are those of the standard library's calendar, and begin and end where they do.
func TestPeriodsAgreeWithTheCalendar(t *testing.T) {
	t.Parallel()
	at := time.Date(1601, 1, 1, 0, 0, 1, 0, time.UTC)
	for ; at.Year() < 2101; at = at.Add(187*time.Hour + 61*time.Second) {
		year, number := at.ISOWeek()
		for u, want := range map[calendar.Unit]string{
			calendar.Month: at.Format("200601"), calendar.Day: at.Format("20060102"), calendar.Hour: at.Format("2006010215"),
			calendar.Minute: at.Format("200601021504"), calendar.Second: at.Format("20060102150405"),
			calendar.Week: fmt.Sprintf("%04d%02d", year, number),
		} {
			n := int(at.Unix())
			first, last := u.Start(n), u.Next(n)-1
			if u.Digits(n) != want || u.Digits(first) != want || u.Digits(last) != want || !u.Whole(first, last) {
				t.Fatalf("%s of %s: %s from %d to %d, want %s", calendar.Names[u], at, u.Digits(n), first, last, want)
			}
			if u.Digits(first-1) >= want || u.Digits(last+1) <= want || u.Down(first-1) <= u.Down(n) ||
				u.Down(last+1) >= u.Down(n) {
				t.Fatalf("%s of %s: %s is not in order with its neighbours", calendar.Names[u], at, want)
			}
		}
	}
}

// A time inverted is DateTime.MaxValue minus its ticks, as programs write it.
func TestTicksAreThoseOfTheService(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 22, 10, 30, 0, 0, time.UTC)
	last := clock.Ticks(time.Date(9999, 12, 31, 23, 59, 59, 999_999_900, time.UTC))
	up, down := fmt.Sprintf("%019d", clock.Ticks(at)), fmt.Sprintf("%019d", last-clock.Ticks(at))
	if n := int(at.Unix()); calendar.Tick.Digits(n) != up || calendar.Tick.Down(n) != down {
		t.Errorf("ticks %s, inverted %s, want %s and %s", calendar.Tick.Digits(n), calendar.Tick.Down(n), up, down)
	}
}
