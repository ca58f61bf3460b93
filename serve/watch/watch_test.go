package watch_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/serve/watch"
)

// watched runs a child of the tests with flags, and returns the report and the exit code.
func watched(t *testing.T, child string, flags ...string) (report string, code int) {
	t.Helper()
	var out strings.Builder
	err := watch.Run(t.Context(), append(flags, "--", os.Args[0], "child", child), &out)
	var exit watch.Exit
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("watch = %v\n%s", err, out.String())
	}
	return out.String(), int(exit)
}

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("the report lacks %q:\n%s", part, text)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestAReportSaysWhatACommandDid(t *testing.T) {
	t.Parallel()
	report, code := watched(t, "scan", "-costs", filepath.Join(t.TempDir(), "none"), "-update")
	contains(t, report, "Tables: 127 requests, 600 entities read, 5 returned\n",
		"  1  Rows found without their partition", "600 reads -> 5\n", "Customers query", "Email = ?",
		"5 calls, table scan")
	if code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
}

func TestTheExitCodeIsThatOfTheCommand(t *testing.T) {
	t.Parallel()
	report, code := watched(t, "fail")
	if code != 3 || !strings.Contains(report, "child fail ended with exit code 3.") {
		t.Errorf("exit code %d, want 3; report:\n%s", code, report)
	}
	err := watch.Run(t.Context(), []string{"--", filepath.Join(t.TempDir(), "none")}, new(strings.Builder))
	if err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a command that is not there: %v", err)
	}
}

func TestAContractThatIsBrokenFailsTheCommand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "shop.costs")
	if _, code := watched(t, "shop", "-costs", file, "-update"); code != 0 {
		t.Fatalf("-update: exit code %d", code)
	}
	contract := read(t, file)
	contains(t, contract, "\nCustomers  query         PartitionKey = ? and RowKey = ?  point  read 1, <= 5 calls\n")
	for range 3 {
		if report, code := watched(t, "shop", "-costs", file); code != 0 {
			t.Fatalf("exit code %d of a contract that is kept, want 0:\n%s", code, report)
		}
	}
	forms := map[string]string{}
	flags := []string{"-costs", file}
	for _, form := range []string{"markdown", "json", "junit"} {
		forms[form] = filepath.Join(dir, form)
		flags = append(flags, "-"+form, forms[form])
	}
	report, code := watched(t, "scan", flags...)
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	line := 1 + strings.Count(contract[:strings.Index(contract, "Customers  query")], "\n")
	contains(t, report, "1 shape is new, 1 line is broken", "  new      Customers query  Email = ?\n",
		"found:  table scan, read 120; request 122 at 0:0", "like line "+string(rune('0'+line))+": query PartitionKey = ?",
		"Finding 1: Name the PartitionKey, or store a copy under a key that begins with what you look for.",
		"budget read <= 1 x returned", "Exit code 1, because of "+file)
	contains(t, read(t, forms["markdown"]), "| new | `Customers query Email = ?` |  | table scan, read 120 |")
	var j struct {
		Breaches []struct{ Kind, Shape, Advice string }
	}
	if err := json.Unmarshal([]byte(read(t, forms["json"])), &j); err != nil || len(j.Breaches) != 2 ||
		j.Breaches[0].Kind != "new" || j.Breaches[0].Shape != "Customers query Email = ?" {
		t.Errorf("JSON: %v, %+v", err, j)
	}
	var suite struct {
		Failures int `xml:"failures,attr"`
	}
	if err := xml.Unmarshal([]byte(read(t, forms["junit"])), &suite); err != nil || suite.Failures != 2 {
		t.Errorf("JUnit: %v, %+v, want 2 failures", err, suite)
	}
	for form, name := range forms {
		if strings.Contains(read(t, name), "secret7") || strings.Contains(report, "secret7") {
			t.Errorf("%s or the text has a value of a row", form)
		}
	}
	report, _ = watched(t, "scan", "-costs", file, "-values")
	contains(t, report, "secret7")
}

func TestAContractThatCannotBeReadIsToldBeforeTheCommandRuns(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "rowkey.costs")
	if err := os.WriteFile(file, []byte("Orders  get  slow\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ file, want string }{
		{file, "line 1: it needs a class after the keys"}, {file + "2", "there is no such file; -update writes it"},
	} {
		err := watch.Run(t.Context(), []string{"-costs", tt.file, "--", os.Args[0], "child", "fail"}, new(strings.Builder))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}

func TestACommandBeginsWithTheRowsThatItIsGiven(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lines := filepath.Join(dir, "people.jsonl")
	script := filepath.Join(dir, "people.http")
	for name, text := range map[string]string{
		lines: "{\"table\":\"People\"}\n" +
			"{\"PartitionKey\":\"a\",\"RowKey\":\"1\"}\n{\"PartitionKey\":\"a\",\"RowKey\":\"2\"}\n",
		script: "###\nPOST {{table}}/Tables\n\n{\"TableName\":\"People\"}\n\n###\n# @loop for 2\nPOST {{table}}/People\n\n" +
			"{\"PartitionKey\":\"a\",\"RowKey\":\"{{$index}}\"}\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, seed := range []string{lines, script} {
		report, code := watched(t, "count", "-seed", seed)
		if code != 0 || !strings.Contains(report, "Tables: 1 request, 2 entities read, 2 returned\n") {
			t.Errorf("-seed %s: exit code %d\n%s", seed, code, report)
		}
	}
	report, code := watched(t, "resets", "-seed", lines, "-reset")
	if code != 0 || !strings.Contains(report, "Tables: 5 requests, 6 entities read, 6 returned\n") {
		t.Errorf("-reset: exit code %d\n%s", code, report)
	}
}

func TestReportsOfHostileProgramsAreText(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	markdown, costs := filepath.Join(dir, "report.md"), filepath.Join(dir, "x.costs")
	report, _ := watched(t, "hostile", "-env", "MY_TABLES", "-markdown", markdown, "-costs", costs, "-update", "-values")
	for _, text := range []string{report, read(t, markdown), read(t, costs)} {
		if strings.ContainsAny(text, "\u001b\u202e") || strings.Contains(text, "\n::error") {
			t.Errorf("a report acts on a terminal or a workflow:\n%q", text)
		}
	}
	for i, outside := range strings.Split(read(t, markdown), "`") {
		if i%2 == 0 && strings.Contains(outside, "<script") {
			t.Errorf("markup outside of code: %q", outside)
		}
	}
	contains(t, read(t, costs), "Orders")
	if strings.Contains(read(t, costs), "script") {
		t.Errorf("a contract with a table that cannot be there:\n%s", read(t, costs))
	}
}

// customers is a sheet of customers that are asked for by their number.
const customers = `### Customers
# @sheet customers
# @entity customer, 1000
# @attribute customer.id, text 8, identity
# @attribute customer.email, text 20
# @ask one, 2/s, customer by id; read <= 1
# @do add, 1/s, insert customer

### By number
# @keys {id} | {id} | Customers | of customer

### By address
# @keys {email} | {id} | Customers | of customer
`

func TestADesignSaysWhatAProgramMayAsk(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "sheet.http")
	if err := os.WriteFile(file, []byte(customers), 0o600); err != nil {
		t.Fatal(err)
	}
	if report, code := watched(t, "shop", "-design", file); code != 0 || !strings.Contains(report, file+": kept") {
		t.Errorf("a program that does what its design says: exit code %d\n%s", code, report)
	}
	report, code := watched(t, "scan", "-design", file)
	contains(t, report, "1 shape is new", "Customers query  Email = ?", "like line 6: ")
	if code != 1 {
		t.Errorf("exit code %d of a question that the design does not have, want 1", code)
	}
	if report, code = watched(t, "shop", "-design", file+"#By address"); code != 1 {
		t.Errorf("exit code %d of another design, want 1:\n%s", code, report)
	}
	for design, want := range map[string]string{file + "#none": `has no design "none"`, file + "2": "no such file"} {
		err := watch.Run(t.Context(), []string{"-design", design, "--", "true"}, new(strings.Builder))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("-design %s: %v, want %s", design, err, want)
		}
	}
}

func TestALogIsReported(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, markdown := filepath.Join(dir, "logs.csv"), filepath.Join(dir, "report.md")
	var b strings.Builder
	b.WriteString("TimeGenerated,OperationName,StatusCode,Uri,ServiceType\n")
	for i := range 20 {
		status := 200 + i/18*303
		fmt.Fprintf(&b, "2026-11-28T1%d:00:00Z,QueryEntities,%d,"+
			"https://a.table.core.windows.net/Customers()?$filter=Email%%20eq%%20'secret%d',table\n", i/15, status, i)
		fmt.Fprintf(&b, "2026-11-28T10:00:00Z,QueryEntity,200,"+
			"\"https://a.table.core.windows.net/Orders(PartitionKey='p',RowKey='%d')\",table\n", i)
	}
	b.WriteString("2026-11-28T10:00:00Z,GetBlob,200,https://a/b/c,blob\n")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := watch.Run(t.Context(), []string{"-log", file, "-markdown", markdown}, &out); err != nil {
		t.Fatal(err)
	}
	contains(t, out.String(), "40 requests from 2026-11-28 10:00 to 2026-11-28 11:00 UTC, up to 35 an hour; "+
		"1 entry skipped: unreadable, or of another service.", "  1  Rows found without their partition", "20 requests\n",
		"  2  Refused because the service was busy", "2 requests\n",
		"       20                  2  50.0%  table scan       Customers query Email = ?\n",
		"       20                     50.0%  point            Orders get PartitionKey = ? and RowKey = ?\n")
	if strings.Contains(out.String()+read(t, markdown), "secret") {
		t.Error("a report has a value of a row")
	}
	for _, args := range [][]string{{"-log", dir}, {"-log", file, "--", "true"}, {"-log", markdown}} {
		if err := watch.Run(t.Context(), args, new(strings.Builder)); err == nil {
			t.Errorf("%v is not refused", args)
		}
	}
}

func TestEachRuleHasWords(t *testing.T) {
	t.Parallel()
	var words map[string]struct{ Title, Advice string }
	if err := json.Unmarshal([]byte(read(t, "words.json")), &words); err != nil || len(words) == 0 {
		t.Fatalf("%d rules: %v", len(words), err)
	}
	for rule, w := range words {
		if w.Title == "" || w.Advice == "" {
			t.Errorf("%s: %+v", rule, w)
		}
	}
}
