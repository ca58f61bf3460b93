package odata

import (
	"strings"

	"rowkey/engine/percent"
)

// appendKey writes a key as the service has it in Location and DataServiceId: a literal, in which a quote is
// doubled.
// Source: recorded traffic.
func appendKey(b []byte, key string) []byte {
	return percent.Append(b, strings.ReplaceAll(key, "'", "''"), percent.Marks)
}

// appendEntityPath writes table(PartitionKey='…',RowKey='…').
func appendEntityPath(b []byte, table, partition, row string) []byte {
	b = append(b, table...)
	b = append(b, "(PartitionKey='"...)
	b = appendKey(b, partition)
	b = append(b, "',RowKey='"...)
	b = appendKey(b, row)
	return append(b, "')"...)
}

// entityPath returns what appendEntityPath writes, after a prefix that ends with a slash or is "".
func entityPath(prefix, table, partition, row string) string {
	b := make([]byte, 0, len(prefix)+len(table)+len(partition)+len(row)+32)
	return string(appendEntityPath(append(b, prefix...), table, partition, row))
}
