package replay_test

import (
	"context"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"rowkey/engine/rest"
)

// world is what the account held that a session used: its own tables, those that other sessions
// had left, and what happened between two runs that were recorded as one session.
type world struct {
	t        *testing.T
	api      *rest.API
	ours     substitutions
	own      map[string]bool // names that the session creates, in lowercase
	alive    map[string]bool // tables that exist here now
	restored int             // tables made or removed so that a request finds what it once found
}

func newWorld(t *testing.T, api *rest.API, s *session) *world {
	w := &world{t: t, api: api, ours: substitutions{}, own: map[string]bool{}, alive: map[string]bool{}}
	for i := range s.Exchanges {
		if name, ok := s.Exchanges[i].creates(); ok {
			w.own[name] = true
		}
	}
	w.restoreProperties(s)
	return w
}

// creates returns the name that Create Table was asked for, in lowercase.
func (x *exchange) creates() (string, bool) {
	if x.Request.Method != "POST" || !strings.HasSuffix(x.Request.URL, "/Tables") {
		return "", false
	}
	var body struct{ TableName string }
	err := json.Unmarshal([]byte(text(x.Request.Body)), &body)
	return strings.ToLower(body.TableName), err == nil
}

// restoreProperties puts the service properties that an earlier session had left: they outlive
// tables. The first time that a session reads them tells.
func (w *world) restoreProperties(s *session) {
	for i := range s.Exchanges {
		x := &s.Exchanges[i]
		if x.Request.Method == "GET" && strings.Contains(x.Request.URL, "comp=properties") && x.Response.Status == 200 {
			w.send("PUT", x.Request.URL, text(x.Response.Body), 202)
			return
		}
	}
}

func (w *world) send(method, url, body string, status int) {
	w.t.Helper()
	r, err := rest.HostStyle(method, url)
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header, r.Body = rest.Header{{Name: "Prefer", Value: "return-no-content"}}, []byte(body)
	if got := w.api.Serve(context.Background(), r); got.Status != status {
		w.t.Fatalf("restore the account: %s %s: status = %d, want %d", method, url, got.Status, status)
	}
}

var (
	onePath    = regexp.MustCompile(`/Tables\('(\w+)'\)`)
	entityPath = regexp.MustCompile(`\.net/(\w+)\(PartitionKey`)
)

const account = "https://account.table.core.windows.net/"

// prepare makes and removes tables so that the request finds what it once found: the recorded
// answer shows whether the table was there.
func (w *world) prepare(x *exchange) {
	name, creating := x.creates()
	switch {
	case creating && x.Response.Status < 300 && w.alive[name]:
		w.send("DELETE", account+"Tables('"+name+"')", "", 204)
		w.alive[name] = false
		w.restored++
	case !creating && strings.Contains(text(x.Response.Body), "ResourceNotFound"):
		m := entityPath.FindStringSubmatch(x.Request.URL)
		if m == nil || w.own[strings.ToLower(m[1])] || w.alive[strings.ToLower(m[1])] {
			return
		}
		w.send("POST", account+"Tables", `{"TableName":"`+m[1]+`"}`, 204)
		w.alive[strings.ToLower(m[1])] = true
		w.restored++
	}
}

func (w *world) changes() int { return w.restored }

func (w *world) request(x *exchange) (*rest.Request, error) { return x.request(w.ours) }

func (w *world) compare(n *tally, s *session, i int, x *exchange, r *rest.Response) {
	n.compare(s, i, x, r)
}

// observe notes what names and versions are called here, and which tables exist after an answer of ours.
func (w *world) observe(x *exchange, r *rest.Response) {
	w.ours.learn(x, r)
	if r.Status >= 300 {
		return
	}
	if name, ok := x.creates(); ok {
		w.alive[name] = true
	}
	if m := onePath.FindStringSubmatch(x.Request.URL); m != nil && x.Request.Method == "DELETE" {
		w.alive[strings.ToLower(m[1])] = false
	}
}

// unfair reports whether an exchange cannot be repeated: its credentials are redacted, the service
// was at fault, or it is about tables of other sessions.
func (w *world) unfair(x *exchange) bool {
	switch r := &x.Response; {
	case r.Status == 401 || r.Status == 403 || r.Status == 500 || r.Status == 503:
		return true
	case strings.Contains(text(r.Body), "TableBeingDeleted"):
		return true
	case x.Request.Method == "DELETE" && r.Status == 204:
		m := onePath.FindStringSubmatch(x.Request.URL)
		return m != nil && !w.own[strings.ToLower(m[1])]
	}
	return w.listsForeign(x)
}

// listsForeign looks at lists of tables and at the tokens that lead from one page to the next.
func (w *world) listsForeign(x *exchange) bool {
	var list struct{ Value []struct{ TableName string } }
	if json.Unmarshal([]byte(text(x.Response.Body)), &list) == nil {
		for _, e := range list.Value {
			if e.TableName != "" && !w.own[strings.ToLower(e.TableName)] {
				return true
			}
		}
	}
	tokens := []string{field(x.Response.Headers, "x-ms-continuation-nexttablename")}
	if u, err := url.Parse(x.Request.URL); err == nil {
		tokens = append(tokens, u.Query().Get("NextTableName"))
	}
	for _, token := range tokens {
		key, err := rest.ParseToken(token)
		name, _, _ := strings.Cut(key, "\x01")
		if err == nil && !w.own[name] {
			return true
		}
	}
	return false
}
