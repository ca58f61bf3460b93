package storage

import (
	"strings"

	"rowkey/engine/catalog"
	"rowkey/engine/rest"
	"rowkey/engine/xmltext"
)

const metaPrefix = "x-ms-meta-"

// metadata returns the pairs that the header holds, in the order and the letter case of the client.
// Source: Setting and retrieving properties and metadata for blob resources.
func (c *call) metadata() catalog.Metadata {
	var m catalog.Metadata
	for _, f := range c.Request.Header {
		if rest.HasPrefixFold(f.Name, metaPrefix) {
			m = append(m, catalog.Pair{Name: f.Name[len(metaPrefix):], Value: strings.Trim(f.Value, " \t")})
		}
	}
	return m
}

func appendMetadata(fs []rest.Field, m catalog.Metadata) []rest.Field {
	for _, p := range m {
		fs = append(fs, rest.Field{Name: metaPrefix + p.Name, Value: p.Value})
	}
	return fs
}

// writeMetadata writes the pairs of a line of a list.
func writeMetadata(w *xmltext.Writer, m catalog.Metadata) {
	w.List("Metadata", len(m), func(i int) { w.Leaf(m[i].Name, m[i].Value) })
}
