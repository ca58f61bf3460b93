package storage

import (
	"context"
	"encoding/base64"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/rest"
)

// crcSince is the first version with 64-bit checksums.
// Source: Put Blob, "Response headers".
const crcSince = "2019-02-02"

// bothSince is the first version that answers a body of which the client sent the MD5 with both checksums.
// Source: change log of the client for Go, azblob 1.8.1-beta.1, and its test TestStageBlockMD5WithCRC64Return.
const bothSince = "2026-10-06"

// checkSums compares the body with the checksums that the client sent, the MD5 in the first of the fields
// that is there. Errors: BothCrc64AndMd5HeaderPresent, InvalidMd5, Md5Mismatch, InvalidHeaderValue,
// Crc64Mismatch.
// Source: Put Blob; Put Block; Append Block, "Request headers".
func (c *blobCall) checkSums(names ...string) error {
	field := c.crcField()
	sent := c.Request.Header.Get(field)
	if sent != "" && c.Request.Header.Get(c.md5Field()) != "" {
		return apierr.New(apierr.BothChecksums)
	}
	if err := c.checkMD5(names); err != nil || sent == "" {
		return err
	}
	if sum, err := base64.StdEncoding.DecodeString(sent); err != nil || len(sum) != 8 {
		return apierr.InvalidHeader(field, sent)
	}
	sum, err := blob.CRC64(c.Context, c.payload())
	if err == nil && sum != sent {
		err = apierr.New(apierr.CRC64Mismatch).
			With("UserSpecifiedCrc", sent).With("ServerCalculatedCrc", sum)
	}
	return err
}

// contentMD5 is the field of HTTP with the MD5 of a body, blobMD5 the one with that of a blob, sourceMD5 the one
// with that of what is read from a URL.
const (
	contentMD5 = "Content-MD5"
	blobMD5    = "x-ms-blob-content-md5"
	contentCRC = "x-ms-content-crc64"
	sourceMD5  = "x-ms-source-content-md5"
	sourceCRC  = "x-ms-source-content-crc64"
)

// md5Field is the field with the MD5 of what the request brings, crcField that with the other checksum.
func (c *blobCall) md5Field() string {
	if c.source != nil {
		return sourceMD5
	}
	return contentMD5
}

func (c *blobCall) crcField() string {
	if c.source != nil {
		return sourceCRC
	}
	return contentCRC
}

func (c *blobCall) checkMD5(names []string) error {
	for _, name := range names {
		sent := c.Request.Header.Get(name)
		if sent == "" {
			continue
		}
		if sum, err := base64.StdEncoding.DecodeString(sent); err != nil || len(sum) != 16 {
			return apierr.New(apierr.InvalidMD5)
		}
		sum, err := blob.MD5(c.Context, c.payload())
		if err == nil && sum != sent {
			err = apierr.New(apierr.MD5Mismatch).
				With("UserSpecifiedMd5", sent).With("ServerCalculatedMd5", sum)
		}
		return err
	}
	return nil
}

// sendWritten answers that a blob was written: with checksums of the bytes or the list that came, and its version.
func (c *blobCall) sendWritten(bytes bool, modified time.Time, own ...rest.Field) *rest.Response {
	r := reply{status: 201}
	r.known, r.own = c.sums(bytes)
	r.known, r.own = append(r.known, versionFields(modified)...), append(append(r.own, own...), encrypted)
	return c.send(&r)
}

// sums returns the checksums of the body for the answer: known fields and the service's own. After
// bytes an MD5 that was sent comes back in every version, after a list of blocks it does not.
// Source: Put Block, "Response headers"; recorded traffic.
func (c *blobCall) sums(bytes bool) (known, own []rest.Field) {
	body, ctx := c.payload(), context.WithoutCancel(c.Context) // the request has done its work
	sent := bytes && c.Request.Header.Get(c.md5Field()) != ""
	if c.Version < crcSince || sent {
		sum, _ := blob.MD5(ctx, body)
		known = []rest.Field{{Name: contentMD5, Value: sum}}
	}
	if c.Version >= crcSince && !sent || c.Version >= bothSince && c.source == nil {
		sum, _ := blob.CRC64(ctx, body)
		own = []rest.Field{{Name: contentCRC, Value: sum}}
	}
	return known, own
}
