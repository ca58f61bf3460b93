package storage

import (
	"slices"

	"rowkey/engine/apierr"
	"rowkey/engine/rest"
)

// What the blob service has and this one does not, as requests ask for it. To ignore a part of a request
// would change what it means.
// Source: Blob service REST API, "Operations on blobs" and the pages next to it.
var (
	missingFields = [...]string{
		"x-ms-tags", "x-ms-if-tags", "x-ms-source-if-tags", "x-ms-encryption-key", "x-ms-encryption-scope",
		"x-ms-legal-hold", "x-ms-immutability-policy-until-date", "x-ms-copy-source-authorization",
		"x-ms-source-lease-id", "x-ms-seal-blob", "x-ms-access-tier-if-modified-since",
		"x-ms-access-tier-if-unmodified-since",
	}
	missingOptions = [...]string{"snapshot", "versionid", "startfrom", "endbefore"}
	missingComps   = [...]string{
		"batch", "blobs", "expiry", "immutabilityPolicies", "incrementalcopy", "legalhold", "page",
		"pagelist", "query", "rename", "seal", "snapshot", "tags", "tier", "undelete", "userdelegationkey",
	}
)

// fieldSegments says that a body is in segments that have checksums. A reader only asks for such a body, and takes
// another one; what is written would be kept as it came.
// Source: tests of the client for Go, which run against the service, TestUploadWithStructuredMessageCRC64.
const fieldSegments = "x-ms-structured-body"

// pageBlob is the type of blobs that are left out.
const pageBlob = "PageBlob"

// leavesOut reports whether a request asks for something that is left out. It is called before it is checked
// what a token permits: there is no token for what is not there.
func (c *blobCall) leavesOut() bool {
	given := func(name string) bool { _, ok := c.Request.Header.Lookup(name); return ok }
	return slices.ContainsFunc(missingFields[:], given) || slices.ContainsFunc(browserFields, given) ||
		slices.ContainsFunc(missingOptions[:], c.has) ||
		slices.Contains(missingComps[:], c.comp) || slices.Contains(browserComps, c.comp) ||
		c.Request.Method == "PUT" &&
			(given(fieldSegments) || c.comp == "" && c.Request.Header.Get("x-ms-blob-type") == pageBlob)
}

// leftOut answers an operation that the service has and this one does not.
func (c *blobCall) leftOut() *rest.Response { return c.fail(apierr.New(apierr.NotImplemented)) }
