package controltest_test

import (
	"strings"
	"testing"

	"rowkey/engine"
	"rowkey/engine/control"
	"rowkey/engine/plan"
)

// filedReadings are rows as CSV: with the keys of the table that they are from, or without.
func filedReadings(keys bool) string {
	var b strings.Builder
	if keys {
		b.WriteString("PartitionKey,RowKey,id,")
	}
	b.WriteString("customer,device,time,place_name,n\n")
	for i := range 6000 {
		if keys {
			b.WriteString("p" + digits(i%30) + ",r" + digits(i/30) + ",i" + digits(i) + ",")
		}
		b.WriteString("c" + strings.Repeat("0", i%40%3) + string(rune('a'+i%40%20)) + "," + digits(i%40) + ",2026-11-" +
			digits(10+i/40%20) + "T0" + digits(i/800) + ":00:0" + digits(i%7) + "Z,a_" + digits(i%23) + "," + digits(i%9) + "\n")
	}
	return b.String()
}

// What a file gives is a sheet whose designs the workbench can judge: keys that are valid, and read what they should.
func TestAFilledSheetCanBeCompared(t *testing.T) {
	t.Parallel()
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, keys := range []bool{false, true} {
		compareFiled(t, e, filedReadings(keys))
	}
}

func compareFiled(t *testing.T, e *control.Handler, text string) {
	t.Helper()
	ok(t, e, "PUT", "/-/profile?name=readings.csv", "", nil)
	ok(t, e, "POST", "/-/profile?last=true", text, nil)
	var filled struct{ Text string }
	ok(t, e, "POST", "/-/profile/keys/sheet",
		`{"filters":"device eq 5\nplace_name eq 'a_1' and time ge datetime'2026-11-12T00:00:00Z'"}`, &filled)
	var report plan.Report
	ok(t, e, "POST", "/-/compare", map[string]any{"text": filled.Text}, &report)
	if len(report.Designs) == 0 || len(report.Messages) > 0 {
		t.Fatalf("%d designs, %+v of\n%s", len(report.Designs), report.Messages, filled.Text)
	}
	for _, d := range report.Designs {
		if !d.Valid {
			t.Errorf("%s is not valid: %+v in\n%s", d.Name, d.Problems, filled.Text)
		}
	}
}

func digits(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return digits(n/10) + digits(n%10)
}
