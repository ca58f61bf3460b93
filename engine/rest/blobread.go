package rest

import (
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
)

// maxRangeMD5 is the largest range whose MD5 is computed on demand, in bytes.
// Source: Get Blob, "x-ms-range-get-content-md5".
const maxRangeMD5 = 4 << 20

// getBlob answers GET and HEAD of a blob.
// Source: Get Blob; Get Blob Properties.
func (c *call) getBlob() *Response {
	if c.verb == "HEAD" {
		c.name("GetBlobProperties", "")
		p, err := c.theBlob().Properties(c.ctx, c.cond)
		if err != nil {
			return c.failBlob(err)
		}
		r := storageReply{status: 200, contentType: p.Content.Type, length: decimal(p.Size)}
		r.known, r.own = contentFields(&p, nil), c.blobFields(&p, nil)
		return c.sendStorage(&r)
	}
	c.name("GetBlob", "")
	part := c.readRange()
	p, parts, err := c.theBlob().Get(c.ctx, part, c.cond)
	if apierr.Of(err) == apierr.InvalidRange {
		return c.failStorageWith(err, 0, Field{"Content-Range", "bytes */" + decimal(p.Size)})
	}
	if err != nil {
		return c.failBlob(err)
	}
	return c.sendBlob(&p, parts, part)
}

// maxJoined is up to which size the parts of a blob are sent in one piece, in bytes.
const maxJoined = 64 << 10

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

func (c *call) sendBlob(p *blob.Properties, parts []string, part *blob.Range) *Response {
	r := storageReply{status: 200, contentType: p.Content.Type, parts: parts}
	size := 0
	for _, part := range parts {
		size += len(part)
	}
	if size <= maxJoined {
		r.body, r.parts = []byte(strings.Join(parts, "")), nil
	}
	r.length = strconv.Itoa(size)
	r.known, r.own = contentFields(p, part), c.blobFields(p, part)
	if part == nil {
		return c.sendStorage(&r)
	}
	r.status = 206
	if c.req.Header.Get("x-ms-range-get-content-md5") == "true" {
		if size > maxRangeMD5 {
			return c.failStorage(apierr.New(apierr.OutOfRangeInput))
		}
		sum, err := blob.MD5(c.ctx, strings.Join(parts, ""))
		if err != nil {
			return c.failStorage(err)
		}
		r.known = append(r.known, Field{"Content-MD5", sum})
	}
	last := part.First + int64(size) - 1
	r.known = append(r.known, Field{"Content-Range",
		"bytes " + decimal(part.First) + "-" + decimal(last) + "/" + decimal(p.Size)})
	return c.sendStorage(&r)
}

// readRange returns the range that is asked for, nil for all. One that cannot be understood is
// passed over, as is a number of bytes from the end.
// Source: Specifying the range header for Blob service operations; recorded traffic.
func (c *call) readRange() *blob.Range {
	value, ok := c.req.Header.Lookup("x-ms-range")
	if !ok {
		value = c.req.Header.Get("Range")
	}
	value, ok = strings.CutPrefix(value, "bytes=")
	from, to, found := strings.Cut(value, "-")
	first, err := strconv.ParseUint(from, 10, 63)
	if !ok || !found || err != nil {
		return nil
	}
	last := uint64(1<<63 - 1)
	if to != "" {
		last, err = strconv.ParseUint(to, 10, 63)
	}
	if err != nil || last < first {
		return nil
	}
	return &blob.Range{First: int64(first), Last: int64(last)}
}

// contentFields are the fields of HTTP that describe the bytes. Of a part the MD5 of the whole is
// told elsewhere.
func contentFields(p *blob.Properties, part *blob.Range) []Field {
	var fs Header
	fs = appendField(fs, "Cache-Control", p.Content.CacheControl)
	fs = appendField(fs, "Content-Encoding", p.Content.Encoding)
	fs = appendField(fs, "Content-Language", p.Content.Language)
	fs = appendField(fs, "Content-Disposition", p.Content.Disposition)
	if part == nil {
		fs = appendField(fs, "Content-MD5", p.Content.MD5)
	}
	return append(append(fs, Field{"Accept-Ranges", "bytes"}), versionFields(p.Modified)...)
}

// blobFields are the service's own fields about a blob. The tier is told with HEAD alone.
// Source: recorded traffic.
func (c *call) blobFields(p *blob.Properties, part *blob.Range) []Field {
	fs := Header(appendMetadata(nil, p.Metadata))
	fs = append(fs, Field{"x-ms-blob-type", string(p.Type)})
	if part != nil {
		fs = appendField(fs, "x-ms-blob-content-md5", p.Content.MD5)
	}
	fs = append(fs, Field{"x-ms-creation-time", p.Created.Format(timeFormat)})
	fs = append(append(fs, unleased...), Field{"x-ms-server-encrypted", "true"})
	if p.Type == blob.Append {
		fs = append(fs, Field{"x-ms-blob-committed-block-count", strconv.Itoa(p.Blocks)})
	}
	if c.req.Method != "HEAD" {
		return fs
	}
	for _, f := range tierOf(p) {
		fs = append(fs, Field{f.header, f.value})
	}
	return fs
}

// getBlobMetadata answers the metadata alone.
// Source: Get Blob Metadata.
func (c *call) getBlobMetadata() *Response {
	c.name("GetBlobMetadata", "")
	p, err := c.theBlob().Properties(c.ctx, c.cond)
	return c.sendVersion(200, p.Modified, err, appendMetadata(nil, p.Metadata)...)
}
