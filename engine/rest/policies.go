package rest

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"rowkey/engine/apierr"
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

// NewPolicies returns the document to keep for the one in the body, in which an empty one means no policies.
// letters are the permissions that the service knows, in the order in which they have to be given.
// Errors: InvalidXmlDocument for a document that the service refuses.
// Source: Set Table ACL, "Request body"; Create a service SAS, "Specify permissions".
func (c *Call) NewPolicies(letters string) (document string, err error) {
	list, err := readPolicies(c.Context, c.Body())
	if err != nil {
		return "", err
	}
	for i := range list {
		if !auth.InOrder(list[i].permission, letters) {
			return "", errPolicies()
		}
	}
	return string(appendPolicies(list)), nil
}

// errPolicies does not say where the document is wrong, whatever the cause.
// Source: recorded traffic of the queue service.
func errPolicies() error {
	return apierr.New(apierr.InvalidXMLDocument).
		With("LineNumber", "0").With("LinePosition", "0").With("Reason", "")
}

// policy is one stored access policy; empty fields are not set.
type policy struct{ id, start, expiry, permission string }

// readPolicies reads a SignedIdentifiers document. Errors: InvalidXmlDocument.
func readPolicies(ctx context.Context, document string) ([]policy, error) {
	if document == "" {
		return nil, nil
	}
	var list []policy
	seen := map[string]bool{}
	err := xmltext.Each(ctx, document, "SignedIdentifiers", func(e *xmltext.Element) error {
		p, ok := readPolicy(e)
		if !ok || seen[p.id] || len(list) == maxPolicies {
			return errPolicies()
		}
		seen[p.id] = true
		list = append(list, p)
		return nil
	})
	if _, syntax := errors.AsType[*xmltext.SyntaxError](err); syntax {
		err = errPolicies()
	}
	return list, err
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
