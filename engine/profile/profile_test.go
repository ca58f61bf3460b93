package profile_test

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rowkey/engine/profile"
)

const slice = 64 << 10

// Property 10: distinct within 5 %, largest within 1 % of the rows, an identity that is one. A short run, as under
// wasm, draws a file of each size once.
func TestAProfileIsTrue(t *testing.T) {
	t.Parallel()
	sizes, rounds := []int{300, 5_000, 9_000, 40_000}, 2
	if testing.Short() {
		rounds = 1
	}
	for seed := range uint64(rounds * len(sizes)) {
		rows := sizes[seed%uint64(len(sizes))]
		text, want := readings(rows, seed)
		r := profileOf(t, "readings.csv", text, slice).Report(false)
		if r.Rows != want.rows || r.Bytes != len(text) {
			t.Fatalf("seed %d: %d rows in %d bytes, want %d in %d", seed, r.Rows, r.Bytes, want.rows, len(text))
		}
		for name, n := range want.distinct {
			c := columnOf(t, r, name)
			if off := math.Abs(c.Distinct-float64(n)) / float64(n); off > 0.05 || c.Exact && off > 0 {
				t.Errorf("seed %d: %s has %v distinct values, want %d", seed, name, c.Distinct, n)
			}
			if off := c.Largest - float64(want.largest[name])/float64(rows); math.Abs(off) > 0.01 || c.Exact && off != 0 {
				t.Errorf("seed %d: the largest of %s has %v, want %d of %d", seed, name, c.Largest, want.largest[name], rows)
			}
		}
		if !reflect.DeepEqual(r.Identity, [][]string{{"id"}}) || !r.Proven {
			t.Errorf("seed %d: identity %v", seed, r.Identity)
		}
	}
}

func TestAPairIsAnIdentityIfNoColumnIs(t *testing.T) {
	t.Parallel()
	for _, repeat := range []bool{false, true} {
		var b strings.Builder
		b.WriteString("at,device,x\n")
		for i := range 9_000 {
			b.WriteString(lineOf(i/30, i%30, i%7))
		}
		if repeat {
			b.WriteString(lineOf(17, 3, 9)) // the pair of a row before
		}
		r := profileOf(t, "a.csv", b.String(), slice).Report(false)
		if found := reflect.DeepEqual(r.Identity, [][]string{{"device", "at"}}); found == repeat {
			t.Errorf("repeat %v: identity %v", repeat, r.Identity)
		}
	}
}

func TestTypesAreTheNarrowestThatFit(t *testing.T) {
	t.Parallel()
	tests := []struct{ values, want string }{
		{"1 -2 2147483647", "int"}, {"1 2147483648", "long"}, {"1 2.5", "double"}, {"1e3 .5", "double"},
		{"007 008", "text"}, {"1234567890123456789 1", "text"}, {"true FALSE", "bool"}, {"true 1", "text"},
		{"2026-11-22 2026-11-22T10:00:00.5Z", "time"}, {"2026-02-30", "text"}, {"2026-11-22 7", "text"},
		{"0f8fad5b-d9cb-469f-a165-70867728950e", "guid"}, {"a 1", "text"}, {"0 0.5 -0.5", "double"}, {"-", "text"},
	}
	for _, test := range tests {
		text := "a,b\n" + strings.ReplaceAll(test.values, " ", ",x\n") + ",x\n"
		c := columnOf(t, profileOf(t, "a.csv", text, slice).Report(false), "a")
		if c.Type != test.want || !slices.Contains(c.Fits, "text") {
			t.Errorf("%s: type %s of %v, want %s", test.values, c.Type, c.Fits, test.want)
		}
	}
}

func TestSlicesDoNotMatter(t *testing.T) {
	t.Parallel()
	text, _ := readings(2_000, 5)
	text = "\uFEFF" + text + "\"c,\r\n1\",5,,\"say \"\"hi\"\"\",,,last\r"
	want := profileOf(t, "a.csv", text, len(text)).Report(true)
	for _, size := range []int{1, 7, 4096} {
		if got := profileOf(t, "a.csv", text, size).Report(true); !reflect.DeepEqual(got, want) {
			t.Errorf("slices of %d give another report:\n%+v\nwant\n%+v", size, got, want)
		}
	}
}

func TestOrderAndDependence(t *testing.T) {
	t.Parallel()
	text, want := readings(20_000, 3)
	r := profileOf(t, "a.csv", text, slice).Report(false)
	for name, order := range map[string]string{"time": "rising", "customer": "", "device": ""} {
		if c := columnOf(t, r, name); c.Order != order {
			t.Errorf("order of %s is %q, want %q", name, c.Order, order)
		}
	}
	if !slices.Contains(r.Tells, profile.Tells{Column: "device", Other: "customer"}) ||
		slices.Contains(r.Tells, profile.Tells{Column: "customer", Other: "device"}) {
		t.Errorf("tells %v", r.Tells)
	}
	if c := columnOf(t, r, "time"); c.Unit != "second" || c.Type != "time" {
		t.Errorf("time is %s of unit %s", c.Type, c.Unit)
	}
	c := columnOf(t, r, "place")
	if c.NotKeys.Count != want.rows || c.BadValues != 9 ||
		!reflect.DeepEqual(c.NotKeys.Lines, []int{2, 3, 4, 5, 6, 7, 8, 9}) {
		t.Errorf("place has %+v with %d values", c.NotKeys, c.BadValues)
	}
}

func TestPartitionsAreCounted(t *testing.T) {
	t.Parallel()
	text, want := readings(30_000, 2)
	p := profileOf(t, "a.csv", text, slice)
	got, err := p.Partitions([]string{"customer"}, true)
	if err != nil || int(got.Partitions) != len(want.customers) {
		t.Fatalf("%v partitions, %v, want %d", got.Partitions, err, len(want.customers))
	}
	for _, top := range got.Top {
		if n := want.customers[top.Name[0]]; n != top.Rows || top.Share != float64(n)/30_000 {
			t.Errorf("%v has %d rows, want %d", top.Name, top.Rows, n)
		}
	}
	if _, err := p.Partitions([]string{"celsius"}, false); err == nil || !strings.Contains(err.Error(), `"celsius"`) {
		t.Errorf("partitions of a double: %v", err)
	}
}

// Of a file with too many rows a part is kept, and what is said of partitions is an estimate.
func TestALargeFileIsCountedInAPartOfItsRows(t *testing.T) {
	t.Parallel()
	const rows = 90_000
	text, want := readings(rows, 6)
	p := profile.NewWithRoom("a.csv", 1<<18)
	if err := feed(p, text, slice); err != nil {
		t.Fatal(err)
	}
	r := p.Report(false)
	if r.Proven || r.Rows != rows || r.Kept > 32_768 || r.Kept < 4_096 {
		t.Fatalf("%d of %d rows are kept, proven %v", r.Kept, r.Rows, r.Proven)
	}
	for name, n := range want.distinct {
		c := columnOf(t, r, name)
		if off := math.Abs(c.Distinct-float64(n)) / float64(n); off > 0.05 {
			t.Errorf("%s has %v distinct values, want %d", name, c.Distinct, n)
		}
	}
	got, err := p.Partitions([]string{"customer"}, true)
	if err != nil || int(got.Partitions) != len(want.customers) || len(r.Identity) == 0 {
		t.Fatalf("%v partitions, %v, want %d; identity %v", got.Partitions, err, len(want.customers), r.Identity)
	}
	for _, top := range got.Top {
		n := want.customers[top.Name[0]]
		if math.Abs(top.Share-float64(n)/rows) > 0.01 || math.Abs(float64(top.Rows-n)) > 0.2*float64(n) {
			t.Errorf("%v has %d rows, share %v, want %d", top.Name, top.Rows, top.Share, n)
		}
	}
}

func TestCandidatesSplitTheRows(t *testing.T) {
	t.Parallel()
	text, want := readings(30_000, 4)
	r := profileOf(t, "a.csv", text, slice).Report(false)
	if len(r.Keys) == 0 {
		t.Fatal("there are no candidates")
	}
	for _, k := range r.Keys {
		good := k.Partitions >= 16 && k.Largest <= 0.2 && !slices.Contains(k.PartitionKey, "time")
		if good != (k.Problem == "") {
			t.Errorf("%s has %v partitions, the largest %v: problem %q", k.Text, k.Partitions, k.Largest, k.Problem)
		}
		if reflect.DeepEqual(k.PartitionKey, []string{"customer"}) && k.LargestRows != want.largest["customer"] {
			t.Errorf("%s: %d rows in the largest, want %d", k.Text, k.LargestRows, want.largest["customer"])
		}
		if least := (want.rows + 99) / 100; k.Transactions < least || k.Transactions > least+int(k.Partitions) {
			t.Errorf("%s takes %d transactions of %d rows", k.Text, k.Transactions, want.rows)
		}
	}
}

func TestTheKeysOfTheFileAreJudged(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("PartitionKey,RowKey,Timestamp,n,n@type\r\n")
	for i := range 500 {
		b.WriteString(strings.TrimSuffix(lineOf(i%5, i, 0), ",0\n") + ",2026-01-01T00:00:00Z,1,Edm.Int64\r\n")
	}
	p := profileOf(t, "a.csv", b.String(), slice)
	r := p.Report(false)
	if r.Present == nil || r.Present.Partitions != 5 || !r.Present.Unique || r.Present.Problem != profile.KeyFew ||
		r.Present.LargestRows != 100 {
		t.Errorf("present keys: %+v", r.Present)
	}
	if len(r.Columns) != 3 || columnOf(t, r, "n").Type != "long" {
		t.Errorf("columns %+v", r.Columns)
	}
	s := p.Fill(profile.Choices{})
	if len(s.Sheet.Designs) == 0 || !strings.HasPrefix(s.Sheet.Designs[0].Stores[0], "{PartitionKey} | {RowKey") {
		t.Errorf("designs %+v", s.Sheet.Designs)
	}
}

func TestJSONIsReadLikeCSV(t *testing.T) {
	t.Parallel()
	lines := `{"table":"people"}
{"id":"a\"1","n":5,"ok":true,"big@odata.type":"Edm.Int64","big":"7","at":"2026-11-22T10:00:00Z","none":null}
{"id":"b","n":6,"ok":false,"big@odata.type":"Edm.Int64","big":"8","at":"2026-11-22","no":"5"}
`
	array := "[" + strings.Join(strings.Split(strings.TrimSpace(lines), "\n")[1:], ",\n") + "]"
	answer := `{"odata.metadata":"x","value":` + array + "}"
	want := map[string]string{"id": "text", "n": "int", "ok": "bool", "big": "long", "at": "time", "no": "text"}
	for format, text := range map[string]string{"lines": lines, "array": array, "array ": answer} {
		for _, size := range []int{1, len(text)} {
			r := profileOf(t, "a.json", text, size).Report(true)
			if r.Format != strings.TrimSpace(format) || r.Rows != 2 || columnOf(t, r, "id").Example != `a"1` {
				t.Errorf("%s: %+v", format, r)
			}
			for name, kind := range want {
				if c := columnOf(t, r, name); c.Type != kind {
					t.Errorf("%s: %s is a %s, want %s", format, name, c.Type, kind)
				}
			}
		}
	}
}

func TestLinesOfJSONDoNotDependOnSlices(t *testing.T) {
	t.Parallel()
	text := "\n\n{\"a\":1}\n\n\n{\"a\":\n2}\n{\"a\":{}}\n"
	for _, size := range []int{1, 3, 100} {
		p, _ := profile.New("a.json", 0)
		err := feed(p, text+strings.Repeat(" ", 5000), size)
		if err == nil || !strings.Contains(err.Error(), "line 8: a is an object") {
			t.Errorf("slices of %d: %v", size, err)
		}
	}
}

func TestLimitsAreToldWithLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 32769)
	text := "id,a,b\n1,x,\n2," + long + "," + strings.Repeat("y", 600) + "\n"
	r := profileOf(t, "a.csv", text, slice).Report(false)
	if c := columnOf(t, r, "a"); c.TooLarge.Count != 1 || c.TooLarge.Lines[0] != 3 || c.Size.Largest != 32769 {
		t.Errorf("a: %+v of %+v", c.TooLarge, c.Size)
	}
	if c := columnOf(t, r, "b"); c.LongKeys.Count != 1 || c.Filled != 1 {
		t.Errorf("b: %+v", c.LongKeys)
	}
	if want := 4 + 8 + 4 + 4 + 8 + 2 + 4 + 2*32769 + 8 + 2 + 4 + 1200; r.Entity.Largest != want || r.Members != 3 {
		t.Errorf("the largest row has %d bytes, want %d", r.Entity.Largest, want)
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"", "no rows"}, {"a,b\n", "no rows"}, {" \n", "no rows"},
		{"a,b\n1,2,3\n", "cells in line 2: 3, in the first line: 2"}, {"a\n\"x\n", "begins in line 2 is never closed"},
		{"a\n\"x\"y\n", "closing quote in line 2"}, {"a\n\xE9\n", "line 2 is not UTF-8"},
		{"\xFF\xFEa\x00", "line 1 is not UTF-8"},
		{"{\"a\":1}\n{\"a\":}\n", "line 2 is not JSON"}, {"[1]", "line 1 is not an entity"},
		{"{\"a\":{}}", "line 1: a is an object"},
		{"{\"a\":1", "line 1 is not JSON"}, {"a,a@type\n1,Edm.Int\n", "line 2: Edm.Int is not a property type"},
		{"{\"a@odata.type\":\"x\",\"a\":1}", "is not a property type"},
		{"a\n" + strings.Repeat("x", profile.MaxRow+1), "line 2 begins a row of more than 1 MiB"},
		{"a\n\"" + strings.Repeat("x\n", profile.MaxRow), "line 2 begins a row of more than 1 MiB"},
	}
	for _, test := range tests {
		p, _ := profile.New("a.csv", 0)
		if err := feed(p, test.text, slice); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.20q: %v, want %s", test.text, err, test.want)
		}
	}
	if _, err := profile.New("a.csv", 513<<20); err == nil || !strings.Contains(err.Error(), "513 MiB") {
		t.Errorf("a file of 513 MiB: %v", err)
	}
}

func lineOf(cells ...int) string {
	b := []byte{}
	for i, c := range cells {
		b = append(b, []string{"", ","}[min(i, 1)]...)
		b = appendInt(b, c)
	}
	return string(append(b, '\n'))
}

// Shares are those of all rows, in the report and in the sheet, whose calculation takes them for that.
func TestSharesAreOfAllRows(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("id,coupon,place\n")
	for i := range 3000 {
		coupon, place := "", ""
		if i < 29 {
			coupon = []string{"X", "Y"}[min(1, i/28)]
		}
		if i%6 != 0 {
			place = []string{"north", "south"}[i/1800]
		}
		b.WriteString("r" + strconv.Itoa(i) + "," + coupon + "," + place + "\n")
	}
	p := profileOf(t, "stays.csv", b.String(), slice)
	r := p.Report(false)
	if c := columnOf(t, r, "coupon"); c.Largest != 28.0/3000 || c.Distinct != 2 {
		t.Errorf("coupon: largest %v, %v values", c.Largest, c.Distinct)
	}
	if c := columnOf(t, r, "place"); c.Largest != 0.5 || c.Skew.S != 0.83 {
		t.Errorf("place: largest %v, skew %+v", c.Largest, c.Skew)
	}
	got := sheetText(t, p.Fill(profile.Choices{}))
	for _, line := range []string{"place, text 5, 3 values, zipf 0.83", "coupon, text 1, 3 values, largest 99 %"} {
		if !strings.Contains(got, line) {
			t.Errorf("there is no %q in\n%s", line, got)
		}
	}
}

// A row that has several values unfit for keys is one row.
func TestRowsThatAreUnfitForKeysAreCountedOnce(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("id,garage,level\n")
	for i := range 3000 {
		garage, level := "north", "1"
		if i < 2264 {
			garage = "north/east"
		}
		if i >= 2000 && i < 2546 {
			level = "1#"
		}
		b.WriteString("r" + strconv.Itoa(i) + "," + garage + "," + level + strconv.Itoa(i%50) + "\n")
	}
	r := profileOf(t, "stays.csv", b.String(), slice).Report(false)
	if r.Forbidden != 2546 {
		t.Errorf("%d rows have a forbidden character, want 2,546", r.Forbidden)
	}
	for _, k := range r.Keys {
		if strings.Join(k.PartitionKey, "") == "level" && k.Mend != 546 {
			t.Errorf("%s: %d rows to mend, want 546", k.Text, k.Mend)
		}
	}
}
