package rest

import (
	"strconv"
	"strings"

	"rowkey/engine/apierr"
)

// preflight answers what a browser asks before it sends a request to another origin. The resource
// need not exist.
// Source: Preflight Table Request; CORS support for the Azure Storage services.
func preflight(x Exchange) *Response {
	c := x.Core()
	f := &c.Fields
	c.NoteOperation("Preflight"+x.Settings().Service+"Request", "")
	if f.Origin == "" || f.CORSMethod == "" {
		return x.Fail(AtSettings, apierr.Newf(apierr.InvalidHeaderValue, "A required CORS header is not present."))
	}
	p, err := storedProperties(x)
	if err != nil {
		return x.Fail(AtSettings, err)
	}
	for i := range p.cors {
		if rule := &p.cors[i]; rule.allows(f.Origin, f.CORSMethod, f.CORSHeaders) {
			return allowed(x, rule)
		}
	}
	return x.Fail(AtSettings, apierr.New(apierr.CORSPreflightFailure))
}

// allowed answers what a rule allows.
func allowed(x Exchange, rule *corsRule) *Response {
	c := x.Core()
	h := Header{{Name: "Access-Control-Allow-Methods", Value: c.Fields.CORSMethod}}
	h = AppendField(h, "Access-Control-Allow-Headers", c.Fields.CORSHeaders)
	h = append(h, Field{Name: "Access-Control-Max-Age", Value: strconv.Itoa(rule.maxAge)})
	c.rule, c.vary = rule, rule.origins != "*"
	return x.Document(200, nil, h...)
}

// share finds the rule that lets a page of another origin read the answer; without one the page
// is sent the answer all the same, and its browser withholds it. Vary is sent with every read as soon
// as there are rules, also to clients without an origin.
// Source: CORS support for the Azure Storage services, "Understanding CORS request evaluation".
func share(next step) step {
	return func(x Exchange) *Response {
		c := x.Core()
		if c.Request.Method != "OPTIONS" && (c.Fields.Origin != "" || c.Reads()) {
			c.findRule(x.Settings())
		}
		return next(x)
	}
}

// findRule finds the rule of the service that allows the origin of the request.
func (c *Call) findRule(settings Settings) {
	text, err := settings.Properties(c.Context, c.Request.Account)
	if err != nil || !strings.Contains(text, "<CorsRule>") {
		return
	}
	c.vary = true
	p := freshProperties(settings.Sections)
	if c.Fields.Origin == "" {
		return
	}
	if _, err := p.read(c.Context, text); err != nil {
		return
	}
	for i := range p.cors {
		if rule := &p.cors[i]; rule.allows(c.Fields.Origin, c.Request.Method, "") {
			c.rule, c.vary = rule, rule.origins != "*"
			return
		}
	}
}

// AppendCORS adds the header fields that a browser checks. A rule for every origin allows no credentials.
func (c *Call) AppendCORS(h Header) Header {
	if c.rule == nil {
		return h
	}
	exposed := c.rule.exposedBy(h)
	if c.rule.origins == "*" {
		h = append(h, Field{Name: "Access-Control-Allow-Origin", Value: "*"})
	} else {
		h = append(h, Field{Name: "Access-Control-Allow-Origin", Value: c.Fields.Origin},
			Field{Name: "Access-Control-Allow-Credentials", Value: "true"})
	}
	if c.Request.Method != "OPTIONS" {
		h = AppendField(h, "Access-Control-Expose-Headers", exposed)
	}
	return h
}

// exposedBy lists what scripts may read; "*" means all fields of the answer, and Date, which is added later.
func (r *corsRule) exposedBy(h Header) string {
	if r.exposed != "*" {
		return r.exposed
	}
	var b strings.Builder
	for i := range h {
		b.WriteString(h[i].Name)
		b.WriteByte(',')
	}
	return b.String() + "Date"
}

// allows reports whether a request of that origin, method and list of header names may be sent.
func (r *corsRule) allows(origin, method, headers string) bool {
	return r.allowsOrigin(origin) && listed(r.methods, method) && r.allowsHeaders(headers)
}

// allowsOrigin compares letter by letter. In https://*.contoso.com the star is any name below the domain.
// Source: CORS support for the Azure Storage services, "Understanding CORS request evaluation".
func (r *corsRule) allowsOrigin(origin string) bool {
	if listed(r.origins, origin) {
		return true
	}
	for entry := range strings.SplitSeq(r.origins, ",") {
		scheme, domain, open := strings.Cut(strings.TrimSpace(entry), "*")
		if !open || !strings.HasSuffix(scheme, "://") || !strings.HasPrefix(domain, ".") {
			continue
		}
		host, ok := strings.CutPrefix(origin, scheme)
		names, below := strings.CutSuffix(host, domain)
		if ok && below && names != "" && !strings.ContainsAny(names, ":/@") {
			return true
		}
	}
	return false
}

func (r *corsRule) allowsHeaders(headers string) bool {
	for headers != "" {
		var name string
		name, headers, _ = strings.Cut(headers, ",")
		if !r.allowsHeader(strings.TrimSpace(name)) {
			return false
		}
	}
	return true
}

// allowsHeader compares without regard to case; an entry may end with "*".
func (r *corsRule) allowsHeader(name string) bool {
	for entry := range strings.SplitSeq(r.headers, ",") {
		entry = strings.TrimSpace(entry)
		prefix, open := strings.CutSuffix(entry, "*")
		if open && HasPrefixFold(name, prefix) || strings.EqualFold(entry, name) {
			return true
		}
	}
	return name == ""
}

// listed reports whether an entry of a comma-separated list equals s, or allows everything.
func listed(list, s string) bool {
	for entry := range strings.SplitSeq(list, ",") {
		if entry = strings.TrimSpace(entry); entry == s || entry == "*" {
			return true
		}
	}
	return false
}
