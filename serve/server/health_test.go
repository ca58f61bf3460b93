package server

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHealthIsToldWithoutCredentialsOrFlags(t *testing.T) {
	t.Parallel()
	for name, url := range start(t) {
		if res, body := ask(t, "GET", origin(url)+HealthPath, ""); res.StatusCode != 200 || !strings.Contains(body, "ok") {
			t.Errorf("%s: %d %s", name, res.StatusCode, body)
		}
		if err := Health(t.Context(), []string{origin(url) + HealthPath}, io.Discard); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if res, _ := ask(t, "POST", origin(url)+HealthPath, ""); res.StatusCode != 403 {
			t.Errorf("%s: a POST gets %d, want 403", name, res.StatusCode)
		}
	}
	if err := Health(t.Context(), []string{"http://127.0.0.1:1" + HealthPath}, io.Discard); err == nil {
		t.Error("a port that nobody listens on is healthy")
	}
}

func TestTheRootOfAPortSaysWhatThisIs(t *testing.T) {
	t.Parallel()
	for name, url := range start(t) {
		res, body := ask(t, "GET", origin(url)+"/", "")
		named := strings.Contains(body, "the "+name+" service of Rowkey") && strings.Contains(body, url)
		if res.StatusCode != 200 || !named {
			t.Errorf("%s: %d %s", name, res.StatusCode, body)
		}
		host := "Host: devstoreaccount1." + name + ".localhost"
		if res, body := ask(t, "GET", origin(url)+"/", "", host); strings.Contains(body, "Rowkey") {
			t.Errorf("%s: the root of an account in its host is %d %s", name, res.StatusCode, body)
		}
	}
}

func TestAServerSaysItsVersion(t *testing.T) {
	var out strings.Builder
	if err := Run(t.Context(), []string{"-version"}, &out); err != nil || !strings.HasPrefix(out.String(), "rowkey dev") {
		t.Errorf("-version says %q, %v", out.String(), err)
	}
}

func TestSeedsAreThereBeforeTheFirstRequest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	lines := filepath.Join(dir, "people.jsonl")
	script := filepath.Join(dir, "more.http")
	for path, text := range map[string]string{
		lines: `{"table":"People"}` + "\n" + `{"PartitionKey":"Sales","RowKey":"1"}` + "\n",
		script: "### One more\nPOST {{table}}/People\nContent-Type: application/json\n\n" +
			`{ "PartitionKey": "Sales", "RowKey": "2" }`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, auth := range [][]string{{"-auth", "trust"}, {"-auth", "off"},
		{"-auth", "trust", "-accounts", "mine:" + "a2V5"}} {
		url := start(t, append(auth, "-seed", lines, "-seed", script)...)["table"]
		_, body := ask(t, "GET", url+"/People()?$select=RowKey", "", "Accept: application/json;odata=nometadata")
		if want := `{"value":[{"RowKey":"1"},{"RowKey":"2"}]}`; body != want {
			t.Errorf("%v: %s, want %s", auth, body, want)
		}
	}
	err := Run(t.Context(), append(freePorts(), "-seed", filepath.Join(dir, "missing.jsonl")), io.Discard)
	if err == nil || !strings.Contains(err.Error(), "missing.jsonl") {
		t.Errorf("a file that is missing: %v", err)
	}
}
