package client

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/cipher"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/odata"
	"rowkey/engine/script"
	"rowkey/engine/sum"
)

// The two properties that say how an entity is encrypted: the wrapped key as JSON, and the names of
// the encrypted properties, encrypted as well.
// Source: Client-side encryption for queues and tables, "Tables".
const (
	metadataKey   = "_ClientEncryptionMetadata1"
	metadataNames = "_ClientEncryptionMetadata2"
)

// covers reports whether the seal is for a property of an entity.
func covers(e *script.Encryption, name string, key explain.Key) bool {
	if e.Rule == nil {
		return slices.Contains(e.Names, name)
	}
	return odata.Match(e.Rule, func(of string) (edm.Value, bool) {
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
func (s *Session) seal(b *script.Block, out *outgoing) *Problem {
	if b.Meta.Encryptions == nil {
		return nil
	}
	doc, err := edm.ParseJSON([]byte(out.body))
	if err != nil {
		return problemOn(b.Line, "encrypt-no-entity")
	}
	path, _, _ := strings.Cut(out.url, "?")
	key := script.KeyOf(path, out.body)
	for i := range b.Meta.Encryptions {
		if p := s.sealEntity(&b.Meta.Encryptions[i], &doc.Entity, key); p != nil {
			return p
		}
	}
	out.body = entityText(&doc)
	return nil
}

// sealEntity encrypts the properties that a seal is for, and adds the metadata. With demo a property
// that another seal has encrypted stays as it is.
func (s *Session) sealEntity(e *script.Encryption, to *edm.Entity, key explain.Key) *Problem {
	c := s.contentKey(e.Key, key)
	names := []byte("[")
	dropMetadata(to)
	for i := range to.Properties {
		p := &to.Properties[i]
		switch typ := p.Value.Type(); {
		case !covers(e, p.Name, key) || typ == edm.TypeBinary && e.Demo:
		case typ != edm.TypeString:
			return problemOn(e.Line, "encrypt-no-text", p.Name, typ.String())
		default:
			if len(names) > 1 {
				names = append(names, ',')
			}
			names = jsontext.AppendString(names, p.Name)
			p.Value = c.encrypt(p.Name, p.Value.Text())
		}
	}
	to.Properties = append(to.Properties, edm.Property{Name: metadataKey, Value: c.metadata(e.Key)},
		edm.Property{Name: metadataNames, Value: c.encrypt(metadataNames, string(append(names, ']')))})
	return nil
}

// dropMetadata removes both properties of metadata.
func dropMetadata(e *edm.Entity) {
	kept := e.Properties[:0]
	for i := range e.Properties {
		if name := e.Properties[i].Name; name != metadataKey && name != metadataNames {
			kept = append(kept, e.Properties[i])
		}
	}
	e.Properties = kept
}

// entityText writes an entity as a client does: with the keys only if the client gave them.
func entityText(doc *edm.Document) string {
	names := make([]string, 0, len(doc.Properties)+2)
	if doc.HasPartitionKey {
		names = append(names, edm.PartitionKey)
	}
	if doc.HasRowKey {
		names = append(names, edm.RowKey)
	}
	for i := range doc.Properties {
		names = append(names, doc.Properties[i].Name)
	}
	f := edm.Format{Metadata: edm.MinimalMetadata, Select: edm.NewSelection(names)}
	return string(edm.AppendJSON(nil, &doc.Entity, &f))
}

// content is the key of one entity, and what makes its properties different from each other.
type content struct {
	raw   [cipher.KeySize]byte
	block *cipher.Block
	iv    cipher.IV
	salt  string // what the keys of the entity add
}

// keyNamed derives a key from its name: there is no randomness in lessons.
func keyNamed(name string) *cipher.Block {
	key := sum.SHA256("key ring\x00" + name)
	return cipher.New(&key)
}

// contentKey makes the key of an entity; it depends on the time.
func (s *Session) contentKey(name string, key explain.Key) *content {
	seed := strings.Join([]string{name, key.Partition, key.Row,
		strconv.FormatInt(s.o.Now().UnixNano(), 10)}, "\x00")
	c := &content{raw: sum.SHA256(seed), salt: saltOf(key)}
	c.block = cipher.New(&c.raw)
	iv := sum.SHA256("vector" + seed)
	copy(c.iv[:], iv[:])
	return c
}

// saltOf puts RowKey first: the .NET library meant it the other way round, and what is stored
// cannot be changed.
// Source: azure-storage-python, table encryption, as in the .NET library.
func saltOf(key explain.Key) string { return key.Row + key.Partition }

// vector returns what the encryption of one property begins with.
func (c *content) vector(name string) *cipher.IV {
	iv := sum.SHA256(string(c.iv[:]) + c.salt + name)
	return (*cipher.IV)(iv[:])
}

func (c *content) encrypt(name, text string) edm.Value {
	return edm.Binary(c.block.Encrypt([]byte(text), c.vector(name)))
}

// metadata says how the content key is wrapped.
// Source: the .NET library, class EncryptionData.
func (c *content) metadata(keyName string) edm.Value {
	b := jsontext.AppendString([]byte(`{"WrappedContentKey":{"KeyId":`), keyName)
	b = append(b, `,"EncryptedKey":"`...)
	b = base64.StdEncoding.AppendEncode(b, keyNamed(keyName).Wrap(&c.raw))
	b = append(b, `","Algorithm":"A256KW"},"EncryptionAgent":{"Protocol":"1.0",`+
		`"EncryptionAlgorithm":"AES_CBC_256"},"ContentEncryptionIV":"`...)
	b = base64.StdEncoding.AppendEncode(b, c.iv[:])
	return edm.String(string(append(b, `","KeyWrappingMetadata":{}}`...)))
}
