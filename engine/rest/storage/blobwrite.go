package storage

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/rest"
)

// defaultType is the media type of a blob for which the client gives none.
// Source: Put Blob, "x-ms-blob-content-type".
const defaultType = "application/octet-stream"

// encrypted says that the service keeps bytes encrypted.
var encrypted = rest.Field{Name: "x-ms-request-server-encrypted", Value: "true"}

// upload reads what makes a new blob, besides its bytes. own says that the fields of HTTP describe
// the blob as well, not the body of the request alone.
// Errors: InvalidHeaderValue.
// Source: Put Blob; Put Block List.
func (c blobs) upload(own bool) (blob.Upload, error) {
	up := blob.Upload{Metadata: c.metadata(), Content: c.content()}
	var err error
	if up.Tier, err = c.tier(); err != nil {
		return up, err
	}
	for _, f := range [...]struct {
		to   *string
		name string
	}{
		{&up.Content.Type, "Content-Type"}, {&up.Content.Encoding, "Content-Encoding"},
		{&up.Content.Language, "Content-Language"}, {&up.Content.CacheControl, "Cache-Control"},
	} {
		if own && *f.to == "" {
			*f.to = c.Request.Header.Get(f.name)
		}
	}
	up.Content.Type = cmp.Or(up.Content.Type, defaultType)
	return up, nil
}

// coldSince is the first version that knows the tier Cold.
// Source: Put Blob, "x-ms-access-tier".
const coldSince = "2021-12-02"

// tier reads the access tier of a new blob, "" for that of the account. Errors: InvalidHeaderValue.
// Source: Put Blob; Put Block List.
func (c blobs) tier() (string, error) {
	const name = "x-ms-access-tier"
	value := c.Request.Header.Get(name)
	switch {
	case value == "", value == "Hot", value == "Cool", value == "Archive":
		return value, nil
	case value == "Cold" && c.Version >= coldSince:
		return value, nil
	}
	return "", apierr.InvalidHeader(name, value)
}

// content reads the fields that describe a blob's bytes.
// Source: Set Blob Properties.
func (c blobs) content() blob.Content {
	h := c.Request.Header
	disposition, given := h.Lookup("x-ms-blob-content-disposition")
	disposition = strings.Trim(disposition, " \t")
	return blob.Content{
		Type: h.Get("x-ms-blob-content-type"), Encoding: h.Get("x-ms-blob-content-encoding"),
		Language: h.Get("x-ms-blob-content-language"), MD5: h.Get("x-ms-blob-content-md5"),
		CacheControl: h.Get("x-ms-blob-cache-control"),
		Disposition:  disposition, EmptyDisposition: given && disposition == "",
	}
}

// putBlob answers PUT of a whole blob.
// Source: Put Blob.
func (c blobs) putBlob() *rest.Response {
	c.NoteOperation("PutBlob", "")
	up, err := c.upload(true)
	if err != nil {
		return c.fail(err)
	}
	if up.Type, err = c.blobType(); err != nil {
		return c.fail(err)
	}
	if err := c.checkSums(md5Fields(up.Type)...); err != nil {
		return c.fail(err)
	}
	p, err := c.theBlob().Put(c.Context, up, c.Body(), c.cond)
	if err != nil {
		return c.fail(err)
	}
	r := reply{status: 201, known: versionFields(p.Modified)}
	if p.Type == blob.Block {
		r.known = append(r.known, rest.Field{Name: "Content-MD5", Value: p.Content.MD5})
		if c.Version >= crcSince {
			sum, _ := blob.CRC64(context.WithoutCancel(c.Context), c.Body()) // the request has done its work
			r.own = append(r.own, rest.Field{Name: "x-ms-content-crc64", Value: sum})
		}
	}
	r.own = append(r.own, encrypted)
	return c.send(&r)
}

// md5Fields are those that a new blob is checked with. For a block blob its own takes precedence; for an
// append blob, which begins without bytes, its own is kept as it is.
// Source: Put Blob, "x-ms-blob-content-md5".
func md5Fields(t blob.Type) []string {
	if t == blob.Append {
		return []string{contentMD5}
	}
	return []string{blobMD5, contentMD5}
}

const fieldType = "x-ms-blob-type"

// blobType reads the type of a new blob. An append blob begins without bytes.
// Errors: MissingRequiredHeader, InvalidHeaderValue.
func (c blobs) blobType() (blob.Type, error) {
	switch value := c.Request.Header.Get(fieldType); value {
	case "":
		return "", missingHeader(fieldType)
	case string(blob.Append):
		if n := len(c.Request.Body); n > 0 {
			return "", apierr.InvalidHeader("Content-Length", strconv.Itoa(n))
		}
		return blob.Append, nil
	case string(blob.Block):
		return blob.Block, nil
	default:
		return "", apierr.InvalidHeader(fieldType, value)
	}
}

// deleteBlob answers DELETE of a blob.
// Source: Delete Blob.
func (c blobs) deleteBlob() *rest.Response {
	c.NoteOperation("DeleteBlob", "")
	gone := []rest.Field{{Name: "x-ms-delete-type-permanent", Value: "true"}}
	return c.unless(c.theBlob().Delete(c.Context, c.cond), &reply{status: 202, own: gone})
}

// setBlobMetadata replaces all metadata.
// Source: Set Blob Metadata.
func (c blobs) setBlobMetadata() *rest.Response {
	c.NoteOperation("SetBlobMetadata", "")
	p, err := c.theBlob().SetMetadata(c.Context, c.metadata(), c.cond)
	return c.sendVersion(200, p.Modified, err, encrypted)
}

// setBlobProperties replaces what describes the blob's bytes.
// Source: Set Blob Properties.
func (c blobs) setBlobProperties() *rest.Response {
	c.NoteOperation("SetBlobProperties", "")
	p, err := c.theBlob().SetContent(c.Context, c.content(), c.cond)
	return c.sendVersion(200, p.Modified, err)
}
