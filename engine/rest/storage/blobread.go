package storage

import (
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/lists"
	"rowkey/engine/rest"
)

// maxRangeMD5 is the largest range whose MD5 is computed on demand, in bytes.
// Source: Get Blob, "x-ms-range-get-content-md5".
const maxRangeMD5 = 4 << 20

// getBlob answers GET and HEAD of a blob.
// Source: Get Blob; Get Blob Properties.
func (c blobs) getBlob() *rest.Response {
	if c.Request.Method == "HEAD" {
		c.NoteOperation("GetBlobProperties", "")
		p, err := c.theBlob().Properties(c.Context, c.cond)
		if err != nil {
			return c.failBlob(err)
		}
		r := reply{status: 200, contentType: p.Content.Type, length: decimal(p.Size)}
		r.known, r.own = contentFields(&p, nil), c.blobFields(&p, nil)
		return c.send(&r)
	}
	c.NoteOperation("GetBlob", "")
	part := c.readRange()
	p, parts, err := c.theBlob().Get(c.Context, part, c.cond)
	if apierr.Of(err) == apierr.InvalidRange {
		return c.Fail(rest.AtOperation, err, rest.Field{Name: "Content-Range", Value: "bytes */" + decimal(p.Size)})
	}
	if err != nil {
		return c.failBlob(err)
	}
	return c.sendBlob(&p, parts, part)
}

// maxJoined is up to which size the parts of a blob are sent in one piece, in bytes.
const maxJoined = 64 << 10

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

func (c blobs) sendBlob(p *blob.Properties, parts []string, part *blob.Range) *rest.Response {
	r := reply{status: 200, contentType: p.Content.Type, parts: parts}
	size := lists.Sum(parts, func(p string) int { return len(p) })
	if size <= maxJoined {
		r.body, r.parts = []byte(strings.Join(parts, "")), nil
	}
	r.length = strconv.Itoa(size)
	r.known, r.own = contentFields(p, part), c.blobFields(p, part)
	if part == nil {
		return c.send(&r)
	}
	r.status = 206
	if c.Request.Header.Get("x-ms-range-get-content-md5") == "true" {
		if size > maxRangeMD5 {
			return c.fail(apierr.New(apierr.OutOfRangeInput))
		}
		sum, err := blob.MD5(c.Context, strings.Join(parts, ""))
		if err != nil {
			return c.fail(err)
		}
		r.known = append(r.known, rest.Field{Name: "Content-MD5", Value: sum})
	}
	last := part.First + int64(size) - 1
	r.known = append(r.known, rest.Field{Name: "Content-Range",
		Value: "bytes " + decimal(part.First) + "-" + decimal(last) + "/" + decimal(p.Size)})
	return c.send(&r)
}

// readRange returns the range that is asked for, nil for all.
// Source: Specifying the range header for Blob service operations; recorded traffic.
func (c blobs) readRange() *blob.Range {
	if _, ok := c.Request.Header.Lookup("x-ms-range"); ok {
		return c.readRangeOf("x-ms-range")
	}
	return c.readRangeOf("Range")
}

// readRangeOf reads the range in a field. One that cannot be understood is ignored, as is a number of bytes
// from the end.
func (c *blobCall) readRangeOf(field string) *blob.Range {
	value, ok := strings.CutPrefix(c.Request.Header.Get(field), "bytes=")
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

// contentFields are the fields of HTTP that describe the bytes. The MD5 of the whole is not among those of
// a part.
func contentFields(p *blob.Properties, part *blob.Range) []rest.Field {
	var fs rest.Header
	fs = rest.AppendField(fs, "Cache-Control", p.Content.CacheControl)
	fs = rest.AppendField(fs, "Content-Encoding", p.Content.Encoding)
	fs = rest.AppendField(fs, "Content-Language", p.Content.Language)
	if p.Content.Disposition != "" || p.Content.EmptyDisposition {
		fs = append(fs, rest.Field{Name: "Content-Disposition", Value: p.Content.Disposition})
	}
	if part == nil {
		fs = rest.AppendField(fs, "Content-MD5", p.Content.MD5)
	}
	return append(append(fs, rest.Field{Name: "Accept-Ranges", Value: "bytes"}), versionFields(p.Modified)...)
}

// blobFields are the service's own fields about a blob. Only the answer to HEAD has the tier.
// Source: recorded traffic.
func (c blobs) blobFields(p *blob.Properties, part *blob.Range) []rest.Field {
	fs := rest.Header(appendMetadata(nil, p.Metadata))
	fs = append(fs, rest.Field{Name: "x-ms-blob-type", Value: string(p.Type)})
	if part != nil {
		fs = rest.AppendField(fs, "x-ms-blob-content-md5", p.Content.MD5)
	}
	fs = append(fs, rest.Field{Name: "x-ms-creation-time", Value: p.Created.Format(rest.TimeFormat)})
	fs = append(fs, factFields(c.leaseFacts(&p.Lease))...)
	fs = append(fs, factFields(copyFacts(&p.Copy))...)
	fs = append(fs, rest.Field{Name: "x-ms-server-encrypted", Value: "true"})
	if p.Type == blob.Append {
		fs = append(fs, rest.Field{Name: "x-ms-blob-committed-block-count", Value: strconv.Itoa(p.Blocks)})
	}
	if c.Request.Method != "HEAD" {
		return fs
	}
	return append(fs, factFields(tierOf(p))...)
}

// getBlobMetadata answers the metadata alone.
// Source: Get Blob Metadata.
func (c blobs) getBlobMetadata() *rest.Response {
	c.NoteOperation("GetBlobMetadata", "")
	p, err := c.theBlob().Properties(c.Context, c.cond)
	return c.sendVersion(200, p.Modified, err, appendMetadata(nil, p.Metadata)...)
}
