package content_test

import (
	"bytes"
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
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rowkey/engine/golden"
	"rowkey/site/course"
)

// watching is what the tests look at in what the engine says of a program.
type watching struct {
	Calls  int
	Sums   struct{ Read int }
	Shapes []struct {
		Table, Does, Text, Class       string
		Calls, Read, Returned, Refused int
		Agents                         []string
	}
	Findings []struct {
		Rule  string
		Wrong bool
		Lost  int
		Tried bool
	}
}

// shapes are the shapes with the clients that sent them, each without what it ran on: that differs between machines.
func (w *watching) shapes() string {
	for _, s := range w.Shapes {
		for i, agent := range s.Agents {
			s.Agents[i], _, _ = strings.Cut(agent, " ")
		}
	}
	return fmt.Sprint(w.Shapes)
}

// rules are the findings in their order.
func (w *watching) rules() (list []string) {
	for _, f := range w.Findings {
		list = append(list, f.Rule)
	}
	return list
}

// lost is how many changes were lost.
func (w *watching) lost() (n int) {
	for _, f := range w.Findings {
		n += f.Lost
	}
	return n
}

// recorder passes requests to tables on, and keeps them.
type recorder struct {
	proxy *httputil.ReverseProxy

	mu    sync.Mutex // guards the fields below
	begin time.Time
	ports []string
	sent  []course.Sent
}

// ServeHTTP passes a request on.
func (r *recorder) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, err := io.ReadAll(q.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	q.Body = io.NopCloser(bytes.NewReader(body))
	r.keep(q, string(body))
	r.proxy.ServeHTTP(w, q)
}

func (r *recorder) keep(q *http.Request, body string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.begin.IsZero() {
		r.begin = time.Now()
	}
	if !slices.Contains(r.ports, q.RemoteAddr) {
		r.ports = append(r.ports, q.RemoteAddr)
	}
	_, target, _ := strings.Cut(strings.TrimPrefix(q.RequestURI, "/"), "/")
	h := q.Header
	agent, _, _ := strings.Cut(h.Get("User-Agent"), " ") // without the machine that recorded it
	r.sent = append(r.sent, course.Sent{
		At: int(time.Since(r.begin) / time.Millisecond), Method: q.Method, Target: target, Body: body,
		Type: h.Get("Content-Type"), Accept: h.Get("Accept"), Prefer: h.Get("Prefer"), IfMatch: h.Get("If-Match"),
		Agent: agent, Port: fmt.Sprint(1 + slices.Index(r.ports, q.RemoteAddr)),
	})
}

// TestTheProgramsOfThePageWatchDoWhatItSays runs each of them with Node and the official client, with its rows.
func TestTheProgramsOfThePageWatchDoWhatItSays(t *testing.T) {
	tree, err := course.Load(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(tree.Pages, func(f *course.Folder) bool { return f.Dir == "content/watch" })
	folder := tree.Pages[at]
	meta, err := folder.Meta()
	if err != nil {
		t.Fatal(err)
	}
	s := startServer(t)
	for _, want := range []struct {
		key      string
		calls    int // 0 for any number
		read     int
		findings string
	}{
		{"slow", 273, 14_592, "[scan-then-filter single-writes n-plus-one]"},
		{"mended", 57, 120, "[]"},
		{"race", 0, 0, "[star-after-read]"},
	} {
		t.Run(want.key, func(t *testing.T) {
			p := programOf(t, meta, want.key)
			got, lines := s.watch(t, folder.Files[p.file], p.rows)
			for n := 0; want.key == "race" && got.lost() == 0; n++ { // how the workers meet depends on the machine
				if n == 5 {
					t.Fatalf("no change is lost in %d runs: %+v", n, got)
				}
				got, _ = s.watch(t, folder.Files[p.file], p.rows)
			}
			if want.calls > 0 && (got.Calls != want.calls || got.Sums.Read != want.read) ||
				fmt.Sprint(slices.Compact(got.rules())) != want.findings { // workers that race may do it in two ways
				t.Errorf("%d requests, %d read, findings %v, want %+v", got.Calls, got.Sums.Read, got.rules(), want)
			}
			if want.key != "slow" {
				return
			}
			if *golden.Update {
				if err := os.WriteFile("watch/slow.jsonl", []byte(lines), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			again, err := course.Replay(p.rows, folder.Files[p.sent])
			if err != nil {
				t.Fatal(err)
			}
			var baked watching
			if err := json.Unmarshal(again.Watched, &baked); err != nil {
				t.Fatal(err)
			}
			if baked.shapes() != got.shapes() || !slices.Equal(baked.rules(), got.rules()) {
				t.Errorf("the recording of the page is\n%+v\nthe program does\n%+v\n-update records it anew", baked, got)
			}
		})
	}
}

// watchedProgram is an entry of the page's list.
type watchedProgram struct {
	file, sent string
	rows       []course.MadeRows
}

func programOf(t *testing.T, meta map[string]any, key string) (p watchedProgram) {
	t.Helper()
	list, _ := meta["programs"].([]any)
	for _, item := range list {
		of, _ := item.(map[string]any)
		if of["key"] != key {
			continue
		}
		var err error
		if p.rows, err = course.MadeRowsOf(of["rows"]); err != nil {
			t.Fatal(err)
		}
		p.file, _ = of["file"].(string)
		p.sent, _ = of["sent"].(string)
		return p
	}
	t.Fatalf("the page has no program %q", key)
	return p
}

// watch runs a program on rows, and returns what the engine says of it and what was sent.
func (s *server) watch(t *testing.T, text string, rows []course.MadeRows) (w watching, lines string) {
	t.Helper()
	on := &server{t, s.urls}
	on.ask("POST", "watch", []byte(`{"record":false}`))
	on.ask("POST", "reset", []byte("{}"))
	for _, r := range rows {
		on.ask("POST", "fill?table="+r.Table+"&from=0&top=10000", r.Recipe)
	}
	to, err := url.Parse(strings.TrimSuffix(s.urls["table"], "/devstoreaccount1"))
	if err != nil {
		t.Fatal(err)
	}
	rec := &recorder{proxy: httputil.NewSingleHostReverseProxy(to)}
	between := httptest.NewServer(rec)
	defer between.Close()
	on.ask("POST", "watch", []byte(`{"record":true,"clear":true}`))
	runNode(t, text, strings.ReplaceAll(on.connection(), to.String(), between.URL))
	on.call("POST", "watch", map[string]bool{"record": false, "examine": true}, &w)
	for i := range rec.sent {
		line, err := json.Marshal(rec.sent[i])
		if err != nil {
			t.Fatal(err)
		}
		lines += string(line) + "\n"
	}
	return w, lines
}

// runNode runs a program with the official client of the site.
func runNode(t *testing.T, text, connection string) {
	t.Helper()
	site, err := filepath.Abs("../site")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(site, "node_modules/@azure/data-tables")); err != nil {
		t.Skip("the clients are not installed, ./build.sh does that")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no Node")
	}
	const imported, local = `from "@azure/data-tables";`, `fromConnectionString("UseDevelopmentStorage=true", name`
	if !strings.Contains(text, imported) || !strings.Contains(text, local) {
		t.Fatal("the program does not begin as this test expects")
	}
	names, rest, _ := strings.Cut(strings.TrimPrefix(text, "import "), imported)
	head := fmt.Sprintf("import { createRequire } from \"node:module\";\nconst %s = createRequire(%q)"+
		"(\"@azure/data-tables\");\n", names, site+"/")
	rest = strings.Replace(rest, local+", options", local+", { allowInsecureConnection: true, ...options }", 1)
	rest = strings.Replace(rest, local+")", local+", { allowInsecureConnection: true })", 1)
	rest = strings.ReplaceAll(rest, `"UseDevelopmentStorage=true"`, "process.env.CONNECTION")
	cmd := exec.CommandContext(t.Context(), "node", write(t, "program.mjs", head+rest))
	cmd.Env = append(os.Environ(), "CONNECTION="+connection)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
