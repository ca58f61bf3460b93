package rest

import (
	"strconv"
	"strings"

	"rowkey/engine/apierr"
)

// preflight answers what a browser asks before it sends a request to another origin. The resource
// need not exist.
// Source: Preflight Table Request; CORS support for the Azure Storage services.
func (c *call) preflight() *Response {
	c.name("PreflightTableRequest", "")
	if c.fields.origin == "" || c.fields.corsMethod == "" {
		return c.failAdmin(apierr.Newf(apierr.InvalidHeaderValue, "A required CORS header is not present."))
	}
	p, err := c.properties()
	if err != nil {
		return c.failAdmin(err)
	}
	for i := range p.cors {
		if rule := &p.cors[i]; rule.allows(c.fields.origin, c.fields.corsMethod, c.fields.corsHeaders) {
			return c.allowed(rule)
		}
	}
	return c.failAdmin(apierr.New(apierr.CORSPreflightFailure))
}

func (c *call) allowed(rule *corsRule) *Response {
	fs := rule.originFields(c.fields.origin)
	fs = append(fs, Field{"Access-Control-Allow-Methods", c.fields.corsMethod})
	fs = appendField(fs, "Access-Control-Allow-Headers", c.fields.corsHeaders)
	fs = append(fs, Field{"Access-Control-Max-Age", strconv.Itoa(rule.maxAge)})
	return c.send(&reply{status: 200, layer: layerAdmin, cors: fs})
}

// share adds to an answer what lets a page of another origin read it, if a rule allows that. Any
// other page gets the answer without.
func share(next step) step {
	return func(c *call) *Response {
		r := next(c)
		if c.fields.origin == "" || c.req.Method == "OPTIONS" {
			return r
		}
		p, err := c.properties()
		if err != nil {
			return r
		}
		for i := range p.cors {
			if rule := &p.cors[i]; rule.allows(c.fields.origin, c.req.Method, "") {
				return rule.share(r, c.fields.origin)
			}
		}
		if len(p.cors) > 0 {
			r.Header.Set("Vary", "Origin")
		}
		return r
	}
}

func (r *corsRule) share(resp *Response, origin string) *Response {
	fs := r.originFields(origin)
	if r.exposed != "" {
		fs = append(fs, Field{"Access-Control-Expose-Headers", r.exposedBy(resp.Header)})
	}
	resp.Header = append(resp.Header, fs...)
	return resp
}

// originFields differ for rules that allow every origin: no credentials, no Vary.
func (r *corsRule) originFields(origin string) Header {
	if r.origins == "*" {
		return Header{{"Access-Control-Allow-Origin", "*"}}
	}
	return Header{{"Access-Control-Allow-Origin", origin}, {"Access-Control-Allow-Credentials", "true"}, {"Vary", "Origin"}}
}

// exposedBy lists what scripts may read; "*" stands for all fields of the answer.
func (r *corsRule) exposedBy(h Header) string {
	if r.exposed != "*" {
		return r.exposed
	}
	names := make([]string, len(h))
	for i := range h {
		names[i] = h[i].Name
	}
	return strings.Join(names, ",")
}

// allows tells whether a request of that origin, method and list of header names may be sent.
func (r *corsRule) allows(origin, method, headers string) bool {
	return listed(r.origins, origin) && listed(r.methods, method) && r.allowsHeaders(headers)
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
		if open && hasPrefixFold(name, prefix) || strings.EqualFold(entry, name) {
			return true
		}
	}
	return name == ""
}

// listed tells whether an entry of a comma-separated list equals s, or allows everything.
func listed(list, s string) bool {
	for entry := range strings.SplitSeq(list, ",") {
		if entry = strings.TrimSpace(entry); entry == s || entry == "*" {
			return true
		}
	}
	return false
}
