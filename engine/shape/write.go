package shape

import (
	"slices"
	"strings"

	"rowkey/engine/order"
	"rowkey/engine/trail"
)

// condition writes the condition of a write.
func condition(ifMatch string) string {
	switch ifMatch {
	case "":
		return ""
	case "*":
		return "If-Match: *"
	}
	return "If-Match: ETag"
}

// operations writes what a transaction does: kinds of operations in order, each once.
func operations(ops []trail.Op) string {
	var kinds []string
	for i := range ops {
		kind := verb(&ops[i])
		if on := condition(ops[i].IfMatch); on != "" {
			kind += " " + on
		}
		kinds = append(kinds, kind)
	}
	order.By(kinds, strings.Compare)
	return strings.Join(slices.Compact(kinds), ", ")
}

// verb says what an operation of a transaction does. Without a condition, an update is an upsert.
// Source: Insert Or Replace Entity; Insert Or Merge Entity.
func verb(o *trail.Op) string {
	upsert := ""
	if o.IfMatch == "" {
		upsert = "insert or "
	}
	switch o.Method {
	case "POST":
		return "insert"
	case "PUT":
		return upsert + "replace"
	case "MERGE", "PATCH":
		return upsert + "merge"
	case "DELETE":
		return "delete"
	}
	return "other"
}
