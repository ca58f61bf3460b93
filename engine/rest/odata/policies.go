package odata

import (
	"rowkey/engine/apierr"
	"rowkey/engine/rest"
)

const (
	permissions    = "raud"       // that access policies know, in their order
	xmlAcceptSince = "2019-02-02" // first version that insists on an Accept header for access policies
)

// policies reads or sets the stored access policies of a table.
// Source: Get Table ACL; Set Table ACL.
func (c tables) policies() *rest.Response {
	switch {
	case c.options.comp != "acl":
		return c.Fail(rest.AtSettings, apierr.New(apierr.InvalidQueryParameter))
	case c.verb == "GET":
		return c.getPolicies()
	case c.verb == "PUT":
		return c.setPolicies()
	}
	return c.Fail(rest.AtSettings, apierr.New(apierr.UnsupportedHTTPVerb))
}

func (c tables) getPolicies() *rest.Response {
	c.NoteOperation("GetTableACL", c.target.table)
	kept, err := c.table().Policies(c.Context)
	if err != nil {
		return c.Fail(rest.AtSettings, err)
	}
	return c.Document(200, rest.PoliciesDocument(kept))
}

// setPolicies replaces all policies. An empty body means none.
func (c tables) setPolicies() *rest.Response {
	c.NoteOperation("SetTableACL", c.target.table)
	if c.Version >= xmlAcceptSince && !rest.HasPrefixFold(c.Fields.Accept, rest.TypeXML) {
		return c.Fail(rest.AtSettings, apierr.New(apierr.MediaTypeNotSupported))
	}
	document, err := c.NewPolicies(permissions)
	if err != nil {
		return c.Fail(rest.AtSettings, err)
	}
	if err := c.table().SetPolicies(c.Context, document); err != nil {
		return c.Fail(rest.AtSettings, c.unspeakable(err))
	}
	return c.Document(204, nil)
}

// unspeakable returns the error of a missing table as versions before xmlAcceptSince answer it: a client that accepts
// everything, but names no format that errors have, is told that.
// Source: recorded traffic of 2014-02-14.
func (c tables) unspeakable(err error) error {
	if apierr.Of(err) == apierr.TableNotFound && c.Version < xmlAcceptSince && c.Fields.Accept == "*/*" {
		return apierr.New(apierr.MediaTypeNotSupported)
	}
	return err
}
