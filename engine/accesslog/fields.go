package accesslog

import "strings"

// field is a column of StorageTableLogs that a request is made of.
// Source: Azure Monitor, "StorageTableLogs", "Columns".
type field int

const (
	noField field = iota // any other column
	timeGenerated
	operationName
	statusText
	statusCode
	serviceType
	uri
	operationCount
	callerIPAddress
	requestBodySize
	responseBodySize
	etag
	conditionsUsed
	userAgentHeader
	method // this and what follows is in logs of ours
	tableName
	shapeDoes
	shapeText
	shapeClass
	read
	returned
	fields // how many there are
)

var fieldNames = [fields]string{
	"", "TimeGenerated", "OperationName", "StatusText", "StatusCode", "ServiceType", "Uri", "OperationCount",
	"CallerIpAddress", "RequestBodySize", "ResponseBodySize", "Etag", "ConditionsUsed", "UserAgentHeader",
	"Method", "Table", "Does", "Shape", "Class", "Read", "Returned",
}

// fieldNamed returns the field with a name, in whatever letters.
func fieldNamed(name string) field {
	for f := noField + 1; f < fields; f++ {
		if strings.EqualFold(name, fieldNames[f]) {
			return f
		}
	}
	return noField
}

// entry is what a log says of one request; "" is what it does not say.
type entry [fields]string

// columns are the names of columns in the order of the entry before: most entries of a log have the same. So a name is
// looked for once.
type columns []struct {
	name string
	of   field
}

// at returns the field of the column at a position.
func (c *columns) at(i int, name string) field {
	if i < len(*c) && (*c)[i].name == name {
		return (*c)[i].of
	}
	f := fieldNamed(name)
	*c = append((*c)[:min(i, len(*c))], struct {
		name string
		of   field
	}{strings.Clone(name), f})
	return f
}
