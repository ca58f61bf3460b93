package engine_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"rowkey/engine/control"
	"rowkey/engine/golden"
	"rowkey/engine/lint"
)

// lintStore is the table that the scripts of the linter are about: 120 people in Sales with a review each, 60 in
// Support.
const lintStore = `@id = {{$pad $index 3}}
### The table
POST {{table}}/Tables

{ "TableName": "People" }

### Sales
# @loop for 120
POST {{table}}/People

{ "PartitionKey": "Sales", "RowKey": "emp_{{id}}", "Email": "s{{id}}@contoso.com", ` +
	`"Age": {{$mod $index 50}}, "Note": "{{$repeat 600 x}}" }

### Reviews
# @loop for 120
POST {{table}}/People

{ "PartitionKey": "Sales", "RowKey": "rev_{{id}}", "Of": "{{id}}", ` +
	`"Age": {{$mod $index 50}}, "Rating": {{$mod $index 5}} }

### Support
# @loop for 60
POST {{table}}/People

{ "PartitionKey": "Support", "RowKey": "emp_{{id}}", "Email": "u{{id}}@contoso.com", "Age": {{$mod $index 50}} }
`

// examined runs a script on the store of the linter, and returns what its requests have in common.
func examined(t *testing.T, e *control.Handler, text string) lint.Report {
	t.Helper()
	files := map[string]string{"store.http": lintStore}
	play(t, e, "# @setup store.http\n"+text, files)
	before := state(t, e)
	var report lint.Report
	ok(t, e, "POST", "/-/findings", map[string]any{}, &report)
	for _, f := range report.Findings {
		var opened lint.Report
		ok(t, e, "POST", "/-/findings", map[string]any{"open": f.ID}, &opened)
	}
	if state(t, e) != before {
		t.Errorf("an examination changes the store")
	}
	return report
}

// state is a hash of all that a sandbox holds.
func state(t *testing.T, e *control.Handler) string {
	t.Helper()
	status, b := call(t, e, "GET", "/-/snapshot", nil)
	if status != 200 {
		t.Fatalf("snapshot = %d", status)
	}
	return fmt.Sprintf("%x", sha256.Sum256(b))
}

// said writes findings as the golden file has them.
func said(list []lint.Finding) string {
	var b strings.Builder
	for _, f := range list {
		fmt.Fprintf(&b, "%s, %d x, lines %v, names %q", f.Rule, f.Count, f.Lines, f.Names)
		switch {
		case f.Reason != "":
			fmt.Fprintf(&b, ", because %s", f.Reason)
		case f.Wrong:
			fmt.Fprintf(&b, ", %d lost", f.Lost)
		default:
			fmt.Fprintf(&b, ", tried %d: %s -> %s", f.Tried, costText(f.Before), costText(f.After))
		}
		b.WriteString("\n")
		for _, s := range f.Form {
			fmt.Fprintf(&b, "  %s %s %s %v %s\n", s.Head, s.Method, s.Target, s.Fields, s.Body)
		}
	}
	if b.Len() == 0 {
		return "nothing\n"
	}
	return b.String()
}

func costText(c lint.Cost) string {
	return fmt.Sprintf("read %d, requests %d, waits %d, bytes %d, stored %d, refused %d",
		c.Read, c.Requests, c.Roundtrips, c.Bytes, c.Stored, c.Refused)
}

// sandboxFor opens a sandbox, with a cluster for a script that puts a load on it.
func sandboxFor(t *testing.T, text string) *control.Handler {
	t.Helper()
	if strings.Contains(text, "@load") {
		return withCluster(t, "{}")
	}
	return open(t)
}

// Each rule has two scripts that must fire, with the exact costs before and after.
func TestEachRuleFires(t *testing.T) {
	golden.Run(t, "testdata/lint-fires.txt", func(input string) string {
		report := examined(t, sandboxFor(t, input), input)
		return said(report.Findings) + said(report.Silent)
	})
}

// Ten scripts have nothing to say about them.
func TestInnocentScriptsAreLeftAlone(t *testing.T) {
	golden.Run(t, "testdata/lint-innocent.txt", func(input string) string {
		return said(examined(t, open(t), input).Findings)
	})
}

// What is known before a script is sent is what the seven early rules say of it afterwards, and leaves no trace.
func TestARehearsalSaysWhatTheEarlyRulesSay(t *testing.T) {
	text, err := os.ReadFile("testdata/lint-fires.txt")
	if err != nil {
		t.Fatal(err)
	}
	early := map[string]int{}
	for _, c := range strings.Split(string(text), "======== ")[1:] {
		title, rest, _ := strings.Cut(c, "\n")
		name, _, _ := strings.Cut(title, ":")
		script, _, _ := strings.Cut(rest, "--------\n")
		if strings.Contains(script, "# @loop for 900") || strings.Contains(script, "@load") {
			continue // longer than a rehearsal
		}
		e := open(t)
		files := map[string]string{"store.http": lintStore}
		id, _ := play(t, e, "# @setup store.http\n", files)
		before := state(t, e)
		var report lint.Report
		ok(t, e, "POST", "/-/rehearse", map[string]any{"name": "test.http", "text": script, "continue": id}, &report)
		if state(t, e) != before {
			t.Errorf("%s: a rehearsal changes the store", title)
		}
		for _, f := range report.Findings {
			if !f.Early {
				t.Errorf("%s: %s speaks before the script is sent", title, f.Rule)
			}
			if string(f.Rule) == name {
				early[name]++
			}
		}
	}
	for _, name := range []string{
		"scan-known-key", "or-of-keys", "open-range", "no-select", "star-after-read", "unpadded",
	} {
		if early[name] != 2 {
			t.Errorf("%s speaks in %d of its 2 scripts before they are sent", name, early[name])
		}
	}
}

func TestFindingsNeedNoRequests(t *testing.T) {
	var report lint.Report
	ok(t, open(t), "POST", "/-/findings", map[string]any{}, &report)
	if report.Requests != 0 || len(report.Findings) != 0 || len(report.Silent) != 0 {
		t.Errorf("findings of nothing = %+v", report)
	}
}
