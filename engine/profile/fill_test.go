package profile_test

import (
	"reflect"
	"strings"
	"testing"

	"rowkey/engine/hash"
	"rowkey/engine/profile"
	"rowkey/engine/sheet"
)

// sheetText returns the text form of a sheet, which must be one that can be read again.
func sheetText(t testing.TB, f profile.Filled) string {
	t.Helper()
	text := sheet.Write(f.Sheet)
	again, messages := sheet.Parse(text)
	if sheet.Failed(messages) || sheet.Failed(f.Messages) {
		t.Fatalf("%+v %+v in\n%s", messages, f.Messages, text)
	}
	if written := sheet.Write(again); written != text {
		t.Fatalf("the sheet is read as\n%s\nand was\n%s", written, text)
	}
	return text
}

func TestAFilledSheet(t *testing.T) {
	t.Parallel()
	text, want := readings(20_000, 3)
	p := profileOf(t, "Sensor readings.csv", text, slice)
	f := p.Fill(profile.Choices{Types: map[string]string{"battery": "long", "place": "int"}})
	got := sheetText(t, f)
	for _, line := range []string{
		"# @sheet Sensor readings, horizon 111.1min\n", "# @entity sensorreading, 259226/day\n",
		"# @attribute sensorreading.time, time second, ",
		"# @attribute sensorreading.battery, long, 101 values", "# @attribute sensorreading.place, text ",
		"# @attribute sensorreading.id, text ", "| Sensorreadings |",
	} {
		if !strings.Contains(got, line) {
			t.Errorf("there is no %q in\n%s", line, got)
		}
	}
	if len(f.Sheet.Designs) == 0 || f.Rows != want.rows || len(f.Measured) != 9 {
		t.Errorf("designs %+v, measured %v on %d rows", f.Sheet.Designs, f.Measured, f.Rows)
	}
}

// An hour of the sheet has as many rows as an hour of the file.
func TestRowsThatArriveKeepTheirDensity(t *testing.T) {
	t.Parallel()
	text, _ := readings(20_000, 3) // three in each second
	s := profileOf(t, "readings.csv", text, slice).Fill(profile.Choices{}).Sheet
	if n := s.Population(0); n < 19_990 || n > 20_010 {
		t.Errorf("the sheet has %v rows, want 20,000", n)
	}
	ask := sheet.Ask{Kind: "reading", Range: sheet.Range{Attr: "time", How: sheet.Last,
		Width: sheet.Width{N: 10, Unit: "min"}}}
	if f := s.Answer(&ask); f.Typical < 1795 || f.Typical > 1805 {
		t.Errorf("ten minutes have %v rows, want 1,800", f.Typical)
	}
}

func TestKeysFollowTheTypesThatAReaderChooses(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("device,n\n")
	for i := range 3000 {
		b.WriteString(lineOf(i%50, i))
	}
	p := profileOf(t, "a.csv", b.String(), slice)
	for chosen, want := range map[string]string{
		"": "{device:2} | {n:4}", "text": "{device} | {n:4}", "guid": "{device:2} | {n:4}",
	} {
		f := p.Fill(profile.Choices{Types: map[string]string{"device": chosen}})
		if got := f.Sheet.Designs[0].Stores[0]; !strings.HasPrefix(got, want+" | ") {
			t.Errorf("device as %q: %s, want %s", chosen, got, want)
		}
	}
}

// Whatever a file holds, its sheet can be read by the workbench.
func TestEveryFileGivesASheet(t *testing.T) {
	t.Parallel()
	random := hash.Sequence(11)
	names := []string{"a", "A", "b b", "by", "1", "ä", "a_b", "a-b", "PartitionKey", "RowKey", strings.Repeat("n", 80), "",
		"日本", "a b", "a.b"}
	values := []string{"", "x", "1", "0", "-7", "2.5", "2026-01-01", "true", "a_b", "a/b", strings.Repeat("w", 500), "ü",
		"12345678901"}
	for range 300 {
		columns := 1 + int(random.Next()%uint64(len(names)))
		var b strings.Builder
		for i := range columns {
			b.WriteString([]string{"", ","}[min(i, 1)] + names[i])
		}
		for range 1 + random.Next()%80 {
			b.WriteString("\n" + values[random.Next()%uint64(len(values))])
			for range columns - 1 {
				b.WriteString("," + values[random.Next()%uint64(len(values))])
			}
		}
		b.WriteString("\n")
		p, _ := profile.New([]string{"a.csv", "by.csv", "ünï.csv", "", "7s.csv"}[random.Next()%5], 0)
		if feed(p, b.String(), 100) == nil {
			filters := "a eq 'x'\nb_b gt 3 and a eq 'y'\nn1 ge datetime'2026-01-01T00:00:00Z'"
			sheetText(t, p.Fill(profile.Choices{Filters: filters}))
		}
	}
}

func TestFiltersBecomeQuestions(t *testing.T) {
	t.Parallel()
	text, _ := readings(20_000, 3)
	p := profileOf(t, "readings.csv", text, slice)
	f := p.Fill(profile.Choices{Filters: strings.Join([]string{
		"device eq 5 and time ge datetime'2026-11-01T00:00:00Z' and time lt datetime'2026-11-01T01:00:00Z'",
		"time ge datetime'2026-11-01T00:00:00Z' and device eq 6 and time lt datetime'2026-11-01T03:00:00Z'",
		"http://127.0.0.1/x/readings()?$filter=customer%20eq%20'c0001'&$top=5",
		"", "customer eq 'c0002' or customer eq 'c0003'", "customer eq", "size eq 1", "place ge 'Hall' and place lt 'Halm'",
		"celsius gt 20.0 and celsius lt 30.0",
	}, "\n")})
	sheetText(t, f)
	want := []sheet.Ask{
		{Name: "by device and time and range", Rate: sheet.Rate{N: 50, Per: "%"}, Kind: "reading",
			Known: []sheet.Known{{Attr: "device"}},
			Range: sheet.Range{Attr: "time", How: "between", Width: sheet.Width{N: 2, Unit: "h"}}},
		{Name: "by customer", Rate: sheet.Rate{N: 25, Per: "%"}, Kind: "reading", Known: []sheet.Known{{Attr: "customer"}}},
		{Name: "by celsius and range", Rate: sheet.Rate{N: 25, Per: "%"}, Kind: "reading",
			Range: sheet.Range{Attr: "celsius", How: "between", Width: sheet.Width{N: 25.1, Unit: "%"}}},
	}
	if !reflect.DeepEqual(f.Sheet.Asks, want) {
		t.Errorf("questions %+v\nwant %+v", f.Sheet.Asks, want)
	}
	unread := []profile.Unread{{Line: 5, Why: profile.FilterOr}, {Line: 6, Why: profile.FilterSyntax},
		{Line: 7, Why: profile.FilterColumn}, {Line: 8, Why: profile.FilterRange}}
	if !reflect.DeepEqual(f.Unread, unread) {
		t.Errorf("unread %+v, want %+v", f.Unread, unread)
	}
}
