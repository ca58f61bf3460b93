package odata

import (
	"rowkey/engine/odata"
	"rowkey/engine/percent"
)

// appendKey writes a key as the service has it in Location and DataServiceId: a literal, in which a quote is
// doubled.
// Source: recorded traffic.
func appendKey(b []byte, key string) []byte {
	return percent.Append(b, odata.Escape(key), percent.Marks)
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

// entityPath returns what appendEntityPath writes, after a base and a slash if there is a base.
func entityPath(base, table, partition, row string) string {
	var buffer [256]byte // on the stack, enough for most keys
	b := append(buffer[:0], base...)
	if base != "" {
		b = append(b, '/')
	}
	return string(appendEntityPath(b, table, partition, row))
}
