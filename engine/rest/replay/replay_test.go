package replay_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"rowkey/engine/evidence"
	"rowkey/engine/rest"
	"rowkey/engine/rest/resttest"
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
			api := resttest.New(t)
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
