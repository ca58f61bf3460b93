package rest

import (
	"strings"
	"unicode/utf8"

	"rowkey/engine/auth"
	"rowkey/engine/edm"
	"rowkey/engine/xmltext"
)

const (
	maxPolicies = 5
	maxPolicyID = 64 // characters
)

// PoliciesDocument returns the document to send for the one that is kept, "" if no policies are set.
func PoliciesDocument(kept string) []byte {
	if kept == "" {
		return appendPolicies(nil)
	}
	return []byte(kept)
}

// NewPolicies returns the document to keep for the one that a client sends, in which an empty one means no
// policies. letters are the permissions that the service knows, in the order in which they have to be given.
// The result is false for a document that the service refuses.
// Source: Set Table ACL, "Request body"; Create a service SAS, "Specify permissions".
func NewPolicies(sent, letters string) (document string, ok bool) {
	list, ok := readPolicies(sent)
	for i := range list {
		ok = ok && auth.InOrder(list[i].permission, letters)
	}
	return string(appendPolicies(list)), ok
}

// policy is one stored access policy; empty fields are not set.
type policy struct{ id, start, expiry, permission string }

// readPolicies reads a SignedIdentifiers document.
func readPolicies(document string) ([]policy, bool) {
	if document == "" {
		return nil, true
	}
	root, ok := xmltext.Parse(document)
	if !ok || root.Name != "SignedIdentifiers" || len(root.Children) > maxPolicies {
		return nil, false
	}
	var list []policy
	seen := map[string]bool{}
	for i := range root.Children {
		p, ok := readPolicy(&root.Children[i])
		if !ok || seen[p.id] {
			return nil, false
		}
		seen[p.id] = true
		list = append(list, p)
	}
	return list, true
}

func readPolicy(e *xmltext.Element) (policy, bool) {
	p := policy{id: e.Value("Id")}
	if e.Name != "SignedIdentifier" || p.id == "" || utf8.RuneCountInString(p.id) > maxPolicyID {
		return p, false
	}
	access := e.Child("AccessPolicy")
	if access == nil {
		return p, true
	}
	start, startOK := policyTime(access.Value("Start"))
	expiry, expiryOK := policyTime(access.Value("Expiry"))
	p.start, p.expiry, p.permission = start, expiry, access.Value("Permission")
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
	w := xmltext.NewWriter()
	w.List("SignedIdentifiers", len(list), func(i int) { list[i].write(w) })
	return w.B
}

// write leaves out what is not set, and the whole AccessPolicy if nothing is.
func (p *policy) write(w *xmltext.Writer) {
	w.Open("SignedIdentifier")
	w.Leaf("Id", p.id)
	if p.start+p.expiry+p.permission != "" {
		w.Open("AccessPolicy")
		for _, f := range [...][2]string{{"Start", p.start}, {"Expiry", p.expiry}, {"Permission", p.permission}} {
			if f[1] != "" {
				w.Leaf(f[0], f[1])
			}
		}
		w.Close("AccessPolicy")
	}
	w.Close("SignedIdentifier")
}
