package controltest_test

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"rowkey/engine/control"
	"rowkey/engine/plan"
)

// A sheet comes back in both forms, and each form gives the other.
func TestASheetIsReadInBothFormsWithItsArithmetic(t *testing.T) {
	t.Parallel()
	e := open(t)
	text, err := os.ReadFile("../plan/testdata/sensor-readings.http")
	if err != nil {
		t.Fatal(err)
	}
	var first, second control.Sheeted
	var form struct{ Sheet json.RawMessage }
	ok(t, e, "POST", "/-/sheet", map[string]string{"text": string(text)}, &form)
	readSheet(t, e, map[string]any{"text": string(text)}, &first)
	readSheet(t, e, map[string]any{"sheet": form.Sheet}, &second)
	if first.Text != string(text) || second.Text != first.Text {
		t.Errorf("the text is\n%s\nand from JSON\n%s", first.Text, second.Text)
	}
	if len(first.Messages) != 0 || len(first.Assumptions) == 0 || first.Kinds[2].Entities != 4.5e9 ||
		first.Kinds[2].Size != 144 {
		t.Errorf("%+v", first)
	}
	if last := first.Asks[0]; math.Abs(last.Typical-104.17) > 0.01 || len(last.Working) == 0 {
		t.Errorf("the last hour: %+v", last)
	}
	if len(first.Does) != 3 || first.Does[2].Name != "expire" {
		t.Errorf("writes: %+v", first.Does)
	}
}

// readSheet asks for a sheet; the JSON form, which is raw, is left out.
func readSheet(t *testing.T, e *control.Handler, body any, v *control.Sheeted) {
	t.Helper()
	var members map[string]json.RawMessage
	ok(t, e, "POST", "/-/sheet", body, &members)
	delete(members, "sheet")
	b, err := json.Marshal(members)
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestASheetWithErrorsHasMessagesAndNoNumbers(t *testing.T) {
	t.Parallel()
	e := open(t)
	var got control.Sheeted
	readSheet(t, e, map[string]any{"text": "# @sheet a\n# @entity thing, 0\n# @ask all, thng"}, &got)
	if len(got.Messages) == 0 || got.Messages[0].Line != 2 || len(got.Kinds) > 0 {
		t.Errorf("%+v", got)
	}
	if status, b := call(t, e, "POST", "/-/sheet", `{"text":5}`); status != 400 {
		t.Errorf("a text that is a number = %d %s", status, b)
	}
}

// The designs of a sheet are compared, and a sheet with errors has its messages alone.
func TestTheDesignsOfASheetAreCompared(t *testing.T) {
	t.Parallel()
	e := open(t)
	text, err := os.ReadFile("../plan/testdata/sensor-readings.http")
	if err != nil {
		t.Fatal(err)
	}
	var got plan.Report
	ok(t, e, "POST", "/-/compare", map[string]string{"text": string(text)}, &got)
	if len(got.Designs) != 3 || len(got.Designs[0].Questions) != 4 || got.Designs[0].Questions[1].Read.Often.V != 1 {
		t.Errorf("%+v", got)
	}
	got = plan.Report{}
	ok(t, e, "POST", "/-/compare", map[string]string{"text": "# @sheet a\n# @entity thing, 0"}, &got)
	if len(got.Messages) == 0 || len(got.Designs) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestASampleOfADesignIsVerified(t *testing.T) {
	t.Parallel()
	e := open(t)
	text, err := os.ReadFile("../plan/testdata/shop-orders.http")
	if err != nil {
		t.Fatal(err)
	}
	var got control.Verified
	ok(t, e, "POST", "/-/verify?design=1&entities=500", map[string]string{"text": string(text)}, &got)
	r := got.Sample
	if r.Design != "Status in the PartitionKey" || r.Entities > 500 || len(r.Questions) != 5 || !r.Questions[0].Verified {
		t.Errorf("%+v", r)
	}
}

func TestADesignIsExportedAsAScript(t *testing.T) {
	t.Parallel()
	e := open(t)
	text, err := os.ReadFile("../plan/testdata/audit-log.http")
	if err != nil {
		t.Fatal(err)
	}
	var got control.Exported
	ok(t, e, "POST", "/-/export?design=2", map[string]string{"text": string(text)}, &got)
	if !strings.Contains(got.Script, "### Minute\n# @keys") || got.Refused != "" ||
		strings.Contains(got.Script, "### Tenant\n") {
		t.Errorf("refused %q:\n%.2000s", got.Refused, got.Script)
	}
}

func TestALineOfADesignIsExportedWithItsRows(t *testing.T) {
	t.Parallel()
	e := open(t)
	text, err := os.ReadFile("../plan/testdata/sensor-readings.http")
	if err != nil {
		t.Fatal(err)
	}
	sheet := map[string]string{"text": string(text)}
	var ask, do control.Exported
	ok(t, e, "POST", "/-/export?design=0&ask=0", sheet, &ask)
	if !strings.HasPrefix(ask.Script, "### last hour\nGET {{table}}/Readings2026") ||
		!strings.HasPrefix(ask.Data, `{"table":"Readings2026`) {
		t.Errorf("the last hour is\n%.300s\nwith\n%.300s", ask.Script, ask.Data)
	}
	ok(t, e, "POST", "/-/export?design=0&do=1&entities=100", sheet, &do)
	if !strings.Contains(do.Script, "/Devices") || strings.Contains(do.Data, "Readings") {
		t.Errorf("a move is\n%.300s\nwith\n%.300s", do.Script, do.Data)
	}
	for _, query := range []string{"ask=4", "do=3", "ask=-1"} {
		if status, b := call(t, e, "POST", "/-/export?design=0&"+query, sheet); status != 400 {
			t.Errorf("%s: %d %s", query, status, b)
		}
	}
}
