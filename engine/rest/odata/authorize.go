package odata

import (
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/rest"
	"rowkey/engine/table"
)

// authorize checks whether the caller may run the operation that the request names. Errors:
// AuthorizationFailure and the Mismatch codes; ResourceNotFound for an entity that the token is not
// for, whose existence its holder need not know.
// Source: Delegate access with a shared access signature; recorded traffic for the codes.
func (c *call) authorize() error {
	if c.Token == nil {
		return nil
	}
	n := c.need()
	covered := n.Resource == 'o' && strings.EqualFold(c.target.table, c.Token.Table)
	if err := c.Permits(&n, covered); err != nil {
		return err
	}
	key := &c.target.key
	if n.Op == "GetEntity" && !c.isWithin(key.Partition, key.Row) {
		return apierr.New(apierr.ResourceNotFound)
	}
	return nil
}

// on names what the request is on.
func (c *call) on() string {
	switch c.target.kind {
	case kindAccount:
		return rest.OnAccount
	case kindBatch:
		return rest.OnBatch
	case kindTables, kindTable:
		return rest.OnTables
	case kindEntities:
		return rest.OnEntities
	}
	if c.Fields.HasIfMatch {
		return rest.OnConditional
	}
	return rest.OnEntity
}

// need returns what the request asks of a token.
func (c *call) need() rest.Need {
	on, comp := c.on(), ""
	if on == rest.OnAccount || on == rest.OnEntities {
		comp = c.options.comp
	}
	return rest.NeedOf(on, c.verb, comp)
}

// within returns the keys that the token is for.
func (c *call) within() table.Range {
	t := c.Token
	if t == nil {
		return table.Range{}
	}
	return table.Range{
		StartPartition: t.StartPartition, StartRow: t.StartRow,
		EndPartition: t.EndPartition, EndRow: t.EndRow,
	}
}

// isWithin reports whether the token is for the entity of a key.
func (c *call) isWithin(partition, row string) bool {
	r := c.within()
	return r.Contains(partition, row)
}

// mayWrite checks whether the token is for the entity of an action. Errors: AuthorizationFailure.
// Source: recorded traffic.
func (c *call) mayWrite(a *table.Action) error {
	if !c.isWithin(a.Entity.PartitionKey, a.Entity.RowKey) {
		return apierr.New(apierr.AuthorizationFailure)
	}
	return nil
}

// deny answers a request that authorize refused.
func (c *call) deny(err error) *rest.Response {
	if c.target.kind == kindAccount || c.target.kind == kindEntities && c.options.comp != "" {
		return c.Fail(rest.AtSettings, err)
	}
	c.NoteOperation(c.need().Op, c.target.table)
	return c.fail(err)
}
