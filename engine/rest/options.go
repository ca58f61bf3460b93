package rest

import (
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/auth"
)

// options are the options of a query string that mean something to the service, decoded.
type options struct {
	filter, sel, top, format   string
	partition, row, table      string // continuation: NextPartitionKey, NextRowKey, NextTableName
	restype, comp              string
	hasSelect, hasTop, hasRow  bool
	hasPartition, hasNextTable bool
}

// parseOptions takes options out of a query string. Those that start with "$" and are not known are
// refused; others (timeout, the parts of a shared access signature) are left alone. It begins at the
// end, so that the first value of a repeated option holds. Errors: NotImplemented.
// Source: Querying tables and entities, "Supported query options".
func parseOptions(query []auth.Pair) (options, error) {
	var o options
	for i := len(query) - 1; i >= 0; i-- {
		if err := o.set(query[i].Name, query[i].Value); err != nil {
			return o, err
		}
	}
	o.restype, _ = auth.Lookup(query, "restype")
	o.comp, _ = auth.Lookup(query, "comp")
	return o, nil
}

// readQuery returns the options of a query string, decoded and in their order. The result is false,
// and has the options before it, if one cannot be decoded.
func readQuery(query string) (all []auth.Pair, ok bool) {
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(pair, "=")
		name, nameOK := unescape(name, true)
		value, valueOK := unescape(value, true)
		if !nameOK || !valueOK {
			return all, false
		}
		all = append(all, auth.Pair{Name: name, Value: value})
	}
	return all, true
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
