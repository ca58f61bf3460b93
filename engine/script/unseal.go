package script

import (
	"encoding/base64"
	"slices"
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
	one := func(text string) string {
		text, problem := unsealEntity(text, ring)
		var key edm.Entity
		t := Typed{Fields: [][3]string{}}
		if doc, err := edm.ParseJSON([]byte(text)); err == nil {
			key, t.Fields = doc.Entity, bag(&doc.Entity)
		}
		if problem != "" {
			t.Error = placeOf(len(all), &key) + problem
		}
		all = append(all, t)
		return text
	}
	from, to, list := valueArray(body)
	switch {
	case list:
		var entities []string
		jsontext.Each(body, from, func(_ string, from, to int) bool {
			entities = append(entities, one(body[from:to]))
			return true
		})
		return body[:from] + "[" + strings.Join(entities, ",") + "]" + body[to:], all
	case strings.HasPrefix(body, "{"):
		return one(body), all
	}
	return body, all
}

// unsealEntity decrypts one entity. What cannot be decrypted stays as it is, and problem says why.
func unsealEntity(text string, ring []string) (plain, problem string) {
	meta, ok := jsontext.Member(text, metadataKey)
	if !ok || meta == "null" {
		return text, ""
	}
	c, problem := openContent(jsonValue(meta).text, ring)
	if problem != "" {
		return text, problem
	}
	member := func(name string) string {
		v, _ := jsontext.Member(text, name)
		return jsonValue(v).text
	}
	c.key = explain.Key{Partition: member(edm.PartitionKey), Row: member(edm.RowKey)}
	list, ok := c.decrypt(metadataNames, member(metadataNames))
	if !ok || jsontext.Error(list) >= 0 {
		return text, "the list of encrypted properties cannot be read. " +
			"PartitionKey, RowKey and both properties of metadata have to be in the answer."
	}
	var names []string
	jsontext.Each(list, 0, func(_ string, from, to int) bool {
		names = append(names, jsonValue(list[from:to]).text)
		return true
	})
	return c.openBody(text, names)
}

// openContent unwraps the key of an entity.
func openContent(metadata string, ring []string) (*content, string) {
	part := func(path ...string) string {
		steps := make([]step, len(path))
		for i, name := range path {
			steps[i] = step{name, isMember}
		}
		v, _ := lookup(metadata, steps)
		return jsonValue(v).text
	}
	if jsontext.Error(metadata) >= 0 {
		return nil, metadataKey + " is not JSON."
	}
	id := part("WrappedContentKey", "KeyId")
	if !slices.Contains(ring, id) {
		return nil, "it is encrypted with the key \"" + id + "\", which this reader does not hold."
	}
	wrapped, _ := base64.StdEncoding.DecodeString(part("WrappedContentKey", "EncryptedKey"))
	raw, ok := ringKey(id).Unwrap(wrapped)
	if !ok {
		return nil, "the content key cannot be unwrapped with the key \"" + id + "\"."
	}
	c := &content{raw: raw, block: cipher.New(&raw)}
	iv, _ := base64.StdEncoding.DecodeString(part("ContentEncryptionIV"))
	copy(c.iv[:], iv)
	return c, ""
}

// openBody writes an entity again: named properties decrypted, without the metadata. What is Binary
// but not named was encrypted with a key that nobody knows any more, or was never a text.
func (c *content) openBody(text string, names []string) (plain, problem string) {
	w, closed := members{}, []string{}
	jsontext.Each(text, 0, func(name string, from, to int) bool {
		base, _, annotated := strings.Cut(name, "@")
		named := slices.Contains(names, base)
		switch {
		case base == metadataKey, base == metadataNames, named && annotated:
			return true
		case annotated && jsonValue(text[from:to]).text == edm.TypeBinary.String():
			closed = append(closed, base)
		case named:
			if out, ok := c.decrypt(name, jsonValue(text[from:to]).text); ok {
				w.text(name, out)
				return true
			}
			closed = append(closed, base)
			w.raw(name+"@odata.type", `"Edm.Binary"`)
		}
		w.raw(name, text[from:to])
		return true
	})
	if len(closed) > 0 {
		problem = strings.Join(closed, ", ") + " stays binary: the metadata of the entity is not for it."
	}
	return w.object(), problem
}
