package rest_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rowkey/engine/clock"
	"rowkey/engine/rest"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

// The shares of recorded exchanges that must agree: in status and code, in these and the body, in
// these and the header fields.
const (
	floorStatus  = 0.90
	floorBody    = 0.80
	floorHeaders = 0.50
)

// TestReplayAgreesWithRecordedTraffic sends what clients once sent to the real service and compares
// the answers. -v lists the differences by cause.
func TestReplayAgreesWithRecordedTraffic(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(recordings(t), "table", "*.jsonl"))
	if len(files) == 0 {
		t.Fatal("the folder of recordings holds no sessions")
	}
	var total tally
	for _, file := range files {
		for _, s := range readSessions(t, file) {
			s.replay(t, &total)
		}
	}
	total.report(t)
	for _, f := range []struct {
		name       string
		got, floor float64
	}{
		{"status", total.share(total.status), floorStatus},
		{"body", total.share(total.body), floorBody},
		{"headers", total.share(total.headers), floorHeaders},
	} {
		if f.got < f.floor {
			t.Errorf("%s agrees in %.2f %%, want at least %.2f %%", f.name, 100*f.got, 100*f.floor)
		}
	}
}

// recordings finds shared/recordings beside this module or above it.
func recordings(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		path := filepath.Join(dir, "shared", "recordings")
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return path
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Skip("no folder shared/recordings beside the project: there is nothing to replay")
		}
		dir = parent
	}
}

type session struct {
	Name         string
	Reserialized bool `json:"json_bodies_reserialized"`
	HasBodies    bool `json:"request_body_recorded"`
	Exchanges    []exchange
}

type exchange struct {
	Request struct {
		Method, URL string
		Headers     map[string]string
		Body        *string
	}
	Response struct {
		Status  int
		Headers map[string]string
		Body    *string
	}
}

func readSessions(t *testing.T, path string) []session {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	var all []session
	for lines.Scan() {
		var s session
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, s)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// newAPI returns the API of an empty account.
func newAPI(t testing.TB) *rest.API {
	t.Helper()
	db, err := store.Open(store.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil && !errors.Is(err, store.ErrClosed) {
			t.Error(err)
		}
	})
	c := clock.At(time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC))
	return rest.New(rest.Services{
		Table: table.New(db, c, table.Options{}), Clock: c,
		Report: func(err error) { t.Errorf("reported: %v", err) },
	})
}

// replay sends the requests of one session to an account of its own.
func (s *session) replay(t *testing.T, total *tally) {
	api := newAPI(t)
	ours := substitutions{}
	own := s.ownTables()
	s.restoreProperties(t, api)
	for i := range s.Exchanges {
		x := &s.Exchanges[i]
		if !s.HasBodies || x.unfair(own) {
			total.skipped++
			continue
		}
		request, err := x.request(ours)
		if err != nil {
			t.Fatalf("%s %d: %v", s.Name, i, err)
		}
		response := api.Serve(context.Background(), request)
		total.compare(s, i, x, response)
		ours.learn(x, response)
	}
}

// ownTables are the names that the session creates, in lower case.
func (s *session) ownTables() map[string]bool {
	own := map[string]bool{}
	for i := range s.Exchanges {
		x := &s.Exchanges[i]
		if x.Request.Method != "POST" || !strings.HasSuffix(x.Request.URL, "/Tables") || x.Request.Body == nil {
			continue
		}
		var body struct{ TableName string }
		if json.Unmarshal([]byte(*x.Request.Body), &body) == nil {
			own[strings.ToLower(body.TableName)] = true
		}
	}
	return own
}

// restoreProperties puts the service properties that an earlier session had left: they outlive
// tables. The first time that a session reads them tells.
func (s *session) restoreProperties(t *testing.T, api *rest.API) {
	for i := range s.Exchanges {
		x := &s.Exchanges[i]
		if !strings.Contains(x.Request.URL, "comp=properties") || x.Response.Status >= 300 {
			continue
		}
		if x.Request.Method != "GET" {
			continue
		}
		r, err := rest.HostStyle("PUT", x.Request.URL)
		if err != nil {
			t.Fatal(err)
		}
		r.Body = []byte(*x.Response.Body)
		if got := api.Serve(context.Background(), r).Status; got != 202 {
			t.Fatalf("%s: restoring the properties: status = %d, want 202", s.Name, got)
		}
		return
	}
}

// unfair tells whether an exchange cannot be repeated: its credentials are redacted, the service
// was at fault, or the answer shows tables of other sessions.
func (x *exchange) unfair(own map[string]bool) bool {
	r := &x.Response
	body := text(r.Body)
	switch {
	case r.Status == 401 || r.Status == 403 || r.Status == 500 || r.Status == 503:
		return true
	case strings.Contains(body, "TableBeingDeleted"):
		return true
	}
	return x.namesForeign(own)
}

// namesForeign looks at lists of tables and at the tokens that lead from one page to the next.
func (x *exchange) namesForeign(own map[string]bool) bool {
	var list struct{ Value []struct{ TableName string } }
	if json.Unmarshal([]byte(text(x.Response.Body)), &list) == nil {
		for _, e := range list.Value {
			if e.TableName != "" && !own[strings.ToLower(e.TableName)] {
				return true
			}
		}
	}
	tokens := []string{field(x.Response.Headers, "x-ms-continuation-nexttablename")}
	if u, err := url.Parse(x.Request.URL); err == nil {
		tokens = append(tokens, u.Query().Get("NextTableName"))
	}
	for _, token := range tokens {
		if name, err := rest.ParseToken(token); err == nil {
			name, _, _ = strings.Cut(name, "\x01")
			if !own[name] {
				return true
			}
		}
	}
	return false
}

// request is what the session sent, with our ETags and tokens in place of the recorded ones.
func (x *exchange) request(ours substitutions) (*rest.Request, error) {
	r, err := rest.HostStyle(x.Request.Method, ours.apply(x.Request.URL))
	if err != nil {
		return nil, err
	}
	for name, value := range x.Request.Headers {
		r.Header = append(r.Header, rest.Field{Name: name, Value: ours.apply(value)})
	}
	if x.Request.Body != nil {
		r.Body = []byte(ours.apply(maskHosts(*x.Request.Body)))
	}
	return r, nil
}

// substitutions lead from recorded ETags and tokens to ours.
type substitutions map[string]string

func (s substitutions) apply(text string) string {
	if !strings.Contains(text, "datetime'") && !strings.Contains(text, "Next") {
		return text
	}
	for recorded, own := range s {
		text = strings.ReplaceAll(text, recorded, own)
		text = strings.ReplaceAll(text, url.QueryEscape(recorded), url.QueryEscape(own))
	}
	return text
}

// learn notes what stands at the same place of both answers.
func (s substitutions) learn(x *exchange, r *rest.Response) {
	theirs, ours := etagsIn(text(x.Response.Body)), etagsIn(string(r.Body))
	theirs = append(theirs, field(x.Response.Headers, "etag"))
	ours = append(ours, r.Header.Get("ETag"))
	for _, name := range []string{"NextPartitionKey", "NextRowKey", "NextTableName"} {
		theirs = append(theirs, field(x.Response.Headers, "x-ms-continuation-"+name))
		ours = append(ours, r.Header.Get("x-ms-continuation-"+name))
	}
	if len(theirs) != len(ours) {
		return
	}
	for i := range theirs {
		if theirs[i] != "" && ours[i] != "" {
			s[theirs[i]] = ours[i]
		}
	}
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func field(h map[string]string, name string) string {
	for k, v := range h {
		if strings.EqualFold(k, name) {
			return v
		}
	}
	return ""
}
