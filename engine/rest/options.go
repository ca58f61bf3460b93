package rest

import (
	"strconv"
	"strings"

	"rowkey/engine/apierr"
)

// options are the options of a query string that mean something to the service, decoded.
type options struct {
	filter, sel, top, format   string
	partition, row, table      string // continuation: NextPartitionKey, NextRowKey, NextTableName
	restype, comp              string
	hasSelect, hasTop, hasRow  bool
	hasPartition, hasNextTable bool
}

// parseOptions reads a query string. Options that start with "$" and are not known are refused;
// others (timeout, the parts of a shared access signature) are left alone. Errors: InvalidInput,
// NotImplemented.
// Source: Querying tables and entities, "Supported query options".
func parseOptions(query string) (options, error) {
	var o options
	err := eachOption(query, o.set)
	return o, err
}

// eachOption calls set with each option of a query string, decoded, until one fails.
// Errors: InvalidInput, those of set.
func eachOption(query string, set func(name, value string) error) error {
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(pair, "=")
		name, nameOK := unescape(name, true)
		value, valueOK := unescape(value, true)
		if !nameOK || !valueOK {
			return errSyntax()
		}
		if err := set(name, value); err != nil {
			return err
		}
	}
	return nil
}

func (o *options) set(name, value string) error {
	switch name {
	case "$filter":
		o.filter = value
	case "$select":
		o.sel, o.hasSelect = value, true
	case "$top":
		o.top, o.hasTop = value, true
	case "$format":
		o.format = value
	case "NextPartitionKey":
		o.partition, o.hasPartition = value, true
	case "NextRowKey":
		o.row, o.hasRow = value, true
	case "NextTableName":
		o.table, o.hasNextTable = value, true
	case "restype":
		o.restype = value
	case "comp":
		o.comp = value
	default:
		if strings.HasPrefix(name, "$") {
			return apierr.New(apierr.NotImplemented)
		}
	}
	return nil
}

// maxTop is the largest $top, in entities.
// Source: Query timeout and pagination.
const maxTop = 1000

// limit returns $top, -1 if it is not given.
func (o *options) limit() (int, error) {
	if !o.hasTop {
		return -1, nil
	}
	n, err := strconv.ParseUint(strings.TrimSpace(o.top), 10, 16)
	if err != nil || n > maxTop {
		return 0, apierr.New(apierr.InvalidInput)
	}
	return int(n), nil
}
