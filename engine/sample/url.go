package sample

import (
	"strconv"

	"rowkey/engine/explain"
	"rowkey/engine/plan/ask"
)

// url writes a request as a script has it. Keys and values of a sample need no escapes.
func (b *bench) url(r *ask.Request, name string) string {
	text := "GET {{table}}/" + name
	if r.Class() == explain.Point {
		return text + "(PartitionKey=" + quote(r.Partition.Low) + ",RowKey=" + quote(r.Row.Low) + ")"
	}
	text += "()"
	separator := "?"
	if filter := b.filter(r); filter != "" {
		text, separator = text+"?$filter="+filter, "&"
	}
	if r.Top > 0 {
		text += separator + "$top=" + strconv.Itoa(r.Top)
	}
	return text
}
