package rest

import (
	"context"
	"strings"
	"unicode/utf8"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
)

const (
	maxPolicies    = 5
	maxPolicyID    = 64           // characters
	xmlAcceptSince = "2019-02-02" // first version that insists on an Accept header for access policies
)

// governed is a table or queue that keeps its access policies as a document.
type governed interface {
	Policies(ctx context.Context) (string, error)
	SetPolicies(ctx context.Context, document string) error
}

// governed returns the one that the path names, and what it is.
func (c *call) governed() (governed, string) {
	if c.req.Service == QueueService {
		return c.theQueue(), "Queue"
	}
	return c.table(), "Table"
}

// policies reads or sets the stored access policies of a table or queue.
// Source: Get Table ACL; Set Table ACL; Get Queue ACL; Set Queue ACL.
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
	thing, kind := c.governed()
	c.name("Get"+kind+"ACL", c.target.table)
	text, err := thing.Policies(c.ctx)
	if err != nil {
		return c.failAdmin(err)
	}
	return c.sendXML(policiesOf(text))
}

// policiesOf returns the document to send for the one that is kept.
func policiesOf(text string) []byte {
	if text == "" {
		return appendPolicies(nil)
	}
	return []byte(text)
}

// setPolicies replaces all policies. An empty body means none.
func (c *call) setPolicies() *Response {
	thing, kind := c.governed()
	c.name("Set"+kind+"ACL", c.target.table)
	if kind == "Table" && c.version >= xmlAcceptSince && !hasPrefixFold(c.fields.accept, typeXML) {
		return c.failAdmin(apierr.New(apierr.MediaTypeNotSupported))
	}
	list, err := c.newPolicies()
	if err != nil {
		return c.failAdmin(err)
	}
	if err := thing.SetPolicies(c.ctx, string(appendPolicies(list))); err != nil {
		return c.failAdmin(err)
	}
	return c.sendAdmin(204)
}

// newPolicies reads the policies that the body brings. Errors: InvalidXmlDocument.
// Source: recorded traffic.
func (c *call) newPolicies() ([]policy, error) {
	list, ok := readPolicies(c.body())
	for i := range list {
		ok = ok && inOrder(list[i].permission, c.permissions())
	}
	switch {
	case ok:
		return list, nil
	case c.req.Service == TableService:
		return nil, apierr.New(apierr.InvalidXMLDocument)
	}
	return nil, apierr.New(apierr.InvalidXMLDocument).
		With("LineNumber", "0").With("LinePosition", "0").With("Reason", "")
}

// permissions returns the letters that the policies of the service know, in the order in which they have to
// be given.
// Source: Create a service SAS, "Specify permissions".
func (c *call) permissions() string {
	switch c.req.Service {
	case QueueService:
		return "raup"
	case BlobService:
		return "racwdxyltfmeopi"
	}
	return "raud"
}

// inOrder tells whether all letters are among the known ones, each once and in the same order.
func inOrder(letters, known string) bool {
	for i := range len(letters) {
		at := strings.IndexByte(known, letters[i])
		if at < 0 {
			return false
		}
		known = known[at+1:]
	}
	return true
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

// policyTime returns a time in the form in which the service gives it back. It reads a day, and a
// time of day in UTC to the minute, to the second or with seven digits of a fraction.
// Source: Create a service SAS, "Formatting DateTime values"; recorded traffic.
func policyTime(s string) (string, bool) {
	switch len(s) {
	case 0:
		return "", true
	case len("2006-01-02"), len("2006-01-02T15:04Z"), len("2006-01-02T15:04:05Z"), len("2006-01-02T15:04:05.0000000Z"):
		v, err := edm.ParseDateTime(s)
		zone := strings.HasSuffix(s, "Z")
		return string(appendStamp(nil, v.Time())), err == nil && zone == strings.Contains(s, "T")
	}
	return "", false
}

func appendPolicies(list []policy) []byte {
	w := newXML()
	w.list("SignedIdentifiers", len(list), func(i int) { list[i].write(w) })
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
