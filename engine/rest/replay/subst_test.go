package replay_test

import (
	"net/url"
	"regexp"
	"strings"

	"rowkey/engine/rest"
)

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
