package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/client"
	"rowkey/engine/explain"
	"rowkey/engine/rest"
)

// RemoteOptions are the accounts that scripts may reach, and the credentials for them.
type RemoteOptions struct {
	Bases client.Bases
	SAS   string // with or without "?"; "" signs with Key
	Key   string // in base64; "" signs only for the development account
}

// Remote answers requests by sending them to a server. It is safe for concurrent use.
type Remote struct {
	Client *http.Client
	Now    func() time.Time // of signatures

	bases []string  // of the accounts that flags name, and of their read-only copies: all that may be asked
	sas   string    // without "?"
	key   auth.Key  // nil signs only for the development account
	out   io.Writer // gets a line before the first request to each account

	mu   sync.Mutex // guards told
	told []string   // bases
}

// maxAnswer is the largest answer that is read, in bytes: a blob of a real account can have terabytes.
const maxAnswer = client.MaxTraffic

// remoteTimeout is how long one answer may take.
const remoteTimeout = 2 * time.Minute

// NewRemote returns a client of the accounts that o names, and writes to out where requests go before the
// first one goes there. Errors: a key that is not one.
func NewRemote(o RemoteOptions, out io.Writer) (*Remote, error) {
	r := &Remote{sas: strings.TrimLeft(o.SAS, "?&"), Now: time.Now, out: out}
	for _, base := range []string{o.Bases.Table, o.Bases.Queue, o.Bases.Blob} {
		if base != "" {
			r.bases = append(r.bases, base, rest.Secondary(base))
		}
	}
	if o.Key != "" {
		key, err := auth.ParseKey(o.Key)
		if err != nil {
			return nil, fmt.Errorf("-key: %w", err)
		}
		r.key = key
	}
	r.Client = &http.Client{
		Timeout:       remoteTimeout,
		Transport:     &http.Transport{DisableCompression: true, Proxy: http.ProxyFromEnvironment},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return r, nil
}

// Serve sends a request. A server that does not answer is reported as an error of the service, so that
// the script stops.
func (r *Remote) Serve(ctx context.Context, q *rest.Request) *rest.Response {
	res, err := r.exchange(ctx, q)
	if err != nil {
		return noAnswer(err)
	}
	if rec := explain.From(ctx); rec != nil {
		rec.Transactions, rec.Roundtrips, rec.BytesIn, rec.BytesOut = 1, 1, len(q.Body), len(res.Body)
	}
	return res
}

func (r *Remote) exchange(ctx context.Context, q *rest.Request) (*rest.Response, error) {
	out, err := r.request(ctx, q)
	if err != nil {
		return nil, err
	}
	in, err := r.Client.Do(out)
	if err != nil {
		return nil, err
	}
	defer in.Body.Close()
	body, err := io.ReadAll(io.LimitReader(in.Body, maxAnswer+1))
	if err != nil {
		return nil, err
	}
	if len(body) > maxAnswer {
		return nil, fmt.Errorf("the answer is larger than %d MiB, which is the limit for a script", maxAnswer>>20)
	}
	res := &rest.Response{Status: in.StatusCode, Body: body}
	for name, values := range in.Header {
		res.Header = append(res.Header, rest.Field{Name: name, Value: strings.Join(values, ",")})
	}
	slices.SortFunc(res.Header, func(a, b rest.Field) int { return strings.Compare(a.Name, b.Name) })
	return res, nil
}

// request makes the request to send. Credentials go to the accounts that flags name and nowhere else, because a script
// may come from another author. Errors: any other account.
func (r *Remote) request(ctx context.Context, q *rest.Request) (*http.Request, error) {
	if q.Base == "" || !slices.Contains(r.bases, q.Base) {
		return nil, fmt.Errorf("no request is sent to the account %s unless you name it with -%s", q.Base, flagOf[q.Service])
	}
	r.tell(q.Base)
	query := q.Query
	if r.sas != "" {
		query = strings.TrimPrefix(query+"&"+r.sas, "&")
	}
	to := q.Base + q.Path
	if query != "" {
		to += "?" + query
	}
	out, err := http.NewRequestWithContext(ctx, q.Method, to, bytes.NewReader(q.Body))
	if err != nil {
		return nil, err
	}
	for _, f := range q.Header {
		out.Header[f.Name] = []string{f.Value}
	}
	if r.sas == "" {
		r.sign(out, q)
	}
	return out, nil
}

var flagOf = map[rest.Service]string{rest.TableService: "table", rest.QueueService: "queue", rest.BlobService: "blob"}

// tell writes once where requests go.
func (r *Remote) tell(base string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Contains(r.told, base) {
		r.told = append(r.told, base)
		fmt.Fprintln(r.out, "sending requests to", base)
	}
}

// sign adds the date and the signature, if the key is known and the script brings no credentials.
func (r *Remote) sign(out *http.Request, q *rest.Request) {
	key := r.key
	if key == nil && q.Account == auth.DevelopmentAccount {
		key = auth.Development()[q.Account][0]
	}
	if key == nil || q.Signed() {
		return
	}
	sent := *q
	sent.Header = slices.Clone(q.Header)
	sent.Sign(key, r.Now(), out.URL.EscapedPath()) // net/http may escape more than the script did
	for _, f := range sent.Header {
		out.Header[f.Name] = []string{f.Value}
	}
}

// noAnswer is what a script sees of a server that cannot be reached.
func noAnswer(err error) *rest.Response {
	if failed := new(url.Error); errors.As(err, &failed) {
		err = failed.Err // without the URL, which may contain a signature
	}
	text, _ := json.Marshal(err.Error()) // of a string does not fail
	body := `{"error":{"code":"NoAnswer","message":` + string(text) + `}}`
	return &rest.Response{Status: http.StatusBadGateway, Body: []byte(body)}
}
