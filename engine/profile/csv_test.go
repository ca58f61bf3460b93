package profile_test

import (
	"encoding/json"
	"os"
	"reflect"
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
