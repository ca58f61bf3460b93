package copy_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"sync/atomic"
	"testing"

	copier "rowkey/serve/copy"
	"rowkey/serve/server"
	"rowkey/serve/servetest"
)

// asCopy is the variable that makes the test binary the command itself.
const asCopy = "ROWKEY_TEST_COPY"

func TestMain(m *testing.M) {
	if os.Getenv(asCopy) == "" {
		os.Exit(m.Run())
	}
	if err := copier.Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// start runs a server until the test ends.
func start(t testing.TB, flags ...string) map[string]string {
	t.Helper()
	return servetest.Start(t, server.Run, flags...)
}

// openServer starts a server that answers unsigned requests as well, and returns the URL of its tables.
func openServer(t testing.TB) string { return start(t, "-auth", "trust")["table"] }

// copyAll copies and fails the test if that fails. It returns what was said.
func copyAll(t testing.TB, args ...string) string {
	t.Helper()
	text, err := tryCopy(t, args...)
	if err != nil {
		t.Fatalf("copy %q = %v\n%s", args, err, text)
	}
	return text
}

// tryCopy copies with a journal of its own.
func tryCopy(t testing.TB, args ...string) (string, error) {
	t.Helper()
	var out, notes strings.Builder
	args = append([]string{"-journal", filepath.Join(t.TempDir(), "journal")}, args...)
	err := copier.Run(t.Context(), args, &out, &notes)
	return out.String() + notes.String(), err
}

// unsigned sends an unsigned request and returns the body of its answer.
func unsigned(t testing.TB, method, url, body string, header ...string) (string, http.Header) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("x-ms-version", "2019-02-02")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode >= 300 {
		t.Fatalf("%s %s = %d, %v\n%s", method, url, res.StatusCode, err, text)
	}
	return string(text), res.Header
}

// held returns all that a table holds, an entity a line in the order of lines, without what each server gives
// by itself. It does not use any of the code that copies.
func held(t testing.TB, server, table string) []string {
	t.Helper()
	var all []string
	for next := ""; ; {
		body, h := unsigned(t, "GET", server+"/"+table+"()"+next, "", "Accept", "application/json;odata=fullmetadata")
		var page struct{ Value []map[string]json.RawMessage }
		if err := json.Unmarshal([]byte(body), &page); err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Value {
			for _, own := range []string{"odata.type", "odata.id", "odata.etag", "odata.editLink", "Timestamp",
				"Timestamp@odata.type"} {
				delete(e, own)
			}
			line, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, string(line))
		}
		pk, rk := h.Get("x-ms-continuation-NextPartitionKey"), h.Get("x-ms-continuation-NextRowKey")
		if pk == "" {
			sort.Strings(all)
			return all
		}
		next = "?NextPartitionKey=" + url.QueryEscape(pk) + "&NextRowKey=" + url.QueryEscape(rk)
	}
}

// sameTables fails the test unless a table is the same on two servers, and holds so many entities.
func sameTables(t testing.TB, a, b, table string, count int) {
	t.Helper()
	one, two := held(t, a, table), held(t, b, table)
	if len(one) != count || len(two) != count {
		t.Fatalf("%s holds %d and %d entities, want %d", table, len(one), len(two), count)
	}
	for i := range one {
		if one[i] != two[i] {
			t.Fatalf("%s differs:\n%.300s\n%.300s", table, one[i], two[i])
		}
	}
}

// lines writes a file of JSON lines.
func lines(t testing.TB, name string, all ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(strings.Join(all, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// people are entities of several partitions.
func people(t testing.TB, n int) string {
	t.Helper()
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, `{"PartitionKey":"p%03d","RowKey":"%06d","Name":"Person %d","Age":%d,`+
			`"Score@odata.type":"Edm.Double","Score":%d.0}`+"\n",
			i/170, i, i, i%90, i)
	}
	path := filepath.Join(t.TempDir(), "people.jsonl")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// between starts a proxy before a server. meddle sees each request with its number, and may answer it.
func between(t testing.TB, server string, meddle func(w http.ResponseWriter, r *http.Request, n int64) bool) string {
	t.Helper()
	to, err := url.Parse(servetest.Origin(server))
	if err != nil {
		t.Fatal(err)
	}
	var n atomic.Int64
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.ErrorHandler = func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) }
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !meddle(w, r, n.Add(1)) {
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL + "/devstoreaccount1"
}

// copyProcess starts a copy in a process of its own.
func copyProcess(t testing.TB, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asCopy+"=1")
	said := new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // it may have ended
	return cmd, said
}

// forwardTo passes requests on to a server.
func forwardTo(t testing.TB, server string) http.Handler {
	t.Helper()
	to, err := url.Parse(servetest.Origin(server))
	if err != nil {
		t.Fatal(err)
	}
	return httputil.NewSingleHostReverseProxy(to)
}
