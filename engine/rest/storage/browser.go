//go:build js

package storage

import "rowkey/engine/rest"

// What is left out in a browser: leases and copies would be 12 kB more for every reader of a page. Those that are in a
// file are kept, and shown.
var (
	browserFields = []string{fieldSource, fieldLeaseID}
	browserComps  = []string{"copy", "lease"}
)

func (c *blobCall) leasesAndCopies() *rest.Response { return nil }

func (c copies) fetch() error { return nil }

func (c copies) failSource(err error, _ bool) *rest.Response { return c.fail(err) }
