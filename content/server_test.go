package content_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/engine/auth"
	"rowkey/site/course"
)

// server is the local endpoint in a process of its own.
type server struct {
	t    *testing.T
	urls map[string]string // by service
}

// startServer builds the command and runs it on free ports until the test ends.
func startServer(t *testing.T) *server {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "serve")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bin, "../serve").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), bin, "-control", "-auth", "trust", "-site", "off",
		"-table", "127.0.0.1:0", "-queue", "127.0.0.1:0", "-blob", "127.0.0.1:0")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
	})
	s := &server{t, map[string]string{}}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		name, text, _ := strings.Cut(lines.Text(), " ")
		if text = strings.TrimSpace(text); strings.HasPrefix(text, "http://") {
			s.urls[name] = text
		}
		if name == "auth" { // the last line
			go io.Copy(io.Discard, out)
			return s
		}
	}
	t.Fatal("serve ended at once")
	return nil
}

// connection is what clients connect with.
func (s *server) connection() string {
	return "DefaultEndpointsProtocol=http;AccountName=" + auth.DevelopmentAccount + ";AccountKey=" + auth.DevelopmentKey +
		";TableEndpoint=" + s.urls["table"] + ";QueueEndpoint=" + s.urls["queue"] + ";BlobEndpoint=" + s.urls["blob"] + ";"
}

// ask sends a request to a control path and returns the answer.
func (s *server) ask(method, path string, body []byte) []byte {
	s.t.Helper()
	base := strings.TrimSuffix(s.urls["table"], "/"+auth.DevelopmentAccount)
	req, err := http.NewRequestWithContext(s.t.Context(), method, base+"/-/"+path, bytes.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode >= 400 {
		s.t.Fatalf("%s /-/%s: %d %v %s", method, path, res.StatusCode, err, answer)
	}
	return answer
}

// call is ask with values in JSON.
func (s *server) call(method, path string, in, out any) {
	s.t.Helper()
	var body []byte
	var err error
	if in != nil {
		if body, err = json.Marshal(in); err != nil {
			s.t.Fatal(err)
		}
	}
	if err := json.Unmarshal(s.ask(method, path, body), out); err != nil {
		s.t.Fatalf("/-/%s: %v", path, err)
	}
}

// fill runs the setup of a page.
func (s *server) fill(set *course.Set) {
	s.t.Helper()
	if set.Setup == "" {
		return
	}
	var session struct{ ID string }
	s.call("POST", "scripts", map[string]any{"text": "# @setup " + set.Setup + "\n", "files": set.Files}, &session)
	for done := false; !done; {
		var p struct {
			Done      bool
			Exchanges []struct {
				Status        int
				Code, Message string
				Stopped       bool
			}
		}
		s.call("POST", "scripts/"+session.ID+"/next?max=10000", nil, &p)
		for _, x := range p.Exchanges {
			if x.Stopped {
				s.t.Fatalf("%s: setup: %d %s %s", set.Dir, x.Status, x.Code, x.Message)
			}
		}
		done = p.Done
	}
}

// filled is a server with a store that each block finds as the setup of its page left it.
type filled struct {
	*server
	store []byte
}

// filled lays out what a page needs, for the blocks that t runs.
func (s *server) filled(t *testing.T, empty []byte, set *course.Set) *filled {
	t.Helper()
	on := &server{t, s.urls}
	on.ask("PUT", "snapshot", empty)
	on.fill(set)
	return &filled{on, on.ask("GET", "snapshot", nil)}
}

// run runs a block, and returns what it prints and what it asks of tables.
func (s *filled) run(p *program, id, table string) (string, []done) {
	s.t.Helper()
	s.ask("PUT", "snapshot", s.store)
	from := s.last()
	o := p.run(s.t, id, table)
	if o.Error != "" {
		s.t.Fatalf("%s: %s", id, o.Error)
	}
	return o.Printed, s.requests(from)
}

// done is what the service remembers of a request to a table.
type done struct {
	ID             int
	Op, Table      string
	Code           string
	Read, Returned int
	Plan           *struct{ Class, Reason string }
	Changes        []struct {
		Kind, Table string
		Key         struct{ Partition, Row string }
		After       map[string]any
	}
}

// requests returns what has been asked of tables behind the request with that number.
func (s *server) requests(behind int) []done {
	s.t.Helper()
	var all struct{ Records []done }
	s.call("GET", "ledger", nil, &all)
	var found []done
	for _, r := range all.Records {
		if r.ID <= behind || r.Table == "" {
			continue
		}
		for _, c := range r.Changes {
			delete(c.After, "Timestamp")
			delete(c.After, "Timestamp@odata.type")
		}
		r.ID = 0
		found = append(found, r)
	}
	return found
}

// last is the number of the newest request.
func (s *server) last() int {
	s.t.Helper()
	var all struct{ Records []done }
	s.call("GET", "ledger", nil, &all)
	if n := len(all.Records); n > 0 {
		return all.Records[n-1].ID
	}
	return 0
}
