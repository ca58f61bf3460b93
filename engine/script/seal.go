package script

import (
	"encoding/base64"
	"slices"
	"strings"

	"rowkey/engine/auth"
	"rowkey/engine/cipher"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/odata"
)

// The two properties that tell how an entity is encrypted: the wrapped key as JSON, and the names of
// the encrypted properties, encrypted as well.
// Source: Client-side encryption for queues and tables, "Tables".
const (
	metadataKey   = "_ClientEncryptionMetadata1"
	metadataNames = "_ClientEncryptionMetadata2"
)

// seal is one @encrypt: a key, and which properties of an entity it is for.
type seal struct {
	key   string
	names []string   // of properties
	rule  odata.Expr // over Name, PartitionKey and RowKey, in place of names
	demo  bool       // do what loses data, so that one sees it
	line  int

	from, to int // bytes
}

const noMerge = "@encrypt does not go with a merge: the metadata of the entity would be overwritten, " +
	"and what is encrypted already could not be read any more. Replace the entity with PUT, " +
	"or add `demo` to see what is lost."

func isMerge(method string) bool { return method == "PATCH" || method == "MERGE" }

// covers says that the seal is for a property of an entity.
func (e *seal) covers(name string, key explain.Key) bool {
	if e.rule == nil {
		return slices.Contains(e.names, name)
	}
	return odata.Match(e.rule, func(of string) (edm.Value, bool) {
		switch of {
		case edm.PartitionKey:
			return edm.String(key.Partition), true
		case edm.RowKey:
			return edm.String(key.Row), true
		}
		return edm.String(name), true
	})
}

// seal encrypts the body of a request as its block says. Nothing is sent after a problem.
func (s *Session) seal(b *Block, out *outgoing) *Problem {
	for i := range b.meta.seals {
		e := &b.meta.seals[i]
		path, _, _ := strings.Cut(out.url, "?")
		key := keyOf(path, out.body)
		doc, err := edm.ParseJSON([]byte(out.body))
		if err != nil {
			return &Problem{Line: b.Line, Message: "@encrypt: the body is no entity."}
		}
		plain := map[string]string{}
		for _, p := range doc.Properties {
			switch {
			case p.Name == metadataKey || p.Name == metadataNames || !e.covers(p.Name, key):
			case p.Value.Type() == edm.TypeString:
				plain[p.Name] = p.Value.Text()
			case p.Value.Type() != edm.TypeBinary || !e.demo: // demo: another key was here before
				return &Problem{Line: e.line, Message: p.Name + " is " + p.Value.Type().String() +
					": only texts can be encrypted. Nothing was sent."}
			}
		}
		c := s.contentKey(e.key, key)
		out.body = c.sealBody(out.body, plain, e.key)
	}
	return nil
}

// content is the key of one entity, and what makes its properties different from each other.
type content struct {
	raw   [cipher.KeySize]byte
	block *cipher.Block
	iv    cipher.IV
	key   explain.Key
}

// ringKey derives a key from its name: there is no randomness in lessons.
func ringKey(name string) *cipher.Block {
	sum := auth.Sum256("key ring\x00" + name)
	return cipher.New(&sum)
}

// contentKey makes the key of an entity: another one at another time.
func (s *Session) contentKey(name string, key explain.Key) *content {
	seed := name + "\x00" + key.Partition + "\x00" + key.Row + "\x00" + s.o.Now().String()
	c := &content{raw: auth.Sum256("content\x00" + seed), key: key}
	c.block = cipher.New(&c.raw)
	sum := auth.Sum256("vector\x00" + seed)
	copy(c.iv[:], sum[:])
	return c
}

// vector returns what the encryption of one property begins with. RowKey stands first: the .NET
// library meant it the other way round, and what is stored cannot be changed.
// Source: azure-storage-python, table encryption, as in the .NET library.
func (c *content) vector(name string) *cipher.IV {
	sum := auth.Sum256(string(c.iv[:]) + c.key.Row + c.key.Partition + name)
	return (*cipher.IV)(sum[:])
}

func (c *content) encrypt(name, text string) string {
	return base64.StdEncoding.EncodeToString(c.block.Encrypt([]byte(text), c.vector(name)))
}

func (c *content) decrypt(name, text string) (string, bool) {
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return "", false
	}
	out, ok := c.block.Decrypt(b, c.vector(name))
	return string(out), ok
}

// sealBody writes an entity again: properties in plain encrypted, then the metadata.
func (c *content) sealBody(body string, plain map[string]string, keyName string) string {
	w := members{}
	names := []byte("[")
	jsontext.Each(body, 0, func(name string, from, to int) bool {
		base, _, annotated := strings.Cut(name, "@")
		text, sealed := plain[base]
		switch {
		case base == metadataKey, base == metadataNames, sealed && annotated:
		case sealed:
			if len(names) > 1 {
				names = append(names, ',')
			}
			names = jsontext.AppendString(names, name)
			w.binary(name, c.encrypt(name, text))
		default:
			w.raw(name, body[from:to])
		}
		return true
	})
	w.text(metadataKey, c.metadata(keyName))
	w.binary(metadataNames, c.encrypt(metadataNames, string(append(names, ']'))))
	return w.object()
}

// metadata tells how the content key is wrapped.
// Source: the .NET library, class EncryptionData.
func (c *content) metadata(keyName string) string {
	wrapped := base64.StdEncoding.EncodeToString(ringKey(keyName).Wrap(&c.raw))
	iv := base64.StdEncoding.EncodeToString(c.iv[:])
	b := jsontext.AppendString([]byte(`{"WrappedContentKey":{"KeyId":`), keyName)
	return string(b) + `,"EncryptedKey":"` + wrapped + `","Algorithm":"A256KW"},` +
		`"EncryptionAgent":{"Protocol":"1.0","EncryptionAlgorithm":"AES_CBC_256"},` +
		`"ContentEncryptionIV":"` + iv + `","KeyWrappingMetadata":{}}`
}

// members collects the members of an object that is written anew.
type members struct{ b []byte }

func (m *members) raw(name, value string) {
	if m.b != nil {
		m.b = append(m.b, ", "...)
	}
	m.b = append(jsontext.AppendString(m.b, name), ": "...)
	m.b = append(m.b, value...)
}

func (m *members) text(name, value string) {
	m.raw(name, string(jsontext.AppendString(nil, value)))
}

func (m *members) binary(name, base64 string) {
	m.raw(name+"@odata.type", `"Edm.Binary"`)
	m.text(name, base64)
}

func (m *members) object() string { return "{" + string(m.b) + "}" }
