//go:build !js

package storage

import (
	"errors"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
	"rowkey/engine/lists"
	"rowkey/engine/rest"
)

// findSource returns the blob that the request names, if the client may read it. In a request of the owner of
// the account its URL needs no access signature, if keyed says so.
// Errors: NotImplemented for a blob elsewhere, InvalidHeaderValue for a URL that is not of a blob, a
// [blob.SourceError].
// Source: Copy Blob, "Authorization"; Copy Blob From URL, "Authorization".
func (c copies) findSource(keyed bool) (*source, error) {
	s := &source{url: c.Request.Header.Get(fieldSource)}
	if len(c.Request.Body) > 0 {
		return nil, apierr.InvalidHeader("Content-Length", decimal(int64(len(c.Request.Body))))
	}
	inner, ok := c.Within(s.url)
	if !ok {
		return nil, apierr.Newf(apierr.NotImplemented, "The source of a copy has to be a blob of the same account.")
	}
	x := &blobCall{call: newCall(inner, serverBlob, blobResource(&inner)), service: c.service}
	switch {
	case x.leavesOut():
		return nil, apierr.New(apierr.NotImplemented)
	case x.on != rest.OnBlob || x.comp != "" || x.readable() != nil:
		return nil, apierr.InvalidHeader(fieldSource, s.url)
	}
	if owner := keyed && c.Token == nil && !inner.Signed(); !owner {
		if err := c.mayFetch(x); err != nil {
			return nil, &blob.SourceError{Err: err}
		}
	}
	s.Blob = x.theBlob()
	var err error
	s.cond, err = c.sourceConditions()
	return s, err
}

// mayFetch checks whether the URL of a source opens it.
func (c copies) mayFetch(x *blobCall) error {
	if err := c.Opens(x); err != nil {
		return err
	}
	return x.authorize()
}

// sourceConditions reads the conditions on the source. Errors: InvalidHeaderValue.
func (c copies) sourceConditions() (cond blob.Conditions, err error) {
	h := c.Request.Header
	cond.IfMatch, cond.IfNoneMatch = h.Get("x-ms-source-if-match"), h.Get("x-ms-source-if-none-match")
	if cond.IfModifiedSince, err = c.readTime("x-ms-source-if-modified-since"); err != nil {
		return cond, err
	}
	cond.IfUnmodifiedSince, err = c.readTime("x-ms-source-if-unmodified-since")
	return cond, err
}

// fetch reads the bytes that the request is about from its source, a range of them if it names one, and checks
// them. Without a source they are in the body.
// Errors: those of findSource, RequestBodyTooLarge, ServerBusy, InvalidMd5 and the like.
func (c copies) fetch() error {
	if !c.hasSource() {
		return nil
	}
	s, err := c.findSource(false)
	if err != nil {
		return err
	}
	part := c.readRangeOf("x-ms-source-range")
	p, parts, err := s.Get(c.Context, part, s.cond)
	if err != nil {
		return &blob.SourceError{Err: err}
	}
	size := lists.Sum(parts, func(p string) int { return len(p) })
	if size > maxBlobBody {
		return rest.TooLarge(maxBlobBody)
	}
	if room := c.Request.Room; room != nil && len(parts) > 1 && room(size) != nil {
		return apierr.New(apierr.ServerBusy)
	}
	s.p, s.bytes = p, strings.Join(parts, "")
	c.source = s
	return nil
}

// failSource answers an error of a request with a source. If that cannot be read, the status is the one that its
// reader would get, but for conditions on a whole blob.
// Source: recorded traffic of the client for Python for parts of a blob; tests of the clients for .NET and
// JavaScript, which run against the service, for whole ones.
func (c copies) failSource(err error, whole bool) *rest.Response {
	unread, ok := errors.AsType[*blob.SourceError](err)
	if !ok {
		return c.fail(err)
	}
	cause := apierr.From(unread.Err)
	if cause.Code == apierr.InternalError {
		return c.fail(unread.Err)
	}
	failed := apierr.New(apierr.CannotVerifyCopySource)
	switch {
	case cause.Code != apierr.ConditionNotMet:
		failed.Message = cause.Message
	case whole:
		return c.fail(apierr.New(apierr.SourceConditionNotMet))
	case errors.Is(unread.Err, blob.ErrNotModified):
		return c.refuse(failed, &reply{status: 304})
	}
	return c.refuse(failed, &reply{status: cause.Code.Status()})
}
