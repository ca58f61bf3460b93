package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/explain"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// remote answers requests by sending them to a server.
type remote struct {
	client *http.Client
	bases  script.Bases
	sas    string   // without "?"
	key    auth.Key // nil signs only for the development account
	now    func() time.Time
}

// remoteTimeout is how long one answer may take.
const remoteTimeout = 2 * time.Minute

func newRemote(o *runOptions) (*remote, error) {
	r := &remote{bases: o.bases, sas: strings.TrimLeft(o.sas, "?&"), now: time.Now}
	if o.key != "" {
		key, err := auth.ParseKey(o.key)
		if err != nil {
			return nil, fmt.Errorf("-key: %w", err)
		}
		r.key = key
	}
	r.client = &http.Client{
		Timeout:       remoteTimeout,
		Transport:     &http.Transport{DisableCompression: true, Proxy: http.ProxyFromEnvironment},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return r, nil
}

// Serve sends a request. A server that does not answer is told as an error of the service, so that
// the script stops.
func (r *remote) Serve(ctx context.Context, q *rest.Request) *rest.Response {
	res, err := r.exchange(ctx, q)
	if err != nil {
		return noAnswer(err)
	}
	if rec := explain.From(ctx); rec != nil {
		rec.Transactions, rec.Roundtrips, rec.BytesIn, rec.BytesOut = 1, 1, len(q.Body), len(res.Body)
	}
	return res
}

func (r *remote) exchange(ctx context.Context, q *rest.Request) (*rest.Response, error) {
	out, err := r.request(ctx, q)
	if err != nil {
		return nil, err
	}
	in, err := r.client.Do(out)
	if err != nil {
		return nil, err
	}
	defer in.Body.Close()
	body, err := io.ReadAll(in.Body)
	if err != nil {
		return nil, err
	}
	res := &rest.Response{Status: in.StatusCode, Body: body}
	for name, values := range in.Header {
		res.Header = append(res.Header, rest.Field{Name: name, Value: strings.Join(values, ",")})
	}
	slices.SortFunc(res.Header, func(a, b rest.Field) int { return strings.Compare(a.Name, b.Name) })
	return res, nil
}

// request makes the request that travels.
func (r *remote) request(ctx context.Context, q *rest.Request) (*http.Request, error) {
	if !r.serves(q) {
		return nil, fmt.Errorf("the script speaks to %s, and no flag tells of an account there", q.Base)
	}
	query := q.Query
	if r.sas != "" {
		query = strings.TrimPrefix(query+"&"+r.sas, "&")
	}
	url := q.Base + q.Path
	if query != "" {
		url += "?" + query
	}
	out, err := http.NewRequestWithContext(ctx, q.Method, url, bytes.NewReader(q.Body))
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

// serves says whether a request goes to an account that a flag names, or to its read-only copy.
func (r *remote) serves(q *rest.Request) bool {
	base := strings.Replace(q.Base, "-secondary", "", 1)
	return slices.Contains([]string{r.bases.Table, r.bases.Queue, r.bases.Blob}, base)
}

// sign adds the date and, if the key is known, the signature.
func (r *remote) sign(out *http.Request, q *rest.Request) {
	key := r.key
	if key == nil && q.Account == auth.DevelopmentAccount {
		key = auth.Development()[q.Account][0]
	}
	if key == nil || q.Header.Get("Authorization") != "" {
		return
	}
	out.Header["x-ms-date"] = []string{r.now().UTC().Format(http.TimeFormat)}
	m := auth.Message{Service: signedServices[q.Service], Method: q.Method, Account: q.Account, Path: out.URL.EscapedPath(), Size: len(q.Body)}
	for _, option := range strings.Split(q.Query, "&") {
		if name, value, _ := strings.Cut(option, "="); name != "" {
			m.Options = append(m.Options, auth.Pair{Name: script.Unescape(name), Value: script.Unescape(value)})
		}
	}
	for name, values := range out.Header {
		m.Header = append(m.Header, auth.Pair{Name: name, Value: values[0]})
	}
	out.Header["Authorization"] = []string{key.Authorize(&m, auth.SharedKey)}
}

var signedServices = map[rest.Service]auth.Service{
	rest.TableService: auth.Table, rest.QueueService: auth.Queue, rest.BlobService: auth.Blob,
}

// noAnswer is what a script sees of a server that cannot be reached.
func noAnswer(err error) *rest.Response {
	text, _ := json.Marshal(err.Error()) // of a string does not fail
	body := `{"error":{"code":"NoAnswer","message":` + string(text) + `}}`
	return &rest.Response{Status: http.StatusBadGateway, Body: []byte(body)}
}
