package rest

import (
	"errors"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/catalog"
)

// Versions from which on answers tell of encryption scopes and of replication.
// Source: recorded traffic.
const (
	scopeSince       = "2019-02-02"
	replicationSince = "2019-12-12"
)

// oneContainer runs an operation on a container. Those that are not known are left out.
func (c *call) oneContainer() *Response {
	if err := c.needs("restype"); err != nil {
		return c.failStorage(err)
	}
	if kind := c.options.restype; kind != "container" {
		return c.failStorage(apierr.InvalidQuery("restype", kind, ""))
	}
	switch comp := c.options.comp; {
	case comp == "" && c.reads():
		return c.getContainer()
	case comp == "" && c.verb == "PUT":
		return c.createContainer()
	case comp == "" && c.verb == "DELETE":
		return c.deleteContainer()
	case comp == "metadata" && c.reads():
		return c.getContainerMetadata()
	case comp == "metadata" && c.verb == "PUT":
		return c.setContainerMetadata()
	case comp == "acl" && c.reads():
		return c.getContainerACL()
	case comp == "acl" && c.verb == "PUT":
		return c.setContainerACL()
	case comp == "list" && c.verb == "GET":
		return c.listBlobs()
	case comp == "":
		return c.refuseVerb()
	}
	return c.leftOut()
}

// versionFields tell one version of a container or blob from another.
func versionFields(modified time.Time) []Field {
	return []Field{
		{"Last-Modified", modified.Format(timeFormat)}, {"ETag", `"` + blob.ETag(modified) + `"`},
	}
}

// sendVersion answers a request about a container or blob in header fields.
func (c *call) sendVersion(status int, modified time.Time, err error, own ...Field) *Response {
	if err != nil {
		return c.failBlob(err)
	}
	return c.sendStorage(&storageReply{status: status, known: versionFields(modified), own: own})
}

// failBlob answers 304 to a client that has what it asks for.
func (c *call) failBlob(err error) *Response {
	if errors.Is(err, blob.ErrNotModified) {
		return c.failStorageWith(err, 304)
	}
	return c.failStorage(err)
}

const publicAccess = "x-ms-blob-public-access"

// public reads what everybody may read. Errors: InvalidHeaderValue.
// Source: Create Container; Set Container ACL.
func (c *call) public() (string, error) {
	switch value := c.req.Header.Get(publicAccess); value {
	case "", "blob", "container":
		return value, nil
	default:
		return "", apierr.InvalidHeader(publicAccess, value)
	}
}

// createContainer answers PUT /container.
// Source: Create Container.
func (c *call) createContainer() *Response {
	c.name("CreateContainer", "")
	public, err := c.public()
	if err != nil {
		return c.failStorage(err)
	}
	it, err := c.theContainer().Create(c.ctx, c.metadata(), public)
	return c.sendVersion(201, it.Modified, err)
}

// deleteContainer answers DELETE /container.
// Source: Delete Container.
func (c *call) deleteContainer() *Response {
	c.name("DeleteContainer", "")
	if err := c.theContainer().Delete(c.ctx, c.cond); err != nil {
		return c.failStorage(err)
	}
	return c.sendStorage(&storageReply{status: 202})
}

// getContainer answers metadata and properties.
// Source: Get Container Properties.
func (c *call) getContainer() *Response {
	c.name("GetContainerProperties", "")
	it, err := c.theContainer().Info(c.ctx)
	own := append(Header(appendMetadata(nil, it.Metadata)), unleased...)
	own = appendField(own, publicAccess, it.Public)
	own = append(own, Field{"x-ms-has-immutability-policy", "false"})
	own = append(own, Field{"x-ms-has-legal-hold", "false"})
	if c.version >= scopeSince {
		own = append(own, Field{"x-ms-default-encryption-scope", accountScope},
			Field{"x-ms-deny-encryption-scope-override", "false"})
	}
	return c.sendVersion(200, it.Modified, err, own...)
}

// unleased says that there is no lease, which none can have.
var unleased = []Field{{"x-ms-lease-status", "unlocked"}, {"x-ms-lease-state", "available"}}

// accountScope is the encryption scope of an account for which nobody has made one.
const accountScope = "$account-encryption-key"

// getContainerMetadata answers the metadata alone.
// Source: Get Container Metadata.
func (c *call) getContainerMetadata() *Response {
	c.name("GetContainerMetadata", "")
	it, err := c.theContainer().Info(c.ctx)
	return c.sendVersion(200, it.Modified, err, appendMetadata(nil, it.Metadata)...)
}

// setContainerMetadata replaces all metadata.
// Source: Set Container Metadata.
func (c *call) setContainerMetadata() *Response {
	c.name("SetContainerMetadata", "")
	it, err := c.theContainer().SetMetadata(c.ctx, c.metadata(), c.cond)
	return c.sendVersion(200, it.Modified, err)
}

// getContainerACL answers the access policies and what everybody may read.
// Source: Get Container ACL.
func (c *call) getContainerACL() *Response {
	c.name("GetContainerACL", "")
	it, err := c.theContainer().Info(c.ctx)
	if err != nil {
		return c.failStorage(err)
	}
	r := storageReply{status: 200, contentType: typeXML, body: policiesOf(it.Policies)}
	r.known, r.own = versionFields(it.Modified), appendField(nil, publicAccess, it.Public)
	return c.sendStorage(&r)
}

// setContainerACL replaces the access policies and what everybody may read.
// Source: Set Container ACL.
func (c *call) setContainerACL() *Response {
	c.name("SetContainerACL", "")
	public, err := c.public()
	if err != nil {
		return c.failStorage(err)
	}
	list, err := c.newPolicies()
	if err != nil {
		return c.failStorage(err)
	}
	it, err := c.theContainer().SetPolicies(c.ctx, string(appendPolicies(list)), public, c.cond)
	return c.sendVersion(200, it.Modified, err)
}

// listContainers answers one page of containers.
// Source: List Containers2.
func (c *call) listContainers() *Response {
	c.name("ListContainers", "")
	l, err := c.readListing()
	if err != nil {
		return c.failStorage(err)
	}
	from, err := markedName(l.marker)
	if err != nil {
		return c.failStorage(err)
	}
	items, next, err := c.api.Blob.List(c.ctx, c.req.Account, l.prefix, from, l.top)
	if err != nil {
		return c.failStorage(err)
	}
	w := c.openList(&l)
	metadata := l.includes("metadata")
	w.list("Containers", len(items), func(i int) { c.listContainer(w, &items[i], metadata) })
	return c.sendList(w, c.nameMarker(next), false)
}

func (c *call) listContainer(w *xmlWriter, it *catalog.Item, metadata bool) {
	w.open("Container")
	w.leaf("Name", it.Name)
	w.open("Properties")
	w.leaf("Last-Modified", it.Modified.Format(timeFormat))
	w.leaf("Etag", `"`+blob.ETag(it.Modified)+`"`)
	w.leaf("LeaseStatus", "unlocked")
	w.leaf("LeaseState", "available")
	if it.Public != "" {
		w.leaf("PublicAccess", it.Public)
	}
	if c.version >= scopeSince {
		w.leaf("DefaultEncryptionScope", accountScope)
		w.leaf("DenyEncryptionScopeOverride", "false")
	}
	w.leaf("HasImmutabilityPolicy", "false")
	w.leaf("HasLegalHold", "false")
	w.close("Properties")
	if metadata {
		w.metadata(it.Metadata)
	}
	w.close("Container")
}
