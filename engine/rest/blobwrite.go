package rest

import (
	"context"
	"encoding/base64"
	"strconv"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
)

// defaultType is the media type of a blob for which the client gives none.
// Source: Put Blob, "x-ms-blob-content-type".
const defaultType = "application/octet-stream"

// encrypted says that the service keeps bytes encrypted.
var encrypted = Field{"x-ms-request-server-encrypted", "true"}

// upload reads what makes a new blob, besides its bytes. own says that the fields of HTTP describe
// the blob as well, not the body of the request alone.
// Errors: InvalidHeaderValue.
// Source: Put Blob; Put Block List.
func (c *call) upload(own bool) (blob.Upload, error) {
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
			*f.to = c.req.Header.Get(f.name)
		}
	}
	if up.Content.Type == "" {
		up.Content.Type = defaultType
	}
	return up, nil
}

// coldSince is the first version that knows the tier Cold.
// Source: Put Blob, "x-ms-access-tier".
const coldSince = "2021-12-02"

// tier reads the access tier of a new blob, "" for that of the account. Errors: InvalidHeaderValue.
// Source: Put Blob; Put Block List.
func (c *call) tier() (string, error) {
	const name = "x-ms-access-tier"
	value := c.req.Header.Get(name)
	switch {
	case value == "", value == "Hot", value == "Cool", value == "Archive":
		return value, nil
	case value == "Cold" && c.version >= coldSince:
		return value, nil
	}
	return "", apierr.InvalidHeader(name, value)
}

// content reads the fields that describe a blob's bytes.
// Source: Set Blob Properties.
func (c *call) content() blob.Content {
	h := c.req.Header
	return blob.Content{
		Type: h.Get("x-ms-blob-content-type"), Encoding: h.Get("x-ms-blob-content-encoding"),
		Language: h.Get("x-ms-blob-content-language"), MD5: h.Get("x-ms-blob-content-md5"),
		CacheControl: h.Get("x-ms-blob-cache-control"),
		Disposition:  h.Get("x-ms-blob-content-disposition"),
	}
}

// checkSums compares the body with the checksums that the client sent, the MD5 in the first of the fields
// that is there. Errors: BothCrc64AndMd5HeaderPresent, InvalidMd5, Md5Mismatch, InvalidHeaderValue,
// Crc64Mismatch.
// Source: Put Blob; Put Block; Append Block, "Request headers".
func (c *call) checkSums(names ...string) error {
	const field = "x-ms-content-crc64"
	sent := c.req.Header.Get(field)
	if sent != "" && c.req.Header.Get(contentMD5) != "" {
		return apierr.New(apierr.BothChecksums)
	}
	if err := c.checkMD5(names); err != nil || sent == "" {
		return err
	}
	if sum, err := base64.StdEncoding.DecodeString(sent); err != nil || len(sum) != 8 {
		return apierr.InvalidHeader(field, sent)
	}
	sum, err := blob.CRC64(c.ctx, c.body())
	if err == nil && sum != sent {
		err = apierr.New(apierr.CRC64Mismatch).
			With("UserSpecifiedCrc", sent).With("ServerCalculatedCrc", sum)
	}
	return err
}

// contentMD5 is the field of HTTP with the MD5 of a body, blobMD5 the one with that of a blob.
const (
	contentMD5 = "Content-MD5"
	blobMD5    = "x-ms-blob-content-md5"
)

func (c *call) checkMD5(names []string) error {
	for _, name := range names {
		sent := c.req.Header.Get(name)
		if sent == "" {
			continue
		}
		if sum, err := base64.StdEncoding.DecodeString(sent); err != nil || len(sum) != 16 {
			return apierr.New(apierr.InvalidMD5)
		}
		sum, err := blob.MD5(c.ctx, c.body())
		if err == nil && sum != sent {
			err = apierr.New(apierr.MD5Mismatch).
				With("UserSpecifiedMd5", sent).With("ServerCalculatedMd5", sum)
		}
		return err
	}
	return nil
}

// sums returns the check sums of the body for the answer: known fields and the service's own. After
// bytes an MD5 that was sent comes back in every version, after a list of blocks it does not.
// Source: Put Block, "Response headers"; recorded traffic.
func (c *call) sums(bytes bool) (known, own []Field) {
	body, ctx := c.body(), context.WithoutCancel(c.ctx) // the request has done its work
	if c.version < crcSince || bytes && c.req.Header.Get("Content-MD5") != "" {
		sum, _ := blob.MD5(ctx, body)
		return []Field{{"Content-MD5", sum}}, nil
	}
	sum, _ := blob.CRC64(ctx, body)
	return nil, []Field{{"x-ms-content-crc64", sum}}
}

// putBlob answers PUT of a whole blob.
// Source: Put Blob.
func (c *call) putBlob() *Response {
	c.name("PutBlob", "")
	up, err := c.upload(true)
	if err != nil {
		return c.failStorage(err)
	}
	if up.Type, err = c.blobType(); err != nil {
		return c.failStorage(err)
	}
	if err := c.checkSums(md5Fields(up.Type)...); err != nil {
		return c.failStorage(err)
	}
	p, err := c.theBlob().Put(c.ctx, up, c.body(), c.cond)
	if err != nil {
		return c.failStorage(err)
	}
	r := storageReply{status: 201, known: versionFields(p.Modified)}
	if p.Type == blob.Block {
		r.known = append(r.known, Field{"Content-MD5", p.Content.MD5})
		if c.version >= crcSince {
			sum, _ := blob.CRC64(context.WithoutCancel(c.ctx), c.body()) // the request has done its work
			r.own = append(r.own, Field{"x-ms-content-crc64", sum})
		}
	}
	r.own = append(r.own, encrypted)
	return c.sendStorage(&r)
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

// blobType reads the type of a new blob. An append blob begins without bytes.
// Errors: MissingRequiredHeader, InvalidHeaderValue.
func (c *call) blobType() (blob.Type, error) {
	const name = "x-ms-blob-type"
	switch value := c.req.Header.Get(name); value {
	case "":
		return "", apierr.New(apierr.MissingHeader).With("HeaderName", name)
	case string(blob.Append):
		if n := len(c.req.Body); n > 0 {
			return "", apierr.InvalidHeader("Content-Length", strconv.Itoa(n))
		}
		return blob.Append, nil
	case string(blob.Block):
		return blob.Block, nil
	default:
		return "", apierr.InvalidHeader(name, value)
	}
}

// deleteBlob answers DELETE of a blob.
// Source: Delete Blob.
func (c *call) deleteBlob() *Response {
	c.name("DeleteBlob", "")
	if err := c.theBlob().Delete(c.ctx, c.cond); err != nil {
		return c.failStorage(err)
	}
	gone := []Field{{"x-ms-delete-type-permanent", "true"}}
	return c.sendStorage(&storageReply{status: 202, own: gone})
}

// setBlobMetadata replaces all metadata.
// Source: Set Blob Metadata.
func (c *call) setBlobMetadata() *Response {
	c.name("SetBlobMetadata", "")
	p, err := c.theBlob().SetMetadata(c.ctx, c.metadata(), c.cond)
	return c.sendVersion(200, p.Modified, err, encrypted)
}

// setBlobProperties replaces what describes the blob's bytes.
// Source: Set Blob Properties.
func (c *call) setBlobProperties() *Response {
	c.name("SetBlobProperties", "")
	p, err := c.theBlob().SetContent(c.ctx, c.content(), c.cond)
	return c.sendVersion(200, p.Modified, err)
}
