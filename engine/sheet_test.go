package engine_test

import (
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"rowkey/engine"
	"rowkey/engine/control"
	"rowkey/engine/plan"
	"rowkey/engine/profile"
)

// A sheet comes back in both forms, and each form gives the other.
func TestASheetIsReadInBothFormsWithItsArithmetic(t *testing.T) {
	t.Parallel()
	e := open(t)
	text, err := os.ReadFile("plan/testdata/sensor-readings.http")
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
	text, err := os.ReadFile("plan/testdata/sensor-readings.http")
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
	text, err := os.ReadFile("plan/testdata/shop-orders.http")
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
	text, err := os.ReadFile("plan/testdata/audit-log.http")
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
	text, err := os.ReadFile("plan/testdata/sensor-readings.http")
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

// A page gives a file in slices, asks what is in it, and gets a sheet.
func TestAFileIsProfiled(t *testing.T) {
	t.Parallel()
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	var progress control.ProfileProgress
	ok(t, e, "PUT", "/-/profile?name=people.csv&size=30", "", &progress)
	ok(t, e, "POST", "/-/profile", "city,na", &progress)
	code, body := call(t, e, "GET", "/-/profile", "")
	if code != 400 || !strings.Contains(string(body), "not been read to its end") {
		t.Errorf("a report of half a file: %d %s", code, body)
	}
	ok(t, e, "POST", "/-/profile?last=true", "me\nRome,Ann\nRome,Bob\n", &progress)
	if progress != (control.ProfileProgress{Rows: 2, Bytes: 28, Done: true}) {
		t.Errorf("progress %+v", progress)
	}
	var report profile.Report
	if text := ok(t, e, "GET", "/-/profile", "", &report); report.Rows != 2 || strings.Contains(string(text), "Rome") {
		t.Errorf("report %s", text)
	}
	var partitions profile.Partitions
	ok(t, e, "GET", "/-/profile/0/partitions?values=true", "", &partitions)
	if len(partitions.Top) != 1 || partitions.Top[0].Name[0] != "Rome" || partitions.Top[0].Rows != 2 {
		t.Errorf("partitions %+v", partitions)
	}
	var filled struct {
		Text   string
		Sheet  map[string]any
		Unread []profile.Unread
	}
	ok(t, e, "POST", "/-/profile/keys/sheet", `{"types":{"city":"text"},"filters":"city eq 'Rome'\ncity"}`, &filled)
	if !strings.Contains(filled.Text, "# @ask by city, 100 %, people by city") || len(filled.Unread) != 0 ||
		filled.Sheet["name"] != "people" {
		t.Errorf("sheet %+v", filled)
	}
}

// A reader who stops keeps the rows so far, without the one that was cut.
func TestAProfileThatIsCut(t *testing.T) {
	t.Parallel()
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	var progress control.ProfileProgress
	ok(t, e, "PUT", "/-/profile?name=a.csv", "", nil)
	ok(t, e, "POST", "/-/profile", "a,b\n"+strings.Repeat("1,\"x\"\n", 2000)+"7,\"y", nil)
	ok(t, e, "POST", "/-/profile?cut=true", "", &progress)
	var report profile.Report
	ok(t, e, "GET", "/-/profile", "", &report)
	if !progress.Done || report.Rows != 2000 || report.Columns[1].Distinct != 1 {
		t.Errorf("%+v: %+v", progress, report)
	}
}

func TestProfilesThatAreRefused(t *testing.T) {
	t.Parallel()
	e, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ method, path, body, want string }{
		{"POST", "/-/profile", "a", "no file has been read"}, {"GET", "/-/profile", "", "no file has been read"},
		{"PUT", "/-/profile?size=x", "", "size must be a number"}, {"PUT", "/-/profile?size=600000000", "", "572 MiB"},
		{"PUT", "/-/profile?size=5", "", ""}, {"POST", "/-/profile?last=true", "a,b\n1,2,3\n", "cells in line 2: 3"},
		{"PUT", "/-/profile", "", ""}, {"POST", "/-/profile?cut=true", "", "no rows"},
		{"PUT", "/-/profile", "", ""}, {"POST", "/-/profile?last=true", "a,b\n1,2\n", ""},
		{"GET", "/-/profile/7/partitions", "", "cannot be part of a key"},
		{"GET", "/-/profile/x/partitions", "", "columns must be a number"},
		{"POST", "/-/profile/keys/sheet", "[]", "the body cannot be read"}, {"DELETE", "/-/profile", "", ""},
		{"GET", "/-/profile", "", "no file has been read"},
	} {
		code, body := call(t, e, test.method, test.path, test.body)
		if (code == 400) != (test.want != "") || !strings.Contains(string(body), test.want) {
			t.Errorf("%s %s: %d %s, want %q", test.method, test.path, code, body, test.want)
		}
	}
}

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

// proposed searches a sheet slice by slice, each time with what an engine is given to go on.
func proposed(t *testing.T, text string, engine func() *control.Handler) control.Proposed {
	t.Helper()
	var got control.Proposed
	for range 100 {
		body := map[string]any{"text": text, "state": got.State}
		got = control.Proposed{}
		if ok(t, engine(), "POST", "/-/propose", body, &got); got.Progress.Done {
			return got
		}
		if len(got.Proposals) != 0 {
			t.Fatalf("proposals before the search is done: %+v", got)
		}
	}
	t.Fatal("the search does not end")
	return got
}

func TestDesignsAreProposedForASheet(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: searches whole sheets")
	}
	t.Parallel()
	e := open(t)
	text := sheetText(t, "multi-tenant-saas")
	got := proposed(t, text, func() *control.Handler { return e })
	first := got.Proposals[0]
	if !first.Report.Valid || len(first.Stores) != 4 || len(first.Why) == 0 || len(first.Costs) == 0 {
		t.Errorf("%+v", first)
	}
	// An engine that has forgotten the search goes on from the state as well.
	other := proposed(t, text, func() *control.Handler { return open(t) })
	if strings.Join(other.Proposals[0].Stores, "\n") != strings.Join(first.Stores, "\n") || other.State != got.State {
		t.Errorf("%q, want %q", other.Proposals[0].Stores, first.Stores)
	}
}

// What came first before comes first again, or is improved; what the sheet cannot have any more is passed over.
func TestASearchBeginsWithWhatItIsGiven(t *testing.T) {
	t.Parallel()
	e := open(t)
	text := sheetText(t, "log-tail")
	var first, got control.Proposed
	ok(t, e, "POST", "/-/propose", map[string]any{"text": text, "slice": 10_000}, &first)
	stores := first.Proposals[0].Stores
	alone, _, _ := strings.Cut(text, "\n### ")
	ok(t, e, "POST", "/-/propose", map[string]any{"text": alone, "slice": 10_000, "found": stores}, &got)
	if strings.Join(got.Proposals[0].Stores, "\n") != strings.Join(stores, "\n") {
		t.Errorf("first = %q, want %q", got.Proposals[0].Stores, stores)
	}
	ok(t, e, "POST", "/-/propose", map[string]any{"text": text, "slice": 10_000,
		"found": []string{"{nobody} | {at} | Main", "{"}}, &got)
	if len(got.Proposals) != len(first.Proposals) {
		t.Errorf("%d proposals, want %d", len(got.Proposals), len(first.Proposals))
	}
	if status, _ := call(t, e, "POST", "/-/propose", map[string]any{"text": text, "found": "all | {id}"}); status != 400 {
		t.Errorf("found that is no list: %d, want 400", status)
	}
}

func TestAStoppedSearchHasTheBestSoFar(t *testing.T) {
	t.Parallel()
	e := open(t)
	var got control.Proposed
	body := map[string]any{"text": sheetText(t, "log-tail"), "state": 2, "stop": true}
	for _, name := range []string{"log-tail", "shop-orders"} {
		for _, state := range []int{0, 2} {
			ok(t, e, "POST", "/-/propose", map[string]any{"text": sheetText(t, name), "state": state, "stop": true}, &got)
			if got.State != state || got.Progress.Done || len(got.Proposals) == 0 || !got.Proposals[0].Report.Valid {
				t.Errorf("%s after %d designs: %+v %+v", name, state, got.Progress, got.Proposals)
			}
		}
	}
	ok(t, e, "POST", "/-/propose", map[string]any{"text": "# @sheet a\n# @entity thing, 0"}, &got)
	if len(got.Messages) == 0 || len(got.Proposals) != 0 || !got.Progress.Done {
		t.Errorf("%+v", got)
	}
	if status, b := call(t, e, "POST", "/-/propose", map[string]any{"text": body["text"], "state": -1}); status != 400 {
		t.Errorf("a state below 0 = %d %s", status, b)
	}
}

func sheetText(t *testing.T, name string) string {
	t.Helper()
	for _, path := range []string{"plan/testdata/" + name + ".http", "plan/testdata/patterns/" + name + ".http"} {
		if text, err := os.ReadFile(path); err == nil {
			return string(text)
		}
	}
	t.Fatalf("there is no sheet %q", name)
	return ""
}

func TestASearchGoesOnWithoutItsSheetInSlicesOfAnySize(t *testing.T) {
	t.Parallel()
	e := open(t)
	text := sheetText(t, "log-tail")
	want := proposed(t, text, func() *control.Handler { return e })
	got := control.Proposed{}
	ok(t, e, "POST", "/-/propose", map[string]any{"text": text, "slice": 7}, &got)
	if got.State != 7 || got.Progress.Budgets == 0 && got.Progress.Tried > 100 {
		t.Errorf("after a slice of 7: %+v", got.Progress)
	}
	for range 100 {
		state := got.State
		got = control.Proposed{}
		if ok(t, e, "POST", "/-/propose", map[string]any{"state": state, "slice": 1000}, &got); got.Progress.Done {
			break
		}
	}
	if !got.Progress.Done || got.State != want.State ||
		strings.Join(got.Proposals[0].Stores, "\n") != strings.Join(want.Proposals[0].Stores, "\n") {
		t.Errorf("%+v %+v, want %+v", got.Progress, got.Proposals, want.Proposals[0].Stores)
	}
	if p := got.Progress; p.Budgets == 0 || p.Met > p.Budgets {
		t.Errorf("the best design keeps %d of %d budgets", p.Met, p.Budgets)
	}
}

func TestASearchThatIsNotKeptIsRefusedWithoutItsSheet(t *testing.T) {
	t.Parallel()
	e := open(t)
	for _, state := range []int{0, 7} {
		if status, b := call(t, e, "POST", "/-/propose", map[string]any{"state": state}); status != 409 {
			t.Errorf("a search that was never begun, from %d on = %d %s", state, status, b)
		}
		ok(t, e, "POST", "/-/propose", map[string]any{"text": sheetText(t, "log-tail"), "slice": 3}, &control.Proposed{})
	}
}
