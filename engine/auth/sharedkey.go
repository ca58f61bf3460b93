package auth

import (
	"strconv"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/order"
)

// Scheme is how a request is signed.
type Scheme string

// The schemes. SharedKeyLite covers less of a request.
const (
	SharedKey     Scheme = "SharedKey"
	SharedKeyLite Scheme = "SharedKeyLite"
)

// Credential is the content of an Authorization field.
type Credential struct {
	Scheme    Scheme
	Account   string
	Signature string
}

// ParseAuthorization reads "SharedKey account:signature". The result is false for any other form.
// Source: Authorize with Shared Key, "Specifying the Authorization header".
func ParseAuthorization(field string) (Credential, bool) {
	scheme, rest, _ := strings.Cut(field, " ")
	c := Credential{Scheme: Scheme(scheme)}
	var found bool
	c.Account, c.Signature, found = strings.Cut(strings.Trim(rest, " "), ":")
	known := c.Scheme == SharedKey || c.Scheme == SharedKeyLite
	return c, known && found && c.Account != "" && c.Signature != ""
}

// Verify checks whether the credential is a signature of m with one of the keys.
func (c *Credential) Verify(m *Message, keys []Key) bool {
	return signed(keys, c.Signature, m.StringsToSign(c.Scheme)...)
}

// Authorize returns the Authorization field of a message that k signs.
func (k Key) Authorize(m *Message, s Scheme) string {
	return string(s) + " " + m.Account + ":" + k.Sign(m.StringsToSign(s)[0])
}

// StringsToSign returns what a client may have signed; clients differ where the rules leave a
// choice. The first one is that of the official clients.
func (m *Message) StringsToSign(s Scheme) []string {
	var all []string
	for _, path := range m.paths() {
		resource := "/" + m.Account + path
		if m.Service == Table {
			all = append(all, m.tableString(s, resource+m.comp()))
			continue
		}
		streamed := *m // in chunks, without a Content-Length
		streamed.Size = 0
		for _, m := range [...]*Message{m, &streamed} {
			for _, fold := range [...]bool{false, true} {
				all = lists.Add(all, m.storageString(s, resource, fold))
			}
		}
	}
	return all
}

// tableString is the string to sign of the Table service.
// Source: Authorize with Shared Key, "Table service (Shared Key authorization)" and "Table service
// (Shared Key Lite authorization)".
func (m *Message) tableString(s Scheme, resource string) string {
	var l lines
	if s == SharedKey {
		l.add(m.Method, m.field("Content-MD5"), m.field("Content-Type"))
	}
	l.add(m.Date())
	return string(append(l, resource...))
}

// comp returns the only option that the short form of a resource has.
func (m *Message) comp() string {
	if value, ok := Lookup(m.Options, "comp"); ok {
		return "?comp=" + value
	}
	return ""
}

// emptyLengthSince is the first version that signs an empty line for a body of no bytes.
// Source: Authorize with Shared Key, "Content-Length header in version 2014-02-14 and earlier".
const emptyLengthSince = "2015-02-21"

// fullFields and liteFields are what HTTP defines and a signature covers, in this order.
const (
	fullFields = "Content-Encoding,Content-Language,Content-Length,Content-MD5,Content-Type,Date," +
		"If-Modified-Since,If-Match,If-None-Match,If-Unmodified-Since,Range"
	liteFields = "Content-MD5,Content-Type,Date"
)

// storageString is the string to sign of the Blob and Queue services. fold makes one space of
// several inside the service's own fields.
// Source: Authorize with Shared Key, "Blob, Queue, and File services (Shared Key authorization)"
// and "Blob, Queue, and File services (Shared Key Lite authorization)".
func (m *Message) storageString(s Scheme, resource string, fold bool) string {
	var l lines
	l.add(m.Method)
	rest := fullFields
	if s == SharedKeyLite {
		rest = liteFields
	}
	for rest != "" {
		var name string
		name, rest, _ = strings.Cut(rest, ",")
		l.add(m.signedField(name))
	}
	l.addSorted(m.ownFields(fold))
	l = append(l, resource...)
	if s == SharedKeyLite {
		return string(append(l, m.comp()...))
	}
	return string(append(l, m.allOptions()...))
}

// signedField returns a field as it is signed.
func (m *Message) signedField(name string) string {
	value, ok := m.lookup(name)
	switch name {
	case "Date":
		if _, ok := m.lookup("x-ms-date"); ok {
			return ""
		}
	case "Content-Length":
		if !ok && m.Size > 0 {
			return strconv.Itoa(m.Size)
		}
		if v := m.field("x-ms-version"); value == "0" && (v == "" || v >= emptyLengthSince) {
			return ""
		}
	}
	return value
}

// ownFields returns the fields that the services define.
// Source: Authorize with Shared Key, "Constructing the canonicalized headers string".
func (m *Message) ownFields(fold bool) []Pair {
	var own []Pair
	for _, f := range m.Header {
		name, value := strings.ToLower(f.Name), strings.Trim(f.Value, " \t")
		if fold {
			value = strings.Join(strings.Fields(value), " ")
		}
		if strings.HasPrefix(name, "x-ms-") {
			own = append(own, Pair{name, value})
		}
	}
	return own
}

// addSorted adds name and value of each pair, in the order of names.
func (l *lines) addSorted(pairs []Pair) {
	order.By(pairs, comparePairs)
	for _, p := range pairs {
		l.add(p.Name + ":" + p.Value)
	}
}

func comparePairs(a, b Pair) int {
	if n := strings.Compare(a.Name, b.Name); n != 0 {
		return n
	}
	return strings.Compare(a.Value, b.Value)
}

// allOptions returns the options of the query string, a line for each name, in the order of names.
// Source: Authorize with Shared Key, "2009-09-19 and later Shared Key format".
func (m *Message) allOptions() string {
	sorted := make([]Pair, len(m.Options))
	for i, o := range m.Options {
		sorted[i] = Pair{strings.ToLower(o.Name), o.Value}
	}
	order.By(sorted, comparePairs)
	var b []byte
	for i, o := range sorted {
		separator := "\n" + o.Name + ":"
		if i > 0 && o.Name == sorted[i-1].Name {
			separator = ","
		}
		b = append(append(b, separator...), o.Value...)
	}
	return string(b)
}
