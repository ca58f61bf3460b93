package auth

import (
	"cmp"
	"strings"

	"rowkey/engine/percent"
)

// Versions of tokens in which the string to sign changed.
// Source: Create a service SAS, "Construct the signature string"; Create an account SAS, "Construct
// the signature string".
const (
	firstVersion  = "2012-02-12"
	headersSince  = "2013-08-15" // fields of the answer, for blobs
	serviceSince  = "2015-02-21" // the resource begins with its service
	ipSince       = "2015-04-05" // IP and protocol; account SAS
	resourceSince = "2018-11-09" // sr and snapshot, for blobs
	scopeSince    = "2020-12-06"
)

// DefaultVersion is that of a request that names none, and of a token that is made here.
const DefaultVersion = scopeSince

// lines is a string to sign: each value is on a line of its own.
type lines []byte

func (l *lines) add(values ...string) {
	for _, v := range values {
		*l = append(append(*l, v...), '\n')
	}
}

// StringToSign returns what the signature of the token covers. resource is the table, the queue, or
// the container with "/" and the blob; an account SAS has none.
func (t *Token) StringToSign(s Service, account, resource string) string {
	var l lines
	if t.ForAccount() { // its last line ends with a line break, too
		l.add(account, t.Permissions, t.Services, t.ResourceTypes, t.Start, t.Expiry)
		l.add(t.IP, t.Protocol, t.Version)
		if t.Version >= scopeSince {
			l.add(t.Scope)
		}
		return string(l)
	}
	l.add(t.Permissions, t.Start, t.Expiry, t.canonical(s, account, resource), t.Policy)
	if t.Version >= ipSince {
		l.add(t.IP, t.Protocol)
	}
	l.add(t.Version)
	switch s {
	case Table:
		l.add(t.StartPartition, t.StartRow, t.EndPartition, t.EndRow)
	case Blob:
		t.addBlob(&l)
	}
	return string(l[:len(l)-1])
}

// addBlob adds what only tokens for blobs have. Snapshots have no tokens here.
func (t *Token) addBlob(l *lines) {
	if t.Version >= resourceSince {
		l.add(t.Resource, "")
	}
	if t.Version >= scopeSince {
		l.add(t.Scope)
	}
	for _, f := range t.Answer() {
		l.add(f.Value)
	}
}

// canonical names the resource. Names of tables are signed in lowercase.
func (t *Token) canonical(s Service, account, resource string) string {
	prefix := "/table/"
	switch s {
	case Table:
		resource = strings.ToLower(resource)
	case Queue:
		prefix = "/queue/"
	case Blob:
		prefix = "/blob/"
	}
	if t.Version < serviceSince {
		prefix = "/"
	}
	return prefix + account + "/" + resource
}

// Verify checks whether the token was signed with one of the keys, for that resource of that
// account.
func (t *Token) Verify(s Service, account, resource string, keys []Key) bool {
	return signed(keys, t.Signature, t.StringToSign(s, account, resource))
}

// Sign returns the token as a query string, signed for a resource as in [Token.StringToSign]. A
// token without version gets a recent one. It does not check whether the token permits anything.
func (t Token) Sign(k Key, s Service, account, resource string) string {
	t.Version = cmp.Or(t.Version, DefaultVersion)
	t.Signature = k.Sign(t.StringToSign(s, account, resource))
	var b []byte
	for i, value := range t.values() {
		if *value != "" {
			b = append(append(append(b, '&'), names[i]...), '=')
			b = percent.Append(b, *value, percent.Unreserved)
		}
	}
	return string(b[1:])
}

// SignAccount returns an account SAS as a query string. Services, ResourceTypes, Permissions and
// Expiry have to be set.
// Source: Create an account SAS.
func (t Token) SignAccount(k Key, account string) string { return t.Sign(k, Table, account, "") }

// SignTable returns a SAS for the table that the token names as a query string. Permissions and
// Expiry have to be set, or Policy.
// Source: Create a service SAS.
func (t Token) SignTable(k Key, account string) string {
	t.Services, t.ResourceTypes = "", ""
	return t.Sign(k, Table, account, t.Table)
}
