package script

import "rowkey/engine/odata"

// seal is one @encrypt: a key, and which properties of an entity it is for.
type seal struct {
	key   string
	names []string   // of properties
	rule  odata.Expr // over Name, PartitionKey and RowKey, in place of names
	demo  bool       // do what loses data, so that one sees it
	line  int

	from, to int // bytes
}

const noMerge = "@encrypt does not go with a merge: the metadata of the entity would be overwritten, " +
	"and what is encrypted already could not be read any more. Replace the entity with PUT, " +
	"or add `demo` to see what is lost."

func isMerge(method string) bool { return method == "PATCH" || method == "MERGE" }
