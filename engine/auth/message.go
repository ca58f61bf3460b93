package auth

import (
	"cmp"
	"encoding/base64"
	"strings"

	"rowkey/engine/sum"
)

// Service is one of the storage services, as ss names it.
type Service byte

// The services.
const (
	Table Service = 't'
	Queue Service = 'q'
	Blob  Service = 'b'
)

// Pair is a header field, or an option of a query string.
type Pair struct{ Name, Value string }

// Message is what the signature of a request covers.
type Message struct {
	Service Service
	Method  string
	Account string // whose key signs
	Path    string // of the URL as it was sent, encoded; in path style it begins with the account
	Options []Pair // of the query string, decoded
	Header  []Pair
	Size    int // bytes of the body, for a message without Content-Length
}

// field returns the value of a header field without spaces around it, "" if it is absent.
func (m *Message) field(name string) string {
	v, _ := m.lookup(name)
	return v
}

func (m *Message) lookup(name string) (string, bool) {
	v, ok := Lookup(m.Header, name)
	return strings.Trim(v, " \t"), ok
}

// Lookup returns the value of the first pair of a name, in any letter case, and whether there is one.
// Of an option that is given twice the first value is the one that counts: signatures of tables cover
// no other.
func Lookup(pairs []Pair, name string) (string, bool) {
	for i := range pairs {
		if strings.EqualFold(pairs[i].Name, name) {
			return pairs[i].Value, true
		}
	}
	return "", false
}

// Date returns the time at which the client says that it signed: x-ms-date, or Date without one.
// Source: Authorize with Shared Key, "Specifying the Date header".
func (m *Message) Date() string {
	if v, ok := m.lookup("x-ms-date"); ok {
		return v
	}
	return m.field("Date")
}

// paths returns the path as a client may have signed it: as it was sent, and for the secondary
// address of path style also as that of the account itself.
func (m *Message) paths() []string {
	path := cmp.Or(m.Path, "/")
	secondary := "/" + m.Account + "-secondary"
	if rest, ok := strings.CutPrefix(path, secondary); ok && (rest == "" || rest[0] == '/') {
		return []string{path, "/" + m.Account + rest}
	}
	return []string{path}
}

// Sign returns the signature of a string to sign, in base64: its HMAC-SHA256.
// Source: Authorize with Shared Key, "Encoding the Signature".
func (k Key) Sign(text string) string {
	mac := sum.HMAC(k, text)
	return base64.StdEncoding.EncodeToString(mac[:])
}

// signed reports whether a signature in base64 is that of one of the texts, made with one of the
// keys.
func signed(keys []Key, signature string, texts ...string) bool {
	sent, err := base64.StdEncoding.DecodeString(signature)
	if err != nil || len(sent) != sum.SHA256Size {
		return false
	}
	for _, text := range texts {
		for _, k := range keys {
			if mac := sum.HMAC(k, text); sum.Equal(mac[:], sent) {
				return true
			}
		}
	}
	return false
}
