package script

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/cipher"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
)

// unseal decrypts the entities of an answer with the keys that a reader holds, and returns the
// answer as a program sees it, with a remark on every entity that stays closed in part.
func unseal(body string, ring []string) (plain string, all []Typed) {
	all = []Typed{}
	b := []byte{}
	eachEntity(body, func(text string) {
		if len(all) > 0 {
			b = append(b, ',')
		}
		var t Typed
		b, t = unsealEntity(b, text, ring)
		if t.Error != "" {
			t.Error = "entity " + strconv.Itoa(len(all)) + t.Error
		}
		all = append(all, t)
	})
	if from, to, list := valueArray(body); list {
		return body[:from+1] + string(b) + body[to-1:], all
	}
	return string(b), all
}

// unsealEntity appends an entity with what can be decrypted.
func unsealEntity(b []byte, text string, ring []string) ([]byte, Typed) {
	doc, err := edm.ParseJSON([]byte(text))
	sealed, ok := doc.Get(metadataKey)
	if err != nil || !ok {
		return append(b, text...), Typed{Fields: bag(&doc.Entity)}
	}
	problem := openEntity(&doc.Entity, sealed.Text(), ring)
	if problem != "" {
		problem = keysOf(&doc.Entity) + problem
	}
	f := edm.Format{Context: memberText(text, "odata.metadata"), ETag: memberText(text, "odata.etag")}
	if f.Context+f.ETag != "" {
		f.Metadata = edm.MinimalMetadata
	}
	if v, err := edm.ParseDateTime(memberText(text, edm.Timestamp)); err == nil {
		doc.Timestamp = v.Time()
	}
	return edm.AppendJSON(b, &doc.Entity, &f), Typed{Error: problem, Fields: bag(&doc.Entity)}
}

// openEntity decrypts the properties that the metadata of an entity names, and takes the metadata
// away. What cannot be decrypted stays as it is, and problem says why. What is Binary but not named
// was encrypted with a key that nobody knows any more, or was never a text.
func openEntity(e *edm.Entity, metadata string, ring []string) (problem string) {
	c, problem := openContent(metadata, ring)
	if problem != "" {
		return problem
	}
	c.salt = saltOf(explain.Key{Partition: e.PartitionKey, Row: e.RowKey})
	v, _ := e.Get(metadataNames)
	list, ok := c.decrypt(metadataNames, v)
	if !ok {
		return "the list of encrypted properties cannot be read: it needs PartitionKey, RowKey " +
			"and both properties of metadata."
	}
	e.Properties = slices.DeleteFunc(e.Properties, isMetadata)
	for i := range e.Properties {
		p := &e.Properties[i]
		named := strings.Contains(list, string(jsontext.AppendString(nil, p.Name)))
		if text, ok := c.decrypt(p.Name, p.Value); named && ok {
			p.Value = edm.String(text)
		} else if named || p.Value.Type() == edm.TypeBinary {
			problem += p.Name + " stays binary: the metadata of the entity is not for it. "
		}
	}
	return strings.TrimSpace(problem)
}

// openContent unwraps the key of an entity.
func openContent(metadata string, ring []string) (*content, string) {
	if jsontext.Error(metadata) >= 0 {
		return nil, metadataKey + " is not JSON."
	}
	wrapped, _ := jsontext.Member(metadata, "WrappedContentKey")
	id := memberText(wrapped, "KeyId")
	if !slices.Contains(ring, id) {
		return nil, "it is encrypted with the key \"" + id + "\", which this reader does not hold."
	}
	key, _ := base64.StdEncoding.DecodeString(memberText(wrapped, "EncryptedKey"))
	raw, ok := ringKey(id).Unwrap(key)
	if !ok {
		return nil, "the content key cannot be unwrapped with the key \"" + id + "\"."
	}
	c := &content{block: cipher.New(&raw)}
	iv, _ := base64.StdEncoding.DecodeString(memberText(metadata, "ContentEncryptionIV"))
	copy(c.iv[:], iv)
	return c, ""
}

// memberText returns the text of a member, "" if there is none.
func memberText(object, name string) string {
	v, _ := jsontext.Member(object, name)
	return jsonValue(v).text
}

// decrypt takes encrypt back. An answer without metadata has base64 in place of Binary.
func (c *content) decrypt(name string, v edm.Value) (string, bool) {
	b := v.Bytes()
	if v.Type() == edm.TypeString {
		b, _ = base64.StdEncoding.DecodeString(v.Text())
	}
	out, ok := c.block.Decrypt(b, c.vector(name))
	return string(out), ok
}
