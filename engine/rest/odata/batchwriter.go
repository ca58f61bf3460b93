package odata

import (
	"cmp"
	"strconv"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/rest"
)

// batchWriter writes the body of a batch answer. Clients parse it as text: every byte counts.
// Source: recorded traffic.
type batchWriter struct {
	c         *call
	b         []byte
	batch     string // boundary
	changeset string // boundary
}

const (
	crlf         = "\r\n"
	partHeader   = "Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
	fieldNoSniff = "X-Content-Type-Options: nosniff\r\n"
	fieldNoCache = "Cache-Control: no-cache\r\n"
	dataVersion1 = "DataServiceVersion: 1.0;\r\n"
	dataVersion3 = "DataServiceVersion: 3.0;\r\n"
)

// usualAnswer is the room that a writer has at first, in bytes, at most: that of the answer to a hundred inserts.
const usualAnswer = 128 << 10

func (c batches) newBatchWriter() batchWriter {
	room := min(1024+len(c.Request.Body)*5/4, usualAnswer)
	return batchWriter{c: c.call, b: make([]byte, 0, room), batch: "batchresponse_" + c.NewID()}
}

func (w *batchWriter) contentType() string { return "multipart/mixed; boundary=" + w.batch }

func (w *batchWriter) add(ss ...string) {
	for _, s := range ss {
		w.b = append(w.b, s...)
	}
}

// field adds a header line unless the value is empty.
func (w *batchWriter) field(name, value string) {
	if value != "" {
		w.add(name, ": ", value, crlf)
	}
}

func (w *batchWriter) openChangeset() {
	w.changeset = "changesetresponse_" + w.c.NewID()
	w.add("--", w.batch, crlf, "Content-Type: multipart/mixed; boundary=", w.changeset, crlf, crlf)
}

func (w *batchWriter) closeChangeset() {
	w.add("--", w.changeset, "--", crlf)
	w.changeset = ""
}

// end closes the batch and returns its body.
func (w *batchWriter) end() []byte {
	w.add("--", w.batch, "--", crlf)
	return w.b
}

// status begins a part inside the changeset, or in the batch itself if there is none.
func (w *batchWriter) status(code int) {
	boundary := cmp.Or(w.changeset, w.batch)
	w.add("--", boundary, crlf, partHeader, "HTTP/1.1 ", strconv.Itoa(code), " ", rest.StatusText(code), crlf)
}

// change writes the answer to a write that worked. What has a body or a preference that was applied is
// of the third version of OData, anything else of the first.
func (w *batchWriter) change(p *call, r *reply) {
	w.status(r.status)
	w.field("Content-ID", p.Fields.ContentID)
	if len(r.body) > 0 {
		w.add(dataVersion3)
		w.field("Content-Type", r.contentType)
	}
	w.add(fieldNoSniff, fieldNoCache)
	applied := p.applied()
	w.field("Preference-Applied", applied)
	switch {
	case len(r.body) > 0:
	case applied != "":
		w.add(dataVersion3)
	default:
		w.add(dataVersion1)
	}
	w.field("Location", r.location)
	w.field("DataServiceId", r.serviceID)
	w.field("ETag", r.etag)
	w.add(crlf)
	w.b = append(w.b, r.body...)
	w.add(crlf)
}

// failure writes the answer to the operation that failed, in the format that it asked for. The
// preference is that of the last operation: by then the service has read all of them.
func (w *batchWriter) failure(p *call, preference string, code apierr.Code, message string) {
	w.status(code.Status())
	w.field("Content-ID", p.Fields.ContentID)
	w.add(fieldNoSniff)
	if !foundEarly(code) {
		w.add(fieldNoCache)
		w.field("Preference-Applied", preference)
	}
	w.add(dataVersion3)
	w.field("Content-Type", p.format.contentType())
	w.add(crlf)
	w.b = p.appendODataError(w.b, code, message)
	w.add(crlf)
}

// unreadable writes the answer to a part that is not a request.
func (w *batchWriter) unreadable() {
	w.status(apierr.InvalidInput.Status())
	w.add(dataVersion1)
	w.field("Content-Type", typeXMLUTF8)
	w.add(crlf)
	w.b = w.c.appendPlainError(w.b, apierr.InvalidInput, texUnreadable)
	w.add(crlf)
}

// response writes the answer to a query.
func (w *batchWriter) response(p *call, r *rest.Response) {
	w.status(r.Status)
	w.field("Content-ID", p.Fields.ContentID)
	w.add(dataVersion3)
	for _, name := range [...]string{"Content-Type", "X-Content-Type-Options", "Cache-Control"} {
		w.field(name, r.Header.Get(name))
	}
	for _, f := range r.Header {
		if strings.HasPrefix(f.Name, "x-ms-continuation-") {
			w.field(f.Name, f.Value)
		}
	}
	w.field("ETag", r.Header.Get("ETag"))
	w.add(crlf)
	w.b = append(w.b, r.Body...)
	w.add(crlf)
}
