package rest

import (
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/table"
)

// authorize tells whether whoever asks may run the operation that the request names. Errors:
// AuthorizationFailure and the Mismatch codes; ResourceNotFound for an entity that the token is not
// for, which its holder need not know about.
// Source: Delegate access with a shared access signature; recorded traffic for the codes.
func (c *call) authorize() error {
	if c.grant == nil {
		return nil
	}
	n := c.needOf(c.tableOn())
	if err := c.permits(&n); err != nil {
		return err
	}
	key := &c.target.key
	if n.op == "GetEntity" && !c.grant.contains(key.Partition, key.Row) {
		return apierr.New(apierr.ResourceNotFound)
	}
	return nil
}

// tableOn names what a request to the Table service is on.
func (c *call) tableOn() string {
	switch c.target.kind {
	case kindAccount:
		return onAccount
	case kindBatch:
		return onBatch
	case kindTables, kindTable:
		return onTables
	case kindEntities:
		return onEntities
	}
	if c.fields.hasIfMatch {
		return onConditional
	}
	return onEntity
}

// permits compares a need with the token. Errors as in authorize.
func (c *call) permits(n *need) error {
	t := &c.grant.token
	switch account := t.ForAccount(); {
	case account && strings.IndexByte(t.Services, byte(c.req.Service.signed())) < 0:
		return apierr.New(apierr.ServiceMismatch)
	case n.op == opBatch:
		return nil
	case n.op == "", !account && !c.covers(n):
		return apierr.New(apierr.AuthorizationFailure)
	case account && strings.IndexByte(t.ResourceTypes, n.resource) < 0:
		return apierr.New(apierr.ResourceTypeMismatch)
	case !t.Allows(n.all), n.any != "" && !strings.ContainsAny(t.Permissions, n.any):
		return apierr.New(apierr.PermissionMismatch)
	}
	return nil
}

// covers tells whether a service SAS is for the resource of an operation at all: for objects, and
// for two things that they are in.
func (c *call) covers(n *need) bool {
	switch {
	case c.req.Service == TableService:
		return n.resource == 'o' && strings.EqualFold(c.target.table, c.grant.token.Table)
	case n.on == onContainer:
		return n.comp == "list" && c.grant.token.Resource == "c"
	case n.on == onQueue:
		return n.comp == "metadata" && n.verb == "GET"
	}
	return n.resource == 'o'
}

// mayWrite tells whether the token is for the entity of an action. Errors: AuthorizationFailure.
// Source: recorded traffic.
func (c *call) mayWrite(a *table.Action) error {
	if !c.grant.contains(a.Entity.PartitionKey, a.Entity.RowKey) {
		return apierr.New(apierr.AuthorizationFailure)
	}
	return nil
}

// deny answers a request that authorize refused.
func (c *call) deny(err error) *Response {
	if c.target.kind == kindAccount || c.target.kind == kindEntities && c.options.comp != "" {
		return c.failAdmin(err)
	}
	c.name(c.needOf(c.tableOn()).op, c.target.table)
	return c.fail(err)
}
