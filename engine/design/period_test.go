package design

import (
	"fmt"
	"testing"
	"time"

	"rowkey/engine/clock"
)

// The names of periods are those of the standard library's calendar, and begin and end where they do.
func TestPeriodsAgreeWithTheCalendar(t *testing.T) {
	t.Parallel()
	at := time.Date(2003, 1, 1, 0, 0, 0, 0, time.UTC)
	for ; at.Year() < 2101; at = at.Add(37*time.Hour + 61*time.Second) {
		year, number := at.ISOWeek()
		for u, want := range map[unit]string{
			month: at.Format("200601"), day: at.Format("20060102"), hour: at.Format("2006010215"),
			minute: at.Format("200601021504"), second: at.Format("20060102150405"), week: fmt.Sprintf("%04d%02d", year, number),
		} {
			n := int(at.Unix())
			first, last := u.start(n), u.next(n)-1
			if u.digits(n) != want || u.digits(first) != want || u.digits(last) != want || !u.whole(first, last) {
				t.Fatalf("%s of %s: %s from %d to %d, want %s", units[u], at, u.digits(n), first, last, want)
			}
			if u.digits(first-1) >= want || u.digits(last+1) <= want || u.down(first-1) <= u.down(n) || u.down(last+1) >= u.down(n) {
				t.Fatalf("%s of %s: %s is not in order with its neighbours", units[u], at, want)
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
	if n := int(at.Unix()); tick.digits(n) != up || tick.down(n) != down {
		t.Errorf("ticks %s, inverted %s, want %s and %s", tick.digits(n), tick.down(n), up, down)
	}
}
