package rest

import (
	"time"
	"unicode/utf8"

	"rowkey/engine/apierr"
)

const (
	maxPolicies    = 5
	maxPolicyID    = 64           // characters
	xmlAcceptSince = "2019-02-02" // first version that insists on an Accept header for access policies
)

// policies reads or sets the stored access policies of a table.
// Source: Get Table ACL; Set Table ACL.
func (c *call) policies() *Response {
	switch {
	case c.options.comp != "acl":
		return c.failAdmin(apierr.New(apierr.InvalidQueryParameter))
	case c.verb == "GET":
		return c.getPolicies()
	case c.verb == "PUT":
		return c.setPolicies()
	}
	return c.failAdmin(apierr.New(apierr.UnsupportedHTTPVerb))
}

func (c *call) getPolicies() *Response {
	c.name("GetTableACL", c.target.table)
	text, err := c.table().Policies(c.ctx)
	if err != nil {
		return c.failAdmin(err)
	}
	if text == "" {
		text = string(appendPolicies(nil))
	}
	return c.sendXML([]byte(text))
}

// setPolicies replaces all policies. An empty body means none.
func (c *call) setPolicies() *Response {
	c.name("SetTableACL", c.target.table)
	if c.version >= xmlAcceptSince && !hasPrefixFold(c.fields.accept, typeXML) {
		return c.failAdmin(apierr.New(apierr.MediaTypeNotSupported))
	}
	list, ok := readPolicies(string(c.req.Body))
	if !ok {
		return c.failAdmin(apierr.New(apierr.InvalidXMLDocument))
	}
	if err := c.table().SetPolicies(c.ctx, string(appendPolicies(list))); err != nil {
		return c.failAdmin(err)
	}
	return c.send(&reply{status: 204, layer: layerAdmin})
}

// policy is one stored access policy; empty fields are not set.
type policy struct{ id, start, expiry, permission string }

// readPolicies reads a SignedIdentifiers document.
func readPolicies(document string) ([]policy, bool) {
	if document == "" {
		return nil, true
	}
	root, ok := parseXML(document)
	if !ok || root.name != "SignedIdentifiers" || len(root.children) > maxPolicies {
		return nil, false
	}
	var list []policy
	seen := map[string]bool{}
	for i := range root.children {
		p, ok := readPolicy(&root.children[i])
		if !ok || seen[p.id] {
			return nil, false
		}
		seen[p.id] = true
		list = append(list, p)
	}
	return list, true
}

func readPolicy(e *element) (policy, bool) {
	p := policy{id: e.value("Id")}
	if e.name != "SignedIdentifier" || p.id == "" || utf8.RuneCountInString(p.id) > maxPolicyID {
		return p, false
	}
	access := e.child("AccessPolicy")
	if access == nil {
		return p, true
	}
	start, startOK := policyTime(access.value("Start"))
	expiry, expiryOK := policyTime(access.value("Expiry"))
	p.start, p.expiry, p.permission = start, expiry, access.value("Permission")
	return p, startOK && expiryOK
}

// policyTimes are the forms in which the service reads a time. Three digits of a fraction are not
// among them.
// Source: Create a service SAS, "Formatting DateTime values"; recorded traffic.
var policyTimes = [...]string{
	"2006-01-02", "2006-01-02T15:04Z", "2006-01-02T15:04:05Z", "2006-01-02T15:04:05.0000000Z",
}

// policyTime returns a time in the form in which the service gives it back.
func policyTime(s string) (string, bool) {
	if s == "" {
		return "", true
	}
	for _, layout := range policyTimes {
		if t, err := time.Parse(layout, s); err == nil && len(s) == len(layout) {
			return string(appendStamp(nil, t)), true
		}
	}
	return "", false
}

func appendPolicies(list []policy) []byte {
	w := newXML()
	if len(list) == 0 {
		w.empty("SignedIdentifiers")
		return w.b
	}
	w.open("SignedIdentifiers")
	for i := range list {
		list[i].write(w)
	}
	w.close("SignedIdentifiers")
	return w.b
}

// write leaves out what is not set, and the whole AccessPolicy if nothing is.
func (p *policy) write(w *xmlWriter) {
	w.open("SignedIdentifier")
	w.leaf("Id", p.id)
	if p.start+p.expiry+p.permission != "" {
		w.open("AccessPolicy")
		for _, f := range [...]Field{{"Start", p.start}, {"Expiry", p.expiry}, {"Permission", p.permission}} {
			if f.Value != "" {
				w.leaf(f.Name, f.Value)
			}
		}
		w.close("AccessPolicy")
	}
	w.close("SignedIdentifier")
}
