package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// scriptFile writes a script and, beside it, the one that sets it up.
func scriptFile(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	setup := "### Table\nPOST {{table}}/Tables\n\n{ \"TableName\": \"people\" }\n\n# ?? status == 201\n"
	for name, text := range map[string]string{"setup.http": setup, "script.http": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "script.http")
}

const goodScript = `# @setup ./setup.http

### Insert
POST {{table}}/people

{ "PartitionKey": "Sales", "RowKey": "Zoë O''Neil %2F", "Age": 34 }

# ?? status == 201

### Two at once
# @batch pair
POST {{table}}/people

{ "PartitionKey": "Sales", "RowKey": "2" }

###
# @batch pair
POST {{table}}/people

{ "PartitionKey": "Sales", "RowKey": "3" }

# ?? status == 204

### Read all, by pages
# @follow
GET {{table}}/people()?$filter=PartitionKey eq 'Sales'&$top=2

# ?? count == 3
# ?? pages == 2
# ?? plan == partitionScan
# ?? run requests == 4
`

func TestRunnerReportsEachRequest(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := command(t.Context(), []string{"run", scriptFile(t, goodScript)}, &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for _, want := range []string{
		"ok   ", "201 POST /devstoreaccount1/people  status == 201\n", "202 POST /devstoreaccount1/$batch  status == 204\n",
		"count == 3  pages == 2  plan == partitionScan  run requests == 4\n",
		"5 requests, 6 checks passed, 0 failed, 0 skipped\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, out.String())
		}
	}
}

func TestRunnerSpeaksToAServer(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	url := start(t)["table"]
	if err := command(t.Context(), []string{"run", scriptFile(t, goodScript), "-table", url + "/"}, &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if want := "plan == partitionScan (skipped)"; !strings.Contains(out.String(), want) {
		t.Errorf("the report lacks %q:\n%s", want, out.String())
	}
	if want := "5 checks passed, 0 failed, 1 skipped"; !strings.Contains(out.String(), want) {
		t.Errorf("the report lacks %q:\n%s", want, out.String())
	}
}

func TestRunnerFailsWhenAScriptDoes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, script string
		flags        []string
		report, err  string
	}{
		{"a-check-that-fails", "GET {{table}}/Tables\n\n# ?? status == 404\n", nil, "FAIL", "1 of 1 check failed"},
		{"a-surprise", "GET {{table}}/people()\n", nil, "404 TableNotFound", "stopped before its end"},
		{"a-setup-that-is-missing", "# @setup ./none.http\n\nGET {{table}}/Tables\n", nil,
			"none.http", "stopped before its end"},
		{"a-mistake", "GRAB {{table}}/Tables\n", nil, "script.http:1: error: unknown method", "stopped before its end"},
		{"a-server-that-is-none", "GET {{table}}/Tables\n", []string{"-table", "http://127.0.0.1:1/devstoreaccount1"},
			"NoAnswer", "stopped before its end"},
		{"an-account-that-no-flag-names", "GET {{queue}}/q\n", []string{"-table", "http://127.0.0.1:1/a"},
			"no request is sent to the account", "stopped before its end"},
		{"a-key-that-is-none", "GET {{table}}/Tables\n", []string{"-table", "http://127.0.0.1:1/a", "-key", "?"}, "", "-key"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			err := command(t.Context(), append([]string{"run", scriptFile(t, test.script)}, test.flags...), &out)
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("run = %v, want an error with %q", err, test.err)
			}
			if !strings.Contains(out.String(), test.report) {
				t.Errorf("the report lacks %q:\n%s", test.report, out.String())
			}
		})
	}
}

func TestRunnerSetsUpFirst(t *testing.T) {
	t.Parallel()
	path := scriptFile(t, "GET {{table}}/people()\n\n# ?? count == 0\n")
	setup := filepath.Join(filepath.Dir(path), "setup.http")
	for name, c := range map[string]struct{ setup, report string }{
		"a-setup-that-works":  {setup, "2 requests, 1 check passed"},
		"a-setup-that-stops":  {path, "STOP"},
		"a-setup-that-is-bad": {"main.go", "main.go:15: error"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out strings.Builder
			err := command(t.Context(), []string{"run", path, "-setup", c.setup}, &out)
			if (err == nil) != (c.setup == setup) || !strings.Contains(out.String(), c.report) {
				t.Errorf("run = %v, want a report with %q:\n%s", err, c.report, out.String())
			}
		})
	}
}

func TestRunnerSendsTheTokenOfAnAccess(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	url := start(t)["table"]
	err := command(t.Context(),
		[]string{"run", "-v", "-table", url, "-sas", "?sv=2020-12-06&sig=AAAA",
			scriptFile(t, "GET {{table}}/Tables\n\n# ?? status == 403\n")}, &out)
	if err != nil {
		t.Errorf("%v\n%s", err, out.String())
	}
	if strings.Contains(out.String(), "sig=") {
		t.Errorf("the report shows the signature:\n%s", out.String())
	}
}

func TestARefusalNamesPlaceAndFlag(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	path := scriptFile(t, "###\nGET {{table}}/Tables\n\n###\nGET http://evil.blob.core.windows.example/secrets\n")
	if err := command(t.Context(), []string{"run", path, "-table", start(t)["table"]}, &out); err == nil {
		t.Error("the script reached its end")
	}
	for _, want := range []string{path + ":5 ", "no request is sent to the account http://evil.blob.core.windows.example",
		"sending requests to http://127.0.0.1:"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, out.String())
		}
	}
	if i, j := strings.Index(out.String(), "sending requests to"), strings.Index(out.String(), "ok  "); i > j {
		t.Errorf("where requests go is said after the first one:\n%s", out.String())
	}
}

// Bug 8: a "+" in a query string is a space to the service, and so it is signed.
func TestRunnerSignsWhatTheServiceReads(t *testing.T) {
	t.Parallel()
	urls := start(t)
	for _, query := range []string{"a%20b", "a+b", "a%2Bb", "a%2bb", "a=b", "%F0%9F%98%80", "''", "(a)!*", "a|b", "[a]"} {
		file := filepath.Join(t.TempDir(), "x.http")
		text := "###\nGET {{blob}}/?comp=list&prefix=" + query + "\n\n# ?? status == 200\n"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		if err := command(t.Context(), []string{"run", file, "-blob", urls["blob"]}, &out); err != nil {
			t.Errorf("prefix=%s: %v\n%s", query, err, out.String())
		}
	}
}

func TestRunnerWritesATestForEachRequest(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "results.xml")
	text := goodScript + "\n### One more <\nGET {{table}}/people(PartitionKey='Sales',RowKey='2')\n\n# ?? status == 404\n"
	var out strings.Builder
	if err := command(t.Context(), []string{"run", scriptFile(t, text), "-junit", file}, &out); err == nil {
		t.Fatalf("a check that fails is no error\n%s", out.String())
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`tests="4" failures="1"`, `name="line 4: Insert"`, `One more &lt;"`,
		`<failure message="?? status == 404">expected 404, got 200</failure>`} {
		if !strings.Contains(string(got), want) {
			t.Errorf("the file lacks %s:\n%s", want, got)
		}
	}
}
