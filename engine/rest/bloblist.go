package rest

import (
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
)

// crcSince is the first version with 64-bit check sums.
// Source: Put Blob, "Response headers".
const crcSince = "2019-02-02"

// listBlobs answers one page of blobs.
// Source: List Blobs.
func (c *call) listBlobs() *Response {
	c.name("ListBlobs", "")
	l, err := c.readListing()
	if err != nil {
		return c.failStorage(err)
	}
	q := blob.ListQuery{Prefix: l.prefix, Delimiter: l.delimiter, Top: l.top}
	q.Waiting = l.includes("uncommittedblobs")
	if q.From, err = parseBlobMarker(l.marker); err != nil {
		return c.failStorage(err)
	}
	page, next, err := c.theContainer().List(c.ctx, q)
	if err != nil {
		return c.failStorage(err)
	}
	w := c.openList(&l, Field{"ContainerName", c.thing})
	metadata := l.includes("metadata")
	w.list("Blobs", len(page), func(i int) { c.listBlob(w, &page[i], metadata) })
	return c.sendList(w, blobMarker(next), false)
}

func (c *call) listBlob(w *xmlWriter, l *blob.Listed, metadata bool) {
	if l.Prefix != "" {
		w.open("BlobPrefix")
		w.leaf("Name", l.Prefix)
		w.close("BlobPrefix")
		return
	}
	p := &l.Blob
	w.open("Blob")
	w.leaf("Name", p.Name)
	w.open("Properties")
	c.listContent(w, p)
	w.leaf("BlobType", string(p.Type))
	for _, f := range tierOf(p) {
		w.leaf(f.element, f.value)
	}
	w.leaf("LeaseStatus", "unlocked")
	w.leaf("LeaseState", "available")
	w.leaf("ServerEncrypted", strconv.FormatBool(!p.Waiting))
	w.close("Properties")
	if metadata {
		w.metadata(p.Metadata)
	}
	if c.version >= replicationSince {
		w.empty("OrMetadata")
	}
	w.close("Blob")
}

// listContent writes what describes the bytes. Of a blob of which nothing has been committed that
// is its size, which is none.
func (c *call) listContent(w *xmlWriter, p *blob.Properties) {
	if p.Waiting {
		w.leaf("Content-Length", decimal(p.Size))
		return
	}
	w.leaf("Creation-Time", p.Created.Format(timeFormat))
	w.leaf("Last-Modified", p.Modified.Format(timeFormat))
	w.leaf("Etag", p.ETag())
	w.leaf("Content-Length", decimal(p.Size))
	w.leaf("Content-Type", p.Content.Type)
	w.leaf("Content-Encoding", p.Content.Encoding)
	w.leaf("Content-Language", p.Content.Language)
	if c.version >= crcSince {
		w.empty("Content-CRC64")
	}
	w.leaf("Content-MD5", p.Content.MD5)
	w.leaf("Cache-Control", p.Content.CacheControl)
	w.leaf("Content-Disposition", p.Content.Disposition)
}

// fact is what a list tells in an element and an answer in a header field.
type fact struct{ element, header, value string }

// tierOf tells the access tier of a blob.
func tierOf(p *blob.Properties) []fact {
	if p.Tier != "" {
		return []fact{{"AccessTier", "x-ms-access-tier", p.Tier}}
	}
	return []fact{
		{"AccessTier", "x-ms-access-tier", accountTier},
		{"AccessTierInferred", "x-ms-access-tier-inferred", "true"},
	}
}

// accountTier is the access tier of blobs for which nobody has chosen one.
const accountTier = "Hot"

// A marker holds the length of the next name in six digits, the name, and a time that versions
// would need.
const (
	markerStart = "2!"
	markerEnd   = "!000028!9999-12-31T23:59:59.9999999Z!"
)

// blobMarker names the next blob of a list; to clients it is opaque.
// Source: recorded traffic.
func blobMarker(name string) string {
	if name == "" {
		return ""
	}
	size := strconv.Itoa(1_000_000 + len(name))[1:]
	text := tokenEncoding.EncodeToString([]byte(size + "!" + name + markerEnd))
	return markerStart + strconv.Itoa(len(text)) + "!" + text
}

// parseBlobMarker returns the name in a marker, "" in none. Errors: InvalidQueryParameterValue.
func parseBlobMarker(marker string) (string, error) {
	if marker == "" {
		return "", nil
	}
	rest, ok := strings.CutPrefix(marker, markerStart)
	_, text, found := strings.Cut(rest, "!")
	data, err := tokenEncoding.DecodeString(text)
	_, name, sized := strings.Cut(string(data), "!")
	name, ended := strings.CutSuffix(name, markerEnd)
	if !ok || !found || err != nil || !sized || !ended || blobMarker(name) != marker {
		return "", apierr.InvalidQuery("marker", marker, "Invalid ListBlobs marker.")
	}
	return name, nil
}
