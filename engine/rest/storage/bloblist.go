package storage

import (
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/rest"
	"rowkey/engine/xmltext"
)

// listBlobs answers one page of blobs.
// Source: List Blobs.
func (c containers) listBlobs() *rest.Response {
	c.NoteOperation("ListBlobs", "")
	l, err := c.readListing()
	if err != nil {
		return c.fail(err)
	}
	q := blob.ListQuery{Prefix: l.prefix, Delimiter: l.delimiter, Top: l.top}
	q.Waiting = l.includes("uncommittedblobs")
	if q.From, err = parseBlobMarker(l.marker); err != nil {
		return c.fail(err)
	}
	page, next, err := c.theContainer().List(c.Context, q)
	if err != nil {
		return c.fail(err)
	}
	w := c.openList(&l, xmltext.Attribute{Name: "ContainerName", Value: c.thing})
	w.List("Blobs", len(page), func(i int) { c.listBlob(w, &page[i], &l) })
	return c.sendList(w, blobMarker(next), false)
}

func (c containers) listBlob(w *xmltext.Writer, line *blob.Listed, l *listing) {
	if line.Prefix != "" {
		w.Open("BlobPrefix")
		w.Leaf("Name", line.Prefix)
		w.Close("BlobPrefix")
		return
	}
	p := &line.Blob
	w.Open("Blob")
	w.Leaf("Name", p.Name)
	w.Open("Properties")
	c.listContent(w, p)
	w.Leaf("BlobType", string(p.Type))
	writeFacts(w, tierOf(p))
	writeFacts(w, c.leaseFacts(&p.Lease))
	if l.includes("copy") {
		writeFacts(w, copyFacts(&p.Copy))
	}
	w.Leaf("ServerEncrypted", strconv.FormatBool(!p.Waiting))
	w.Close("Properties")
	if l.includes("metadata") {
		writeMetadata(w, p.Metadata)
	}
	if c.Version >= replicationSince {
		w.Empty("OrMetadata")
	}
	w.Close("Blob")
}

// listContent writes what describes the bytes. For a blob of which nothing has been committed that
// is its size, which is 0.
func (c containers) listContent(w *xmltext.Writer, p *blob.Properties) {
	if p.Waiting {
		w.Leaf("Content-Length", decimal(p.Size))
		return
	}
	w.Leaf("Creation-Time", p.Created.Format(rest.TimeFormat))
	w.Leaf("Last-Modified", p.Modified.Format(rest.TimeFormat))
	w.Leaf("Etag", p.ETag())
	w.Leaf("Content-Length", decimal(p.Size))
	w.Leaf("Content-Type", p.Content.Type)
	w.Leaf("Content-Encoding", p.Content.Encoding)
	w.Leaf("Content-Language", p.Content.Language)
	if c.Version >= crcSince {
		w.Empty("Content-CRC64")
	}
	w.Leaf("Content-MD5", p.Content.MD5)
	w.Leaf("Cache-Control", p.Content.CacheControl)
	w.Leaf("Content-Disposition", p.Content.Disposition)
}

// tierOf returns the access tier of a blob.
func tierOf(p *blob.Properties) []fact {
	if p.Tier != "" {
		return []fact{{"AccessTier", "x-ms-access-tier", p.Tier}}
	}
	return []fact{
		{"AccessTier", "x-ms-access-tier", accountTier},
		{"AccessTierInferred", "x-ms-access-tier-inferred", "true"},
	}
}

// accountTier is the access tier of blobs without one of their own.
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
	text := rest.TokenEncoding.EncodeToString([]byte(size + "!" + name + markerEnd))
	return markerStart + strconv.Itoa(len(text)) + "!" + text
}

// parseBlobMarker returns the name in a marker, "" in none. Errors: InvalidQueryParameterValue.
func parseBlobMarker(marker string) (string, error) {
	if marker == "" {
		return "", nil
	}
	tail, ok := strings.CutPrefix(marker, markerStart)
	_, text, found := strings.Cut(tail, "!")
	data, err := rest.TokenEncoding.DecodeString(text)
	_, name, sized := strings.Cut(string(data), "!")
	name, ended := strings.CutSuffix(name, markerEnd)
	if !ok || !found || err != nil || !sized || !ended || blobMarker(name) != marker {
		return "", apierr.InvalidQuery("marker", marker, "Invalid ListBlobs marker.")
	}
	return name, nil
}
