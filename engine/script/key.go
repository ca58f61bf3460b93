package script

import (
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/odata"
	"rowkey/engine/percent"
)

// KeyOf reads the key of an operation from its address or, for an insert, from its body.
func KeyOf(path, body string) explain.Key {
	if open := strings.IndexByte(path, '('); open >= 0 {
		pk, rk := quotedAfter(path, "PartitionKey="), quotedAfter(path, "RowKey=")
		return explain.Key{Partition: pk, Row: rk}
	}
	pk, _ := jsontext.Member(body, "PartitionKey")
	rk, _ := jsontext.Member(body, "RowKey")
	return explain.Key{Partition: jsontext.Text(pk), Row: jsontext.Text(rk)}
}

// quotedAfter returns the decoded literal that follows a name in a path.
func quotedAfter(path, name string) string {
	_, text, ok := strings.Cut(path, name)
	if !ok || !strings.HasPrefix(text, "'") {
		return ""
	}
	n := quotedLen(text)
	text = odata.Unescape(strings.TrimSuffix(text[1:n], "'"))
	return percent.DecodeTolerant(text)
}
