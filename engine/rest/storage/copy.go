//go:build !js

package storage

import (
	"errors"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/edm"
	"rowkey/engine/rest"
)

// copyBlob makes the blob a copy of another one of the account.
// Source: Copy Blob.
func (c copies) copyBlob() *rest.Response {
	c.NoteOperation("CopyBlob", "")
	s, err := c.findSource(true)
	if err != nil {
		return c.failSource(err, true)
	}
	p, err := c.copyFrom(s, s.cond, true)
	if unread, ok := errors.AsType[*blob.SourceError](err); ok && apierr.Of(err) != apierr.ConditionNotMet {
		return c.fail(unread.Err) // as a reader of the source would be told
	}
	if err != nil {
		return c.failSource(err, true)
	}
	r := c.copyReply(&p)
	return c.send(&r)
}

// copyFromURL is copyBlob for a client that wants the checksum, and has no key for the source.
// Source: Copy Blob From URL.
func (c copies) copyFromURL() *rest.Response {
	c.NoteOperation("CopyBlobFromURL", "")
	if err := c.fetchAll(); err != nil {
		return c.failSource(err, true)
	}
	same := blob.Conditions{IfMatch: `"` + c.source.p.ETag() + `"`} // as what has been read
	p, err := c.copyFrom(c.source, same, false)
	if err != nil {
		return c.failSource(err, true)
	}
	known, own := c.sums(true)
	r := c.copyReply(&p)
	r.known, r.own = append(known, r.known...), append(r.own, own...)
	return c.send(&r)
}

// fetchAll reads a whole source and compares its checksum with the one that the client sent.
func (c copies) fetchAll() error {
	if err := c.fetch(); err != nil {
		return err
	}
	return c.checkSums(c.md5Field())
}

// copyFrom copies the source. Errors: those of [blob.Blob.CopyFrom], TargetConditionNotMet.
func (c copies) copyFrom(s *source, cond blob.Conditions, lasting bool) (p blob.Properties, err error) {
	o := blob.Copying{ID: c.NewID(), URL: s.url, Metadata: c.metadata(), If: cond, Lasting: lasting}
	if o.Tier, err = blobs(c).tier(); err != nil {
		return p, err
	}
	p, err = c.theBlob().CopyFrom(c.Context, s.Blob, o, c.cond)
	return p, c.targetError(err)
}

// oneConditionSince is the first version that is known to call a condition on what is replaced as everywhere.
const oneConditionSince = "2024-11-04"

// targetError gives a condition on what is replaced the name that it had: there is one on the source as well.
// Source: tests of the client for Go, which run against the service, TestBlobStartCopyDestIfMatchFalse of azblob
// 1.4.0 and 1.5.0.
func (c copies) targetError(err error) error {
	_, unread := errors.AsType[*blob.SourceError](err)
	if c.Version < oneConditionSince && !unread && apierr.Of(err) == apierr.ConditionNotMet {
		return apierr.New(apierr.TargetConditionNotMet)
	}
	return err
}

func (c copies) copyReply(p *blob.Properties) reply {
	return reply{status: 202, known: versionFields(p.Modified), own: []rest.Field{
		{Name: "x-ms-copy-id", Value: p.Copy.ID}, {Name: "x-ms-copy-status", Value: copied},
	}}
}

// abortCopy finds nothing to abort: copies are made at once.
// Source: Abort Copy Blob; recorded traffic for the code; for an ID that is not a GUID tests of the client for Go,
// which run against the service, TestBlobAbortCopyNoCopyStarted.
func (c copies) abortCopy() *rest.Response {
	c.NoteOperation("AbortCopyBlob", "")
	const action = "x-ms-copy-action"
	if err := c.requires("copyid"); err != nil {
		return c.fail(err)
	}
	if value := c.Request.Header.Get(action); value != "abort" {
		return c.fail(apierr.InvalidHeader(action, value))
	}
	id, _ := c.Query.Lookup("copyid")
	if _, err := edm.GUID(id); err != nil {
		return c.fail(apierr.InvalidQuery("copyid", id, ""))
	}
	if _, err := c.theBlob().Properties(c.Context, blob.Conditions{}); err != nil {
		return c.fail(err)
	}
	return c.fail(apierr.New(apierr.NoPendingCopyOperation))
}

// putBlobFromURL makes a block blob of the bytes of another one, which it does not remember, and of what
// describes them unless the client says otherwise. A source that is not modified is answered as for a part of a
// blob, and a condition on what is replaced as everywhere but in early versions of Copy Blob.
// Source: Put Blob From URL; tests of the client for Go, which run against the service,
// TestPutBlobFromUrlSourceIfNoneMatchFalse and TestPutBlobFromUrlDestIfMatchFalse.
func (c copies) putBlobFromURL() *rest.Response {
	c.NoteOperation("PutBlobFromURL", "")
	t, err := blobs(c).blobType()
	if err == nil && t != blob.Block {
		err = apierr.InvalidHeader(fieldType, string(t))
	}
	if err != nil {
		return c.fail(err)
	}
	if err := c.fetchAll(); err != nil {
		return c.failSource(err, !errors.Is(err, blob.ErrNotModified))
	}
	up, err := blobs(c).upload(false)
	if err != nil {
		return c.fail(err)
	}
	up.Type = t
	if !strings.EqualFold(c.Request.Header.Get("x-ms-copy-source-blob-properties"), "false") {
		c.describeAs(&up.Content, &c.source.p.Content)
	}
	p, err := c.theBlob().Put(c.Context, up, c.payload(), c.cond)
	if err != nil {
		return c.fail(err)
	}
	return c.sendWritten(true, p.Modified)
}

// describeAs fills in what the client says nothing about.
func (c copies) describeAs(own, from *blob.Content) {
	if c.Request.Header.Get("x-ms-blob-content-type") == "" {
		own.Type = from.Type
	}
	for _, f := range [...]struct{ own, from *string }{
		{&own.Encoding, &from.Encoding}, {&own.Language, &from.Language}, {&own.CacheControl, &from.CacheControl},
		{&own.Disposition, &from.Disposition},
	} {
		if *f.own == "" {
			*f.own = *f.from
		}
	}
}
