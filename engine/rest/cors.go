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
	_, service := c.settings()
	c.name("Preflight"+service+"Request", "")
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
	fs := Header{{"Access-Control-Allow-Methods", c.fields.corsMethod}}
	fs = appendField(fs, "Access-Control-Allow-Headers", c.fields.corsHeaders)
	fs = append(fs, Field{"Access-Control-Max-Age", strconv.Itoa(rule.maxAge)})
	c.rule, c.vary = rule, rule.origins != "*"
	if service := c.req.Service; service != TableService {
		return c.sendStorage(&storageReply{status: 200, own: fs})
	}
	return c.send(&reply{status: 200, layer: layerAdmin, cors: fs})
}

// share finds the rule that lets a page of another origin read the answer; without one the page
// gets the answer all the same, and its browser keeps it back. Vary is sent with every read as soon
// as there are rules, also to clients without an origin.
// Source: CORS support for the Azure Storage services, "Understanding CORS request evaluation".
func share(next step) step {
	return func(c *call) *Response {
		if c.req.Method != "OPTIONS" && (c.fields.origin != "" || c.reads()) {
			c.findRule()
		}
		return next(c)
	}
}

func (c *call) findRule() {
	settings, service := c.settings()
	text, err := settings.Properties(c.ctx, c.req.Account)
	if err != nil || !strings.Contains(text, "<CorsRule>") {
		return
	}
	c.vary = true
	p := freshProperties(service == "Blob")
	if c.fields.origin == "" || !p.read(text) {
		return
	}
	for i := range p.cors {
		if rule := &p.cors[i]; rule.allows(c.fields.origin, c.req.Method, "") {
			c.rule, c.vary = rule, rule.origins != "*"
			return
		}
	}
}

// appendCORS adds what a browser looks for. A rule for every origin gives no credentials.
func (c *call) appendCORS(h Header) Header {
	if c.rule == nil {
		return h
	}
	exposed := c.rule.exposedBy(h)
	if c.rule.origins == "*" {
		h = append(h, Field{"Access-Control-Allow-Origin", "*"})
	} else {
		h = append(h, Field{"Access-Control-Allow-Origin", c.fields.origin},
			Field{"Access-Control-Allow-Credentials", "true"})
	}
	if c.req.Method != "OPTIONS" {
		h = appendField(h, "Access-Control-Expose-Headers", exposed)
	}
	return h
}

// exposedBy lists what scripts may read; "*" stands for all fields of the answer, of which Date is
// not yet there.
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

// allows tells whether a request of that origin, method and list of header names may be sent.
func (r *corsRule) allows(origin, method, headers string) bool {
	return r.allowsOrigin(origin) && listed(r.methods, method) && r.allowsHeaders(headers)
}

// allowsOrigin compares letter by letter. In https://*.contoso.com the star stands for the names in front of
// a domain.
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
