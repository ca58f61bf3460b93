package storage

import (
	"strconv"

	"rowkey/engine/apierr"
	"rowkey/engine/rest"
)

// hierarchySince is the first version whose answers say that there are no folders.
// Source: Get Account Information, "Response headers".
const hierarchySince = "2019-07-07"

// accountInformation says what kind of an account this is: one with a copy that can be read. The path may name
// anything, so that every access signature has one that it is for.
// Source: Get Account Information; recorded traffic.
func (c *blobCall) accountInformation() *rest.Response {
	c.NoteOperation("GetAccountInformation", "")
	switch {
	case c.public != "":
		return c.fail(apierr.New(apierr.ResourceNotFound))
	case c.comp != "properties":
		return c.fail(apierr.InvalidQuery("comp", c.comp, ""))
	case !c.Reads():
		return c.refuseVerb()
	}
	own := []rest.Field{{Name: "x-ms-sku-name", Value: "Standard_RAGRS"}, {Name: "x-ms-account-kind", Value: "StorageV2"}}
	if c.Version >= hierarchySince {
		own = append(own, rest.Field{Name: "x-ms-is-hns-enabled", Value: strconv.FormatBool(false)})
	}
	return c.send(&reply{status: 200, own: own})
}
