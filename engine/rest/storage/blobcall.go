package storage

import (
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/auth"
	"rowkey/engine/blob"
	"rowkey/engine/rest"
)

// maxBlobBody is the largest body of a request to the blob service, in bytes. The service allows
// more; this is what one value of the store should hold.
const maxBlobBody = 64 << 20

// Blobs returns the protocol of blobs.
func Blobs(s *blob.Service) rest.Protocol {
	return func(c rest.Call) rest.Exchange {
		return &blobCall{call: newCall(c, serverBlob, blobResource(&c)), service: s}
	}
}

const (
	serverBlob      = "Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0"
	blobPermissions = "racwdxyltfmeopi" // that access policies know, in their order
)

// blobCall is one request to the blob service.
type blobCall struct {
	call
	service    *blob.Service
	cond       blob.Conditions // under which a blob or container is to be read or changed
	source     *source         // whose bytes the request is about, nil for those in its body
	public     string          // how far the container is open to an anonymous client: blob or container
	createOnly bool            // the token permits to create a blob, but not to overwrite one
}

// What a request is about; each has the operations on it.
type (
	containers struct{ *blobCall }
	blobs      struct{ *blobCall } // whole ones
	blocks     struct{ *blobCall } // that a blob is made of, and those that are appended to it
	copies     struct{ *blobCall } // of another blob, whole or as a block
	leases     struct{ *blobCall }
)

// Settings implements [rest.Exchange].
func (c *blobCall) Settings() rest.Settings {
	return rest.Settings{Keeper: c.service, Service: "Blob", Sections: true, RefusesEmpty: true}
}

// SignedResource implements [rest.Exchange]: a container or a blob, as the request is routed.
func (c *blobCall) SignedResource(t *auth.Token) string {
	switch {
	case t.Resource == "c":
		return c.thing
	case t.Resource == "b" && c.on == rest.OnBlob:
		return c.thing + "/" + c.item
	}
	return ""
}

// Policies implements [rest.Exchange]: those of the container.
func (c *blobCall) Policies(resource string) (string, error) {
	container, _, _ := strings.Cut(resource, "/")
	it, err := c.service.Container(c.Request.Account, container).Info(c.Context)
	return it.Policies, err
}

// Run implements [rest.Exchange].
// Source: Blob service REST API, "Naming and referencing containers, blobs and metadata".
func (c *blobCall) Run() *rest.Response {
	if err := c.readable(); err != nil {
		return c.fail(err)
	}
	if c.leavesOut() {
		return c.leftOut()
	}
	if c.restype == "account" {
		return c.accountInformation()
	}
	if err := c.authorize(); err != nil {
		return c.fail(err)
	}
	if err := c.Exceeds(maxBlobBody); err != nil {
		return c.fail(err)
	}
	if c.Request.Secondary && !c.Reads() {
		return c.fail(apierr.New(apierr.InsufficientPermissions))
	}
	return c.overrideFields(c.dispatch())
}

// dispatch runs an operation on what the path names.
func (c *blobCall) dispatch() *rest.Response {
	switch c.on {
	case rest.OnNothing:
		return c.fail(apierr.New(apierr.InvalidURI))
	case rest.OnAccount:
		return c.ofAccount()
	}
	if err := blob.CheckName(c.thing); err != nil {
		return c.fail(err)
	}
	var err error
	if c.cond, err = c.conditions(); err != nil {
		return c.fail(err)
	}
	if c.on == rest.OnContainer {
		return c.oneContainer()
	}
	return c.oneBlob()
}

// ofAccount runs an operation on the service itself. Unknown ones are left out.
func (c *blobCall) ofAccount() *rest.Response {
	switch {
	case c.comp == "list" && c.Request.Method == "GET":
		return containers{c}.listContainers()
	case c.comp == "properties" || c.comp == "stats" || c.comp == "":
		return account(c, &c.call)
	}
	return c.leftOut()
}

// theContainer returns the container that the path names.
func (c *blobCall) theContainer() blob.Container {
	return c.service.Container(c.Request.Account, c.thing)
}

// theBlob returns the blob that the path names.
func (c *blobCall) theBlob() blob.Blob { return c.theContainer().Blob(c.item) }

// conditions reads the four conditional header fields, and that of a lease. Errors: InvalidHeaderValue.
// Source: Specifying conditional headers for Blob service operations.
func (c *blobCall) conditions() (blob.Conditions, error) {
	cond := blob.Conditions{IfMatch: c.Fields.IfMatch, IfNoneMatch: c.Fields.IfNoneMatch}
	if c.createOnly {
		cond.IfNoneMatch = "*"
	}
	var err error
	if cond.Lease, err = c.leaseID(fieldLeaseID); err != nil {
		return cond, err
	}
	if cond.IfModifiedSince, err = c.readTime("If-Modified-Since"); err != nil {
		return cond, err
	}
	cond.IfUnmodifiedSince, err = c.readTime("If-Unmodified-Since")
	return cond, err
}

// oneBlob runs an operation on a blob. Unknown ones are left out.
func (c *blobCall) oneBlob() *rest.Response {
	if r := c.leasesAndCopies(); r != nil {
		return r
	}
	switch comp := c.comp; {
	case comp == "" && c.Reads():
		return blobs{c}.getBlob()
	case comp == "" && c.Request.Method == "PUT":
		return blobs{c}.putBlob()
	case comp == "" && c.Request.Method == "DELETE":
		return blobs{c}.deleteBlob()
	case comp == "metadata" && c.Reads():
		return blobs{c}.getBlobMetadata()
	case comp == "metadata" && c.Request.Method == "PUT":
		return blobs{c}.setBlobMetadata()
	case comp == "properties" && c.Request.Method == "PUT":
		return blobs{c}.setBlobProperties()
	case comp == "block" && c.Request.Method == "PUT":
		return blocks{c}.putBlock()
	case comp == "blocklist" && c.Request.Method == "PUT":
		return blocks{c}.putBlockList()
	case comp == "blocklist" && c.Request.Method == "GET":
		return blocks{c}.getBlockList()
	case comp == "appendblock" && c.Request.Method == "PUT":
		return blocks{c}.appendBlock()
	case comp == "":
		return c.refuseVerb()
	}
	return c.leftOut()
}

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
