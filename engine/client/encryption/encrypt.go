// Package encryption encrypts and decrypts properties of entities as the retired client libraries did, with keys that
// are derived from their names.
//
// Source: Client-side encryption for queues and tables; the .NET library of that time.
// Not here: which requests are encrypted (package client), and AES (package cipher).
package encryption

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"time"

	"rowkey/engine/cipher"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/message"
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

// covers reports whether a rule is for a property of an entity.
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

// Encrypt encrypts the properties of an entity that a rule is for, and adds the metadata. The content key depends on
// the time. With demo a property that another rule has encrypted stays as it is.
func Encrypt(to *edm.Entity, rule *script.Encryption, key explain.Key, now time.Time) message.Text {
	c := contentKey(rule.Key, key, now)
	names := []byte("[")
	dropMetadata(to)
	for i := range to.Properties {
		p := &to.Properties[i]
		switch typ := p.Value.Type(); {
		case !covers(rule, p.Name, key) || typ == edm.TypeBinary && rule.Demo:
		case typ != edm.TypeString:
			return message.New("encrypt-no-text", p.Name, typ.String())
		default:
			if len(names) > 1 {
				names = append(names, ',')
			}
			names = jsontext.AppendString(names, p.Name)
			p.Value = c.encrypt(p.Name, p.Value.Text())
		}
	}
	to.Properties = append(to.Properties, edm.Property{Name: metadataKey, Value: c.metadata(rule.Key)},
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

func contentKey(name string, key explain.Key, now time.Time) *content {
	seed := strings.Join([]string{name, key.Partition, key.Row,
		strconv.FormatInt(now.UnixNano(), 10)}, "\x00")
	c := &content{raw: sum.SHA256(seed), salt: saltOf(key)}
	c.block = cipher.New(&c.raw)
	iv := sum.SHA256("vector" + seed)
	copy(c.iv[:], iv[:])
	return c
}

// saltOf puts RowKey first: the .NET library meant it the other way round, and what is stored cannot be changed.
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
