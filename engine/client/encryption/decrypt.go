package encryption

import (
	"encoding/base64"
	"slices"
	"strings"

	"rowkey/engine/cipher"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/message"
)

// IsEncrypted reports whether an entity has the metadata of encryption.
func IsEncrypted(e *edm.Entity) bool {
	_, ok := e.Get(metadataKey)
	return ok
}

// Decrypt decrypts the properties that the metadata of an entity names, and removes the metadata itself. A property
// that cannot be decrypted stays as it is, and problem says why. A Binary property that is not named was encrypted with
// a key that is lost, or was never a string.
func Decrypt(e *edm.Entity, keys []string) (problem message.Text) {
	metadata, _ := e.Get(metadataKey)
	c, problem := openContent(metadata.Text(), keys)
	if problem != nil {
		return problem
	}
	c.salt = saltOf(explain.Key{Partition: e.PartitionKey, Row: e.RowKey})
	v, _ := e.Get(metadataNames)
	list, ok := c.decrypt(metadataNames, v)
	if !ok {
		return message.New("decrypt-no-list")
	}
	dropMetadata(e)
	for i := range e.Properties {
		p := &e.Properties[i]
		named := strings.Contains(list, string(jsontext.AppendString(nil, p.Name)))
		if text, ok := c.decrypt(p.Name, p.Value); named && ok {
			p.Value = edm.String(text)
		} else if named || p.Value.Type() == edm.TypeBinary {
			problem = problem.And(message.New("decrypt-property", p.Name))
		}
	}
	return problem
}

// openContent unwraps the key of an entity.
func openContent(metadata string, keys []string) (*content, message.Text) {
	if jsontext.Error(metadata) >= 0 {
		return nil, message.New("decrypt-no-json", metadataKey)
	}
	wrapped, _ := jsontext.Member(metadata, "WrappedContentKey")
	id := jsontext.MemberText(wrapped, "KeyId")
	if !slices.Contains(keys, id) {
		return nil, message.New("decrypt-key", id)
	}
	key, _ := base64.StdEncoding.DecodeString(jsontext.MemberText(wrapped, "EncryptedKey"))
	raw, ok := keyNamed(id).Unwrap(key)
	if !ok {
		return nil, message.New("decrypt-unwrap", id)
	}
	c := &content{block: cipher.New(&raw)}
	iv, _ := base64.StdEncoding.DecodeString(jsontext.MemberText(metadata, "ContentEncryptionIV"))
	copy(c.iv[:], iv)
	return c, nil
}

// decrypt reverses encrypt. An answer without metadata has base64 in place of Binary.
func (c *content) decrypt(name string, v edm.Value) (string, bool) {
	b := v.Bytes()
	if v.Type() == edm.TypeString {
		b, _ = base64.StdEncoding.DecodeString(v.Text())
	}
	out, ok := c.block.Decrypt(b, c.vector(name))
	return string(out), ok
}
