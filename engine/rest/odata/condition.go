package odata

import (
	"rowkey/engine/apierr"
	"rowkey/engine/table"
)

// readCondition gives If-Match to the action as it was sent; package table reads it. A delete
// needs one, an upsert is what lacks it. Errors: InvalidInput for If-None-Match, which no write
// supports.
// Source: Specifying conditional headers for Table service operations.
func (c *call) readCondition(a *table.Action) error {
	a.IfMatch = table.ETag(c.Fields.IfMatch)
	switch {
	case !c.Fields.HasIfNoneMatch:
		return nil
	case c.Fields.HasIfMatch:
		return apierr.Newf(apierr.InvalidInput, "Both If-Match and If-None-Match HTTP headers cannot be "+
			"specified at the same time. Please specify either one of the headers or none of them.")
	case a.Verb == table.Delete:
		return apierr.Newf(apierr.InvalidInput,
			"If-None-Match HTTP header cannot be specified for DELETE operations.")
	}
	return apierr.Newf(apierr.InvalidInput,
		"If-None-Match HTTP header cannot be specified for PUT operations.")
}
