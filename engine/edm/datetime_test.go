package edm_test

import (
	"testing"
	"time"

	"rowkey/engine/edm"
)

func TestParseDateTime(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"whole-second", "2021-07-13T00:00:00Z", "2021-07-13T00:00:00Z"},
		{"zeros-at-the-end-are-dropped", "2021-07-13T00:00:00.283000Z", "2021-07-13T00:00:00.283Z"},
		{"five-nines", "2021-07-13T00:00:00.99999Z", "2021-07-13T00:00:00.99999Z"},
		{"zero-at-the-beginning-stays", "2021-07-13T00:00:00.0123456Z", "2021-07-13T00:00:00.0123456Z"},
		{"digits-behind-the-seventh-are-cut", "2021-07-13T00:00:00.123456789Z", "2021-07-13T00:00:00.1234567Z"},
		{"a-nanosecond-is-nothing", "2021-07-13T00:00:00.000000001Z", "2021-07-13T00:00:00Z"},
		{"positive-offset", "2021-07-13T01:30:00+02:00", "2021-07-12T23:30:00Z"},
		{"negative-offset", "2021-07-13T23:30:00-01:30", "2021-07-14T01:00:00Z"},
		{"no-zone-is-utc", "2021-07-13T10:00:00", "2021-07-13T10:00:00Z"},
		{"no-seconds", "2021-07-13T10:05Z", "2021-07-13T10:05:00Z"},
		{"a-day", "2021-07-13", "2021-07-13T00:00:00Z"},
		{"leap-day", "2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"},
		{"first-year", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"},
		{"last-tick", "9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.9999999Z"},
		{"before-the-first-year-by-offset", "0001-01-01T00:00:00+01:00", ""},
		{"no-leap-day", "2023-02-29T00:00:00Z", ""},
		{"month-13", "2023-13-01T00:00:00Z", ""},
		{"month-0", "2023-00-01T00:00:00Z", ""},
		{"day-0", "2023-01-00T00:00:00Z", ""},
		{"year-0", "0000-01-01T00:00:00Z", ""},
		{"hour-24", "2023-01-01T24:00:00Z", ""},
		{"minute-60", "2023-01-01T23:60:00Z", ""},
		{"point-without-digits", "2023-01-01T23:00:00.Z", ""},
		{"blank-between", "2023-01-01 23:00:00Z", ""},
		{"something-behind", "2023-01-01T23:00:00ZZ", ""},
		{"one-digit-month", "2023-1-01", ""},
		{"empty", "", ""},
		{"words", "yesterday", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			v, err := edm.ParseDateTime(test.in)
			got := ""
			if err == nil {
				got = string(edm.AppendTime(nil, v.Time()))
			}
			if got != test.want {
				t.Errorf("ParseDateTime(%q) = %q, %v, want %q", test.in, got, err, test.want)
			}
		})
	}
}

func TestAppendTimeConvertsToUTC(t *testing.T) {
	t.Parallel()
	in := time.Date(2019, 5, 29, 0, 36, 3, 691_092_000, time.FixedZone("", 2*3600))
	if got, want := string(edm.AppendTime([]byte("at "), in)), "at 2019-05-28T22:36:03.691092Z"; got != want {
		t.Errorf("AppendTime = %q, want %q", got, want)
	}
}
