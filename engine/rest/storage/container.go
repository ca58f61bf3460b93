package storage

import (
	"cmp"
	"errors"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/catalog"
	"rowkey/engine/rest"
	"rowkey/engine/xmltext"
)

// Versions from which answers show encryption scopes and replication.
// Source: recorded traffic.
const (
	scopeSince       = "2019-02-02"
	replicationSince = "2019-12-12"
)

// oneContainer runs an operation on a container. Unknown ones are left out.
func (c *blobCall) oneContainer() *rest.Response {
	if err := c.requires("restype"); err != nil {
		return c.fail(err)
	}
	if kind := c.restype; kind != "container" {
		return c.fail(apierr.InvalidQuery("restype", kind, ""))
	}
	if r := c.leasesAndCopies(); r != nil {
		return r
	}
	switch comp := c.comp; {
	case comp == "" && c.Reads():
		return containers{c}.getContainer()
	case comp == "" && c.Request.Method == "PUT":
		return containers{c}.createContainer()
	case comp == "" && c.Request.Method == "DELETE":
		return containers{c}.deleteContainer()
	case comp == "metadata" && c.Reads():
		return containers{c}.getContainerMetadata()
	case comp == "metadata" && c.Request.Method == "PUT":
		return containers{c}.setContainerMetadata()
	case comp == "acl" && c.Reads():
		return containers{c}.getContainerACL()
	case comp == "acl" && c.Request.Method == "PUT":
		return containers{c}.setContainerACL()
	case comp == "list" && c.Request.Method == "GET":
		return containers{c}.listBlobs()
	case comp == "":
		return c.refuseVerb()
	}
	return c.leftOut()
}

// versionFields identify a version of a container or blob.
func versionFields(modified time.Time) []rest.Field {
	return []rest.Field{
		{Name: "Last-Modified", Value: modified.Format(rest.TimeFormat)},
		{Name: "ETag", Value: `"` + blob.ETag(modified) + `"`},
	}
}

// sendVersion answers a request about a container or blob in header fields.
func (c *blobCall) sendVersion(status int, modified time.Time, err error, own ...rest.Field) *rest.Response {
	if err != nil {
		return c.failBlob(err)
	}
	return c.send(&reply{status: status, known: versionFields(modified), own: own})
}

// failBlob answers 304 to a client that has what it asks for.
func (c *blobCall) failBlob(err error) *rest.Response {
	if errors.Is(err, blob.ErrNotModified) {
		return c.refuse(err, &reply{status: 304})
	}
	return c.fail(err)
}

const fieldPublic = "x-ms-blob-public-access"

// publicAccess reads what anonymous clients may read. Errors: InvalidHeaderValue.
// Source: Create Container; Set Container ACL.
func (c containers) publicAccess() (string, error) {
	switch value := c.Request.Header.Get(fieldPublic); value {
	case "", "blob", "container":
		return value, nil
	default:
		return "", apierr.InvalidHeader(fieldPublic, value)
	}
}

// createContainer answers PUT /container.
// Source: Create Container.
func (c containers) createContainer() *rest.Response {
	c.NoteOperation("CreateContainer", "")
	public, err := c.publicAccess()
	if err != nil {
		return c.fail(err)
	}
	it, err := c.theContainer().Create(c.Context, c.metadata(), public)
	return c.sendVersion(201, it.Modified, err)
}

// deleteContainer answers DELETE /container.
// Source: Delete Container.
func (c containers) deleteContainer() *rest.Response {
	c.NoteOperation("DeleteContainer", "")
	return c.unless(c.theContainer().Delete(c.Context, c.cond), &reply{status: 202})
}

// getContainer answers metadata and properties.
// Source: Get Container Properties.
func (c containers) getContainer() *rest.Response {
	c.NoteOperation("GetContainerProperties", "")
	it, err := c.theContainer().Properties(c.Context, c.cond.Lease)
	own := append(rest.Header(appendMetadata(nil, it.Metadata)), factFields(c.containerLease(&it))...)
	own = rest.AppendField(own, fieldPublic, it.Public)
	own = append(own, rest.Field{Name: "x-ms-has-immutability-policy", Value: "false"})
	own = append(own, rest.Field{Name: "x-ms-has-legal-hold", Value: "false"})
	if c.Version >= scopeSince {
		own = append(own, rest.Field{Name: "x-ms-default-encryption-scope", Value: accountScope},
			rest.Field{Name: "x-ms-deny-encryption-scope-override", Value: "false"})
	}
	return c.sendVersion(200, it.Modified, err, own...)
}

// containerLease returns what is told of the lease on a container. One that is damaged shows as none: whatever
// needs it fails.
func (c containers) containerLease(it *catalog.Item) []fact {
	lease, _ := blob.LeaseOf(it)
	return c.leaseFacts(&lease)
}

// accountScope is the default encryption scope of an account.
const accountScope = "$account-encryption-key"

// getContainerMetadata answers the metadata alone.
// Source: Get Container Metadata.
func (c containers) getContainerMetadata() *rest.Response {
	c.NoteOperation("GetContainerMetadata", "")
	it, err := c.theContainer().Properties(c.Context, c.cond.Lease)
	return c.sendVersion(200, it.Modified, err, appendMetadata(nil, it.Metadata)...)
}

// setContainerMetadata replaces all metadata.
// Source: Set Container Metadata.
func (c containers) setContainerMetadata() *rest.Response {
	c.NoteOperation("SetContainerMetadata", "")
	it, err := c.theContainer().SetMetadata(c.Context, c.metadata(), c.cond)
	return c.sendVersion(200, it.Modified, err)
}

// getContainerACL answers the access policies and what anonymous clients may read.
// Source: Get Container ACL.
func (c containers) getContainerACL() *rest.Response {
	c.NoteOperation("GetContainerACL", "")
	it, err := c.theContainer().Properties(c.Context, c.cond.Lease)
	if err != nil {
		return c.fail(err)
	}
	r := reply{status: 200, contentType: rest.TypeXML, body: rest.PoliciesDocument(it.Policies)}
	r.known, r.own = versionFields(it.Modified), rest.AppendField(nil, fieldPublic, it.Public)
	return c.send(&r)
}

// setContainerACL replaces the access policies and what anonymous clients may read.
// Source: Set Container ACL.
func (c containers) setContainerACL() *rest.Response {
	c.NoteOperation("SetContainerACL", "")
	public, wrong := c.publicAccess()
	document, err := c.NewPolicies(blobPermissions)
	if err = cmp.Or(wrong, err); err != nil {
		return c.fail(err)
	}
	it, err := c.theContainer().SetPolicies(c.Context, document, public, c.cond)
	return c.sendVersion(200, it.Modified, err)
}

// listContainers answers one page of containers.
// Source: List Containers2.
func (c containers) listContainers() *rest.Response {
	l, items, next, err := c.page("ListContainers", c.service.List)
	if err != nil {
		return c.fail(err)
	}
	w := c.openList(&l)
	metadata := l.includes("metadata")
	w.List("Containers", len(items), func(i int) { c.listContainer(w, &items[i], metadata) })
	return c.sendList(w, c.nameMarker(next), false)
}

func (c containers) listContainer(w *xmltext.Writer, it *catalog.Item, metadata bool) {
	w.Open("Container")
	w.Leaf("Name", it.Name)
	w.Open("Properties")
	w.Leaf("Last-Modified", it.Modified.Format(rest.TimeFormat))
	w.Leaf("Etag", `"`+blob.ETag(it.Modified)+`"`)
	writeFacts(w, c.containerLease(it))
	if it.Public != "" {
		w.Leaf("PublicAccess", it.Public)
	}
	if c.Version >= scopeSince {
		w.Leaf("DefaultEncryptionScope", accountScope)
		w.Leaf("DenyEncryptionScopeOverride", "false")
	}
	w.Leaf("HasImmutabilityPolicy", "false")
	w.Leaf("HasLegalHold", "false")
	w.Close("Properties")
	if metadata {
		writeMetadata(w, it.Metadata)
	}
	w.Close("Container")
}
