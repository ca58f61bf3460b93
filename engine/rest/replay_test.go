package rest_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/evidence"
	"rowkey/engine/rest"
)

// floors are the shares of recorded exchanges that must agree: in status and code, in these and the
// body, in these and the header fields.
type floors struct{ status, body, headers float64 }

// TestReplayAgreesWithRecordedTraffic sends what clients once sent to the real service and compares
// the answers. -v lists the differences by cause.
func TestReplayAgreesWithRecordedTraffic(t *testing.T) {
	noneIdle(t, replayFolder(t, "table", floors{0.995, 0.995, 0.995}, func(s *session, api *rest.API) scenery {
		return newWorld(t, api, s)
	}))
}

// noneIdle fails the test for each known difference that does not occur any more.
func noneIdle(t *testing.T, idle []string) {
	t.Helper()
	for _, text := range idle {
		t.Errorf("the known difference %q does not occur any more", text)
	}
}

// replayFolder replays all sessions with one service, each in an account of its own. It returns the known
// differences that did not occur.
func replayFolder(t *testing.T, folder string, least floors, surround func(*session, *rest.API) scenery) []string {
	t.Helper()
	files := evidence.Glob(t, "recordings/"+folder, "*.jsonl")
	var total tally
	for _, file := range files {
		for _, s := range readSessions(t, file) {
			api := newAPI(t)
			s.replay(t, &total, api, surround(&s, api))
		}
	}
	total.report(t)
	idle := total.explain(t, folder)
	for _, f := range []struct {
		name       string
		got, floor float64
	}{
		{"status", total.share(total.status), least.status},
		{"body", total.share(total.body), least.body},
		{"headers", total.share(total.headers), least.headers},
	} {
		if f.got < f.floor {
			t.Errorf("%s agrees in %.2f %%, want at least %.2f %%", f.name, 100*f.got, 100*f.floor)
		}
	}
	return idle
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

// scenery is what surrounds a session that is replayed: what the account holds besides, what the
// recorded names are called here, and how far the clock has gone.
type scenery interface {
	unfair(x *exchange) bool                    // it cannot be repeated
	prepare(x *exchange)                        // make the account what it was before
	request(x *exchange) (*rest.Request, error) // what the session sent, in names of ours
	observe(x *exchange, r *rest.Response)      // learn from an answer of ours
	compare(n *tally, s *session, i int, x *exchange, r *rest.Response)
	changes() int // how often prepare had to change something
}

// replay sends the requests of one session to an account of its own.
func (s *session) replay(t *testing.T, total *tally, api *rest.API, w scenery) {
	for i := range s.Exchanges {
		x := &s.Exchanges[i]
		if !s.HasBodies || w.unfair(x) {
			total.skipped++
			continue
		}
		w.prepare(x)
		request, err := w.request(x)
		if err != nil {
			t.Fatalf("%s %d: %v", s.Name, i, err)
		}
		response := api.Serve(context.Background(), request)
		w.compare(total, s, i, x, response)
		w.observe(x, response)
	}
	total.restored += w.changes()
}

// text returns a recorded body. One that was no text is kept in base64.
func text(s *string) string {
	if s == nil {
		return ""
	}
	var binary struct{ Base64 []byte }
	if strings.HasPrefix(*s, `{"base64":`) && json.Unmarshal([]byte(*s), &binary) == nil {
		return string(binary.Base64)
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
		r.Body = []byte(ours.applyBatch(maskHosts(*x.Request.Body)))
	}
	return r, nil
}

// substitutions lead from recorded ETags and tokens to ours. An ETag that several entities shared,
// because one batch wrote them, is also kept together with the address of the entity.
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

var requestLine = regexp.MustCompile(`^(?:PUT|PATCH|MERGE|DELETE) (https://[^?]*\)).* HTTP/1\.1$`)

// applyBatch looks for the ETag of the entity that each part addresses.
func (s substitutions) applyBatch(body string) string {
	if !strings.HasPrefix(body, "--") || !strings.Contains(body, "datetime'") {
		return body
	}
	lines := strings.Split(body, "\r\n")
	address := ""
	for i, line := range lines {
		if m := requestLine.FindStringSubmatch(line); m != nil {
			address = m[1]
		}
		tag, ok := strings.CutPrefix(line, "If-Match: ")
		if !ok {
			continue
		}
		if own, ok := s[address+" "+tag]; ok {
			lines[i] = "If-Match: " + own
			continue
		}
		lines[i] = s.apply(line)
	}
	return strings.Join(lines, "\r\n")
}

var located = regexp.MustCompile(`Location: (\S+)\r\n(?:DataServiceId: \S+\r\n)?ETag: (\S+)\r\n`)

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
	s.learnLocated(maskHosts(text(x.Response.Body)), string(r.Body))
}

func (s substitutions) learnLocated(theirs, ours string) {
	a, b := located.FindAllStringSubmatch(theirs, -1), located.FindAllStringSubmatch(ours, -1)
	if len(a) != len(b) {
		return
	}
	for i := range a {
		s[a[i][1]+" "+a[i][2]] = b[i][2]
	}
}

// TestReplayOfSignedTrafficAgrees is the replay with a guard: what the recorded clients signed is
// signed again, with a key of ours, and so are their access signatures. The requests by which the
// replay itself puts the account in order are the owner's.
func TestReplayOfSignedTrafficAgrees(t *testing.T) {
	for _, folder := range []string{"table", "queue", "blob"} {
		t.Run(folder, func(t *testing.T) {
			if folder == "blob" {
				needsLeases(t)
			}
			least := map[string]floors{"table": {0.995, 0.995, 0.995}, "queue": {1, 0.995, 0.995},
				"blob": {1, 0.995, 0.985}}[folder]
			tokens := 0
			replayFolder(t, folder, least, func(s *session, api *rest.API) scenery {
				api.SetGuard(rest.Guard{Accounts: auth.Accounts{"account": {ownKey}}, Trusting: true})
				w := &signedScenery{t: t, api: api, tokens: &tokens}
				if folder == "table" {
					w.scenery = newWorld(t, api, s)
				} else {
					w.scenery = newStorageWorld(t, api, s)
				}
				w.startBefore(s)
				return w
			})
			if want := map[string]int{"table": 43, "queue": 10, "blob": 11}[folder]; tokens != want {
				t.Errorf("%d requests with an access signature were signed again, want %d", tokens, want)
			}
		})
	}
}

// signedScenery signs the requests of another one.
type signedScenery struct {
	scenery
	t      *testing.T
	api    *rest.API
	tokens *int // requests with an access signature
}

var policyEnd = regexp.MustCompile(`<Expiry>(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z</Expiry>`)

// startBefore sets the clock to half an hour before the first stored policy ends: tokens that name it
// hold no time that could be changed.
func (w *signedScenery) startBefore(s *session) {
	for i := range s.Exchanges {
		if m := policyEnd.FindStringSubmatch(text(s.Exchanges[i].Request.Body)); m != nil && s.usesPolicy() {
			end, err := time.Parse("2006-01-02T15:04:05", m[1])
			if err != nil {
				w.t.Fatal(err)
			}
			w.api.Clock.Set(end.Add(-30 * time.Minute))
			return
		}
	}
}

func (s *session) usesPolicy() bool {
	for i := range s.Exchanges {
		if strings.Contains(s.Exchanges[i].Request.URL, "&si=") {
			return true
		}
	}
	return false
}

// unfair reports whether an exchange cannot be repeated although it is signed again: the service did not
// know its version yet, a directory knew its client, or a policy was not in force yet.
func (w *signedScenery) unfair(x *exchange) bool {
	body := text(x.Response.Body)
	switch {
	case strings.Contains(body, "AuthenticationFailed"):
		return strings.Contains(x.Request.URL, "&si=")
	case strings.Contains(x.Request.URL, "sig=") && strings.Contains(body, "InvalidUri"):
		return true
	}
	return w.scenery.unfair(x)
}

// request signs. A client that was refused without an access signature had signed something else.
func (w *signedScenery) request(x *exchange) (*rest.Request, error) {
	r, err := w.scenery.request(x)
	if err != nil {
		return nil, err
	}
	for i, f := range r.Header {
		if source, _, ok := strings.Cut(f.Value, "?"); ok && f.Name == "x-ms-copy-source" {
			of, err := rest.HostStyle("GET", f.Value)
			if err != nil {
				return nil, err
			}
			r.Header[i].Value = source + "?" + w.signToken(of)
			*w.tokens++
		}
	}
	if strings.Contains(r.Query, "sig=") {
		*w.tokens++
		r.Query = w.signToken(r)
		return r, nil
	}
	key := ownKey
	if x.Response.Status == 403 {
		key = auth.Key("another")
	}
	scheme := []auth.Scheme{auth.SharedKey, auth.SharedKeyLite}[len(r.Path)%2]
	return signedBy(w.t, r, key, scheme, w.api.Clock.Now()), nil
}

// signToken returns the query string of a request with its token made anew: its time is moved to now,
// in the form in which it was sent.
func (w *signedScenery) signToken(r *rest.Request) string {
	var kept []string
	var sent []auth.Pair
	for option := range strings.SplitSeq(r.Query, "&") {
		name, value, _ := strings.Cut(option, "=")
		switch name {
		case "st":
			sent = append(sent, auth.Pair{Name: name, Value: w.moved(unquote(value), -time.Hour)})
		case "se":
			sent = append(sent, auth.Pair{Name: name, Value: w.moved(unquote(value), time.Hour)})
		case "sv", "ss", "srt", "sp", "sip", "spr", "si", "tn", "spk", "srk", "epk", "erk", "sr", "sig":
			sent = append(sent, auth.Pair{Name: name, Value: unquote(value)})
		default:
			kept = append(kept, option)
		}
	}
	token, _, ok := auth.ParseToken(sent)
	if !ok {
		w.t.Errorf("%s: the recorded token lacks something", r.Query)
	}
	made := token.Sign(ownKey, services[r.Service], r.Account, resourceOf(r, &token))
	return strings.Join(append(kept, made), "&")
}

// moved returns a time off now; what stood behind the seconds of the recorded one stays.
func (w *signedScenery) moved(recorded string, off time.Duration) string {
	rest := "Z"
	if len(recorded) > len("2006-01-02T15:04:05") {
		rest = recorded[len("2006-01-02T15:04:05"):]
	}
	return w.api.Clock.Now().Add(off).Format("2006-01-02T15:04:05") + rest
}

// resourceOf names what the token of a request is for.
func resourceOf(r *rest.Request, token *auth.Token) string {
	path := strings.TrimPrefix(unquote(r.Path), "/")
	thing, _, _ := strings.Cut(path, "/")
	switch {
	case r.Service == rest.TableService:
		return token.Table
	case token.Resource == "b":
		return path
	}
	return thing
}
