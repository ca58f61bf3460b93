package odata

import (
	"rowkey/engine/apierr"
	"rowkey/engine/edm"
	"rowkey/engine/table"
)

// change reads the write of one entity from a request or from a part of a batch. The action's
// verb says what was asked even if there is an error.
// Source: Insert Entity, Update Entity, Merge Entity, Insert Or Replace Entity, Insert Or Merge
// Entity, Delete Entity.
func (c entities) change() (table.Action, error) {
	a, err := c.readChange()
	if err == nil {
		err = c.mayWrite(&a)
	}
	return a, err
}

func (c entities) readChange() (table.Action, error) {
	switch {
	case c.verb == "POST" && c.target.kind == kindEntities:
		return c.insertion()
	case c.target.kind != kindEntity:
	case c.verb == "PUT":
		return c.replacement(table.Replace)
	case c.verb == "MERGE", c.verb == "PATCH":
		return c.replacement(table.Merge)
	case c.verb == "DELETE":
		return c.deletion()
	}
	return table.Action{}, apierr.New(apierr.MethodNotAllowed)
}

func (c entities) insertion() (table.Action, error) {
	a := table.Action{Verb: table.Insert}
	if err := c.mustRead(); err != nil {
		return a, err
	}
	if c.preference() != "return-no-content" {
		if err := c.mustWrite(); err != nil {
			return a, err
		}
	}
	doc, err := edm.ParseJSON(c.Body())
	if err != nil {
		return a, err
	}
	if !doc.HasPartitionKey || !doc.HasRowKey {
		return a, apierr.New(apierr.PropertiesNeedValue)
	}
	a.Entity = doc.Entity
	return a, nil
}

// replacement reads an update, or an upsert if there is no If-Match. The keys are those of the
// URL; clients repeat them in the body.
func (c entities) replacement(m table.Mode) (table.Action, error) {
	a := table.Action{Verb: table.Upsert, Mode: m}
	if c.Fields.HasIfMatch {
		a.Verb = table.Update
	}
	if err := c.mustRead(); err != nil {
		return a, err
	}
	if err := c.readCondition(&a); err != nil {
		return a, err
	}
	doc, err := edm.ParseJSON(c.Body())
	if err != nil {
		return a, err
	}
	a.Entity = doc.Entity
	a.Entity.PartitionKey, a.Entity.RowKey = c.target.key.Partition, c.target.key.Row
	return a, nil
}

func (c entities) deletion() (table.Action, error) {
	a := table.Action{Verb: table.Delete}
	a.Entity.PartitionKey, a.Entity.RowKey = c.target.key.Partition, c.target.key.Row
	return a, c.readCondition(&a)
}

// apply runs one action outside a transaction.
func (c entities) apply(a *table.Action) (table.Outcome, error) {
	t, e := c.table(), a.Entity
	switch a.Verb {
	case table.Insert:
		stored, err := t.AddEntity(c.Context, e)
		return table.Outcome{ETag: table.ETagOf(stored.Timestamp), Entity: stored}, err
	case table.Update:
		tag, err := t.UpdateEntity(c.Context, e, a.Mode, a.IfMatch)
		return table.Outcome{ETag: tag}, err
	case table.Upsert:
		tag, err := t.UpsertEntity(c.Context, e, a.Mode)
		return table.Outcome{ETag: tag}, err
	}
	return table.Outcome{}, t.DeleteEntity(c.Context, e.PartitionKey, e.RowKey, a.IfMatch)
}

// operation names an action as the reference does.
func operation(a *table.Action) string {
	switch a.Verb {
	case table.Insert:
		return "InsertEntity"
	case table.Delete:
		return "DeleteEntity"
	case table.Update:
		if a.Mode == table.Merge {
			return "MergeEntity"
		}
		return "UpdateEntity"
	case table.Upsert:
		if a.Mode == table.Merge {
			return "InsertOrMergeEntity"
		}
		return "InsertOrReplaceEntity"
	}
	return ""
}

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
		return apierr.Newf(apierr.InvalidInput, "If-None-Match HTTP header cannot be specified for DELETE operations.")
	}
	return apierr.Newf(apierr.InvalidInput, "If-None-Match HTTP header cannot be specified for PUT operations.")
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
