package server

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"rowkey/engine/control"
	"rowkey/engine/rest"
)

// The page Watch shows what programs do to the tables of this server, and the rows in them. It asks its own origin,
// and each request carries the token that the banner has, in a fragment that is never sent: a page of another origin
// does not know it, nor does a container beside this one.

// tokenHeader carries the token.
const tokenHeader = "X-Rowkey-Token"

// watchPaths are the control paths that the page needs, as patterns of package path after the method.
var watchPaths = []string{"GET watch", "POST watch", "GET ledger/*/keyline", "POST plan", "GET tables",
	"GET tables/*/partitions", "GET tables/*/entities", "GET " + arrivalsPath}

// arrivalsPath is where the page asks what came in wrongly, and how this server is reached.
const arrivalsPath = "arrivals"

// watcher is what the page Watch needs of the server. A nil one is no page.
type watcher struct {
	token string
	state state // of the listeners

	mu       sync.Mutex // guards arrivals
	arrivals []arrivedWrong
}

// state is what a program has to know to reach the services.
type state struct {
	Account string `json:"account"`
	Table   string `json:"table"` // addresses, "" for none
	Queue   string `json:"queue"`
	Blob    string `json:"blob"`
}

// arrivedWrong is a kind of arrival that cannot be answered as its sender expects.
type arrivedWrong struct {
	Kind   string    `json:"kind"` // https, port, refused
	Port   string    `json:"port"`
	Status int       `json:"status"` // of a refusal
	Agent  string    `json:"agent"`
	Times  int       `json:"times"`
	Last   time.Time `json:"last"`
}

// What is kept of arrivals.
const (
	mostArrivals = 10
	longestAgent = 128 // bytes
)

// note counts an arrival.
func (w *watcher) note(kind, port string, status int, agent string) {
	agent = strings.ToValidUTF8(agent[:min(len(agent), longestAgent)], "")
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range w.arrivals {
		if a := &w.arrivals[i]; a.Kind == kind && a.Port == port && a.Status == status && a.Agent == agent {
			a.Times, a.Last = a.Times+1, time.Now()
			return
		}
	}
	if len(w.arrivals) < mostArrivals {
		w.arrivals = append(w.arrivals, arrivedWrong{kind, port, status, agent, 1, time.Now()})
	}
}

// answer says how the services are reached, and what came in wrongly.
func (w *watcher) answer(out http.ResponseWriter) {
	w.mu.Lock()
	text, err := json.Marshal(struct {
		state
		Arrivals []arrivedWrong `json:"arrivals"`
	}{w.state, append([]arrivedWrong{}, w.arrivals...)})
	w.mu.Unlock()
	if err != nil {
		http.Error(out, err.Error(), http.StatusInternalServerError)
		return
	}
	out.Header().Set("Content-Type", "application/json")
	out.Header().Set("Cache-Control", "no-store")
	_, _ = out.Write(text) // a page that is gone
}

// withWatch answers what the page Watch asks if it has the token, before next does.
func withWatch(o *options, h rest.Handler, next http.Handler) http.Handler {
	if o.watch == nil {
		return next
	}
	in := newIntake(o, rest.MaxBody)
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		asked, _, _ := strings.Cut(target(r), "?")
		token := r.Header.Get(tokenHeader)
		switch {
		case !isControl(r) || token == "" && o.control || !ofWatch(r.Method+" "+asked[len(controlPrefix):]):
			next.ServeHTTP(out, r)
		case subtle.ConstantTimeCompare([]byte(token), []byte(o.watch.token)) == 0:
			http.Error(out, "open the address that serve printed at its start: it contains the token for this page",
				http.StatusUnauthorized)
		case asked == controlPrefix+arrivalsPath:
			o.watch.answer(out)
		default:
			answerControl(&in, h, out, r)
		}
	})
}

func ofWatch(asked string) bool {
	return slices.ContainsFunc(watchPaths, func(pattern string) bool {
		ok, err := path.Match(pattern, asked)
		return ok && err == nil
	})
}

// noting notes what a service refuses because of its sender, and requests to tables at the ports of other services.
func (w *watcher) noting(s rest.Service, next http.Handler) http.Handler {
	if w == nil {
		return next
	}
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		seen := &statusOfAnswer{ResponseWriter: out}
		next.ServeHTTP(seen, r)
		switch {
		case s != rest.TableService && r.Header.Get("DataServiceVersion") != "":
			w.note("port", portOf(r), 0, r.UserAgent())
		case s == rest.TableService && (seen.status == http.StatusForbidden || seen.status == http.StatusUnauthorized):
			w.note("refused", portOf(r), seen.status, r.UserAgent())
		}
	})
}

func portOf(r *http.Request) string {
	_, port, _ := net.SplitHostPort(r.Host)
	return port
}

// statusOfAnswer remembers the status of an answer.
type statusOfAnswer struct {
	http.ResponseWriter
	status int
}

func (s *statusOfAnswer) WriteHeader(status int) {
	s.status = status
	s.ResponseWriter.WriteHeader(status)
}

// Unwrap is for http.ResponseController.
func (s *statusOfAnswer) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// secretly notes connections on which a client speaks TLS to a listener that does not.
func (w *watcher) secretly(ln net.Listener) net.Listener {
	if w == nil {
		return ln
	}
	return listener{ln, w}
}

type listener struct {
	net.Listener
	w *watcher
}

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &firstByte{Conn: c, w: l.w}, nil
}

// firstByte looks at the first byte of a connection.
type firstByte struct {
	net.Conn
	w    *watcher
	seen bool
}

// handshake is the first byte of a TLS connection.
// Source: RFC 8446, section 5.1, "Record Layer".
const handshake = 0x16

func (c *firstByte) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 && !c.seen {
		c.seen = true
		if b[0] == handshake {
			_, port, _ := net.SplitHostPort(c.LocalAddr().String())
			c.w.note("https", port, 0, "")
		}
	}
	return n, err
}

// begin records from now on, and learns where the services are.
func (w *watcher) begin(ctx context.Context, o *options, h service, servers []server) error {
	if w == nil {
		return nil
	}
	w.state.Account = o.account()
	for _, s := range servers {
		at := fmt.Sprintf("%s://%s%s", o.schemeOf(s.name), s.ln.Addr(), s.path)
		switch s.name {
		case "table":
			w.state.Table = at
		case "queue":
			w.state.Queue = at
		case "blob":
			w.state.Blob = at
		}
	}
	r, err := control.Request(http.MethodPost, controlPrefix+"watch")
	if err != nil {
		return err
	}
	r.Body = []byte(`{"record":true,"clear":true}`)
	if res := h.Serve(ctx, r); res.Status != http.StatusOK {
		return fmt.Errorf("could not start to record requests: %d %s", res.Status, res.Text())
	}
	return nil
}
