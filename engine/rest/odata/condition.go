package odata

import (
	"rowkey/engine/apierr"
	"rowkey/engine/table"
)

// readCondition gives If-Match to the action as it was sent; package table reads it. A delete
// needs one, an upsert is what lacks it. Errors: InvalidInput for If-None-Match, which no write
// supports.
// Source: Specifying conditional headers for Table service operations.
func (c entities) readCondition(a *table.Action) error {
	a.IfMatch = table.ETag(c.Fields.IfMatch)
	return c.noneMatch(a.Verb)
}

// noneMatch returns an error if there is an If-None-Match.
func (c *call) noneMatch(verb table.Verb) error {
	switch {
	case !c.Fields.HasIfNoneMatch:
		return nil
	case c.Fields.HasIfMatch:
		return apierr.Newf(apierr.InvalidInput, "Both If-Match and If-None-Match HTTP headers cannot be "+
			"specified at the same time. Please specify either one of the headers or none of them.")
	case verb == table.Delete:
		return apierr.Newf(apierr.InvalidInput,
			"If-None-Match HTTP header cannot be specified for DELETE operations.")
	}
	return apierr.Newf(apierr.InvalidInput,
		"If-None-Match HTTP header cannot be specified for PUT operations.")
}

// unconditional returns an error if a table is to be deleted on a condition: it has no ETag, and a condition
// that is ignored would not protect it. Errors: InvalidInput.
// Source: Table service error codes.
func (c *call) unconditional() error {
	if err := c.noneMatch(table.Delete); err != nil || !c.Fields.HasIfMatch {
		return err
	}
	return apierr.Newf(apierr.InvalidInput, "If-Match or If-None-Match headers cannot be specified if the "+
		"target type does not have etag properties defined.")
}
