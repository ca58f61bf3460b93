package rest

import "slices"

// What the blob service has and this one does not, as requests ask for it. To pass over a part of a request
// would change what it means.
// Source: Blob service REST API, "Operations on blobs" and the pages next to it.
var (
	missingFields = [...]string{
		"x-ms-copy-source", "x-ms-tags", "x-ms-if-tags", "x-ms-lease-id", "x-ms-encryption-key",
		"x-ms-encryption-scope", "x-ms-legal-hold", "x-ms-immutability-policy-until-date",
	}
	missingOptions = [...]string{"snapshot", "versionid"}
	missingComps   = [...]string{
		"batch", "blobs", "copy", "expiry", "immutabilityPolicies", "incrementalcopy", "lease", "legalhold",
		"page", "pagelist", "query", "rename", "seal", "snapshot", "tags", "tier", "undelete", "userdelegationkey",
	}
)

// pageBlob is the type of blobs that are left out.
const pageBlob = "PageBlob"

// leavesOut tells whether a request asks for something that is left out. It is asked before anybody is told
// what a token permits: there is no token for what is not there.
func (c *call) leavesOut() bool {
	for _, name := range missingFields {
		if _, ok := c.req.Header.Lookup(name); ok {
			return true
		}
	}
	return slices.ContainsFunc(missingOptions[:], c.params.has) ||
		slices.Contains(missingComps[:], c.options.comp) ||
		c.options.restype == "account" ||
		c.verb == "PUT" && c.options.comp == "" && c.req.Header.Get("x-ms-blob-type") == pageBlob
}
