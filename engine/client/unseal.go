package client

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

// open decrypts an entity, and adds it to the answer as a program sees it.
func (r *reading) open(text string, e *edm.Entity) (problem message.Text) {
	if len(r.body) > 0 {
		r.body = append(r.body, ',')
	}
	sealed, ok := e.Get(metadataKey)
	if !ok {
		r.body = append(r.body, text...)
		return nil
	}
	problem = openEntity(e, sealed.Text(), r.keys)
	f := edm.Format{Context: memberText(text, "odata.metadata"), ETag: memberText(text, "odata.etag")}
	if f.Context+f.ETag != "" {
		f.Metadata = edm.MinimalMetadata
	}
	if v, err := edm.ParseDateTime(memberText(text, edm.Timestamp)); err == nil {
		e.Timestamp = v.Time()
	}
	r.body = edm.AppendJSON(r.body, e, &f)
	return problem
}

// openEntity decrypts the properties that the metadata of an entity names, and removes the metadata
// itself. What cannot be decrypted stays as it is, and problem says why. What is Binary but not named
// was encrypted with a key that is lost, or was never a string.
func openEntity(e *edm.Entity, metadata string, keys []string) (problem message.Text) {
	c, problem := openContent(metadata, keys)
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
	id := memberText(wrapped, "KeyId")
	if !slices.Contains(keys, id) {
		return nil, message.New("decrypt-key", id)
	}
	key, _ := base64.StdEncoding.DecodeString(memberText(wrapped, "EncryptedKey"))
	raw, ok := keyNamed(id).Unwrap(key)
	if !ok {
		return nil, message.New("decrypt-unwrap", id)
	}
	c := &content{block: cipher.New(&raw)}
	iv, _ := base64.StdEncoding.DecodeString(memberText(metadata, "ContentEncryptionIV"))
	copy(c.iv[:], iv)
	return c, nil
}

// memberText returns the text of a member, "" if there is none.
func memberText(object, name string) string {
	v, _ := jsontext.Member(object, name)
	return jsonValue(v).text
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
