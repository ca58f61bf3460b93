package profile_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rowkey/engine/profile"
)

// The import of the playground reads CSV as well: both are held to the same cases.
func TestCSVIsReadAsThePlaygroundReadsIt(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../../site/app/transfer/testdata/csv.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Text  string
		Rows  [][]string
		Lines []int
		Fault int
	}
	if err := json.Unmarshal(file, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		for _, size := range []int{1, 5, 1000} {
			rows, lines, err := profile.SplitCSV(c.Text, size)
			if !reflect.DeepEqual(rows, c.Rows) || !reflect.DeepEqual(lines, c.Lines) {
				t.Errorf("%q in slices of %d: %q in lines %v, want %q in lines %v", c.Text, size, rows, lines, c.Rows, c.Lines)
			}
			if told := err != nil && strings.Contains(err.Error(), "line "+strconv.Itoa(c.Fault)); told != (c.Fault > 0) {
				t.Errorf("%q in slices of %d: %v, want an error in line %d", c.Text, size, err, c.Fault)
			}
		}
	}
}

// reportOf returns what is known of a short file, however its slices are cut.
func reportOf(t *testing.T, text string) profile.Report {
	t.Helper()
	r := profileOf(t, "a.csv", text, len(text)).Report(true)
	if cut := profileOf(t, "a.csv", text, 3).Report(true); !reflect.DeepEqual(r, cut) {
		t.Errorf("slices of 3 bytes give another report of %q", text)
	}
	return r
}

func TestTimesOfDatabasesAreTimes(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"2024-05-01 10:00:00", "2024-05-01 10:00", "2024-05-01 10:00:00.1234567",
		"2024-05-01 10:00:00.5+02", "2024-05-01 10:00:00 +0200", "2024-05-01 10:00:00 +02:00", "2024-05-01 10:00:00 UTC",
		"2024-05-01T10:00:00.123456+00:00", "2024-05-01 10:00:00Z", "2024-05-01"} {
		if c := columnOf(t, reportOf(t, "a,b\n"+value+",x\n"), "a"); c.Type != "time" {
			t.Errorf("%s is of type %s, want time", value, c.Type)
		}
	}
	for _, value := range []string{"2024-05-01 25:00:00", "2024-05-01 10", "01.05.2024", "2024-05-01 soon at least",
		"2024-02-30 10:00:00", "10:00:00"} {
		if c := columnOf(t, reportOf(t, "a,b\n"+value+",x\n"), "a"); c.Type != "text" {
			t.Errorf("%s is of type %s, want text", value, c.Type)
		}
	}
	c := columnOf(t, reportOf(t, "a,b\n2024-05-01 10:00:00 +02:00,x\n2024-05-01 09:30:00,x\n"), "a")
	if c.Unit != "minute" {
		t.Errorf("the finest unit of 8:00 and 9:30 is %q, want minute", c.Unit)
	}
}

// A sheet that is made of such a file has a time, so log tail and tables for a period can be proposed.
func TestATableWithTimesOfADatabaseHasKeysMadeOfThem(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("customer,at\n")
	for i := range 60 {
		fmt.Fprintf(&b, "c%d,2024-05-%02d 10:00:00\n", i%20, 1+i/2)
	}
	f := profileOf(t, "orders.csv", b.String(), slice).Fill(profile.Choices{})
	text := sheetText(t, f)
	if !strings.Contains(text, "# @attribute order.at, time hour") || !strings.Contains(text, "{at}") {
		t.Errorf("the sheet has no time in its keys:\n%s", text)
	}
}

func TestTypesThatTheFileSaysAreKept(t *testing.T) {
	t.Parallel()
	r := reportOf(t, "PartitionKey,RowKey,Score,Score@type,Age,Age@type,Big,Big@type,Id,Id@type\n"+
		"a,1,1.5,Edm.Double,42,Edm.Int32,2,Edm.Int64,7,Edm.String\n"+
		"a,2,NaN,Edm.Double,43,Edm.Int32,3,Edm.Int64,8,Edm.String\n"+
		"a,3,-Infinity,Edm.Double,,,,,,\n")
	for name, want := range map[string]string{"Score": "double", "Age": "int", "Big": "long", "Id": "text"} {
		if c := columnOf(t, r, name); c.Type != want {
			t.Errorf("%s is of type %s of %v, want %s", name, c.Type, c.Fits, want)
		}
	}
}

// Which of comma and point parts thousands nobody can tell, so they are numbers only where a reader says so.
func TestNumbersWithADecimalCommaAreOffered(t *testing.T) {
	t.Parallel()
	text := "id,eur\n1,\"1.234,50\"\n2,7\n3,\"-0,5\"\n4,\"12 345,6\"\n"
	c := columnOf(t, reportOf(t, text), "eur")
	if c.Type != "text" || !slices.Contains(c.Fits, "double") {
		t.Errorf("eur is of type %s of %v, want text and the offer of double", c.Type, c.Fits)
	}
	f := profileOf(t, "a.csv", text, slice).Fill(profile.Choices{Types: map[string]string{"eur": "double"}})
	if out := sheetText(t, f); !strings.Contains(out, ".eur, double, 4 values, signed") {
		t.Errorf("the sheet has no double:\n%s", out)
	}
	for _, value := range []string{"1,2,3", "1.23,5", ",5", "5,", "1.234.5,6", "a,5", "--1,5", "1,5e3"} {
		c := columnOf(t, reportOf(t, "id,eur\n1,\""+value+"\"\n"), "eur")
		if slices.Contains(c.Fits, "double") {
			t.Errorf("%s is offered as a double", value)
		}
	}
}

func TestColumnsGetNamesThatTheyLack(t *testing.T) {
	t.Parallel()
	r := reportOf(t, "Name,Name,,Name_2,Name,a,a@type,a,a@type\n1,2,3,4,5,6,Edm.Int64,7,Edm.String\n")
	var names []string
	for _, c := range r.Columns {
		names = append(names, c.Name)
	}
	if want := []string{"Name", "Name_3", "Column3", "Name_2", "Name_4", "a", "a_2"}; !slices.Equal(names, want) {
		t.Errorf("the columns are called %q, want %q", names, want)
	}
	if want := []profile.Renamed{{2, "Name", "Name_3"}, {3, "", "Column3"}, {5, "Name", "Name_4"},
		{8, "a", "a_2"}}; !slices.Equal(r.Renamed, want) {
		t.Errorf("renamed are %v, want %v", r.Renamed, want)
	}
	if a, b := columnOf(t, r, "a").Type, columnOf(t, r, "a_2").Type; a != "long" || b != "text" {
		t.Errorf("a is %s and a_2 is %s, want long and text", a, b)
	}
}

func TestWhatTheCommandLinePrintsIsRead(t *testing.T) {
	t.Parallel()
	const pretty = `{
  "items": [
    {
      "PartitionKey": "A",
      "RowKey": "1",
      "Count": [
        9007199254740993,
        "Edm.Int64"
      ],
      "At": "2024-05-01T10:00:00.123456+00:00",
      "etag": "W/\"datetime'2024-05-01T10%3A00%3A00Z'\"",
      "Timestamp": null
    },
    { "PartitionKey": "A", "RowKey": "2", "Count": [5, "Edm.Int64"], "etag": "W/\"x\"" }
  ],
  "nextMarker": {}
}`
	for _, text := range []string{pretty, strings.NewReplacer("\n", "", "  ", "").Replace(pretty)} {
		r := reportOf(t, text)
		var names []string
		for _, c := range r.Columns {
			names = append(names, c.Name+" "+c.Type)
		}
		want := []string{"PartitionKey text", "RowKey text", "Count long", "At time"}
		if r.Rows != 2 || r.Format != "array" || !slices.Equal(names, want) {
			t.Errorf("%d rows of %s with %q, want 2 of array with %q", r.Rows, r.Format, names, want)
		}
	}
}

func TestAnEmptyKeyIsAKey(t *testing.T) {
	t.Parallel()
	r := reportOf(t, "PartitionKey,RowKey,n\na,,1\na,1,2\n,,3\n")
	if r.Present == nil || !r.Present.Unique {
		t.Fatalf("the keys of the file are %+v, want unique ones", r.Present)
	}
	if c := columnOf(t, r, "RowKey"); c.Filled != 3 || c.Distinct != 2 {
		t.Errorf("RowKey has %d values, %v of them different, want 3 and 2", c.Filled, c.Distinct)
	}
	if c := columnOf(t, reportOf(t, "PartitionKey,RowKey,n\na,1,1\nb\n"), "RowKey"); c.Filled != 1 {
		t.Errorf("a line that ends before its RowKey has one: %d values", c.Filled)
	}
}

func TestAFewRowsSayNothingOfOrder(t *testing.T) {
	t.Parallel()
	for rows, want := range map[int]string{3: "", 19: "", 20: "rising"} {
		var b strings.Builder
		b.WriteString("n,b\n")
		for i := range rows {
			fmt.Fprintf(&b, "%d,true\n", i)
		}
		r := reportOf(t, b.String())
		if c := columnOf(t, r, "n"); c.Order != want {
			t.Errorf("the order of %d rows is %q, want %q", rows, c.Order, want)
		}
	}
}
