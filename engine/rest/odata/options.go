package odata

import (
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/rest"
	"rowkey/engine/table"
)

// options are the options of a query string that mean something to the service, decoded.
type options struct {
	filter, sel, top, format   string
	partition, row, table      string // continuation: NextPartitionKey, NextRowKey, NextTableName
	restype, comp              string
	hasSelect, hasTop, hasRow  bool
	hasPartition, hasNextTable bool
}

// parseOptions reads options from a query string. Those that start with "$" and are not known are
// refused; others (timeout, the parts of a shared access signature) are ignored. It begins at the
// end, so that the first value of a repeated option holds. Errors: NotImplemented.
// Source: Querying tables and entities, "Supported query options".
func parseOptions(query rest.Params) (options, error) {
	var o options
	for i := len(query) - 1; i >= 0; i-- {
		if err := o.set(query[i].Name, query[i].Value); err != nil {
			return o, err
		}
	}
	o.restype, o.comp = query.Get("restype"), query.Get("comp")
	return o, nil
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

// limit returns $top, -1 if it is not given.
func (o *options) limit() (int, error) {
	if !o.hasTop {
		return -1, nil
	}
	n, err := strconv.ParseUint(strings.TrimSpace(o.top), 10, 16)
	if err != nil || n > table.MaxPage {
		return 0, apierr.New(apierr.InvalidInput)
	}
	return int(n), nil
}
