package trail

import (
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/percent"
)

// Key returns the key of the one entity that a request is about, nil if it is about none or several.
func (r *Request) Key() *explain.Key {
	switch {
	case len(r.Ops) > 0 || r.Record.Op == "QueryEntities" || r.Record.Table == "":
		return nil
	case r.Record.Op == "GetEntity" && len(r.Record.Keys) == 1:
		return &r.Record.Keys[0]
	case len(r.Record.Changes) == 1:
		return &r.Record.Changes[0].Key
	}
	return r.Addressed()
}

// Addressed returns the key in the address of a request, nil if it names none.
func (r *Request) Addressed() *explain.Key {
	path, _, _ := strings.Cut(r.URL, "?")
	_, keys, ok := strings.Cut(percent.DecodeTolerant(path), "(PartitionKey='")
	if !ok {
		return nil
	}
	partition, row, ok := strings.Cut(strings.TrimSuffix(keys, ")"), "RowKey='")
	if !ok {
		return nil
	}
	partition = strings.TrimSuffix(strings.TrimRight(partition, ", "), "'")
	return &explain.Key{Partition: odata.Unescape(partition), Row: odata.Unescape(strings.TrimSuffix(row, "'"))}
}
