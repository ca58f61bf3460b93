package rest

import (
	"context"
	"strings"

	"rowkey/engine/auth"
)

// Service is one of the storage services.
type Service = auth.Service

// The services.
const (
	TableService = auth.Table
	QueueService = auth.Queue
	BlobService  = auth.Blob
)

// Request is one request as it was received. Path and Query are still percent-encoded:
// a RowKey such as 'a%2Fb' has to survive until the path has been parsed.
type Request struct {
	Method    string
	Service   Service
	Account   string // from the host, or from the first segment of the path
	Secondary bool   // addressed to the read-only copy of the account
	Base      string // absolute URL of the account without a trailing slash; Location headers begin with it
	Path      string // below the base, with its leading slash: "/people()"
	Query     string // without "?"
	Header    Header
	Body      []byte                // must not be changed while the request is served
	TooLarge  int                   // bytes that its sender may send, if it has sent or announced more; Body is empty then
	Room      func(bytes int) error // asked before a large answer is made, an error refuses it; nil has room
	Remote    string                // IP address of the client, "" if unknown; some signatures are bound to one
	Port      string                // of the client's end of the connection, "" if unknown
}

// Response is one answer.
type Response struct {
	Status int
	Header Header
	Body   []byte
	Parts  []string // of a large blob, in place of Body: the stored values themselves
}

// Bytes returns the body in one piece.
func (r *Response) Bytes() []byte {
	if r.Parts == nil {
		return r.Body
	}
	return []byte(r.Text())
}

// Text returns the body as a string, without a copy of a blob that is stored in one piece.
func (r *Response) Text() string {
	if r.Parts == nil {
		return string(r.Body)
	}
	return strings.Join(r.Parts, "")
}

// Size returns how many bytes the body has.
func (r *Response) Size() int {
	n := len(r.Body)
	for _, part := range r.Parts {
		n += len(part)
	}
	return n
}

// Handler answers requests. It never fails: errors are responses.
type Handler interface {
	Serve(ctx context.Context, r *Request) *Response
}

// Field is one header line, spelled as it is sent.
type Field = auth.Pair

// Header is a list of fields in the order in which they are sent, one value a name.
// Look-up ignores case.
type Header []Field

// Get returns the value of a field, "" if it is absent.
func (h Header) Get(name string) string {
	v, _ := h.Lookup(name)
	return v
}

// Lookup returns the value of a field and whether it is there: an empty If-Match is not a missing one.
func (h Header) Lookup(name string) (string, bool) {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value, true
		}
	}
	return "", false
}

// Set replaces a field or appends it.
func (h *Header) Set(name, value string) {
	for i, f := range *h {
		if strings.EqualFold(f.Name, name) {
			(*h)[i].Value = value
			return
		}
	}
	*h = append(*h, Field{Name: name, Value: value})
}

// statusTexts are the texts of the status codes that the services send.
// Source: RFC 9110, section 15.
var statusTexts = [...]struct {
	status int
	text   string
}{
	{200, "OK"}, {201, "Created"}, {202, "Accepted"}, {204, "No Content"}, {206, "Partial Content"},
	{304, "Not Modified"}, {400, "Bad Request"}, {401, "Unauthorized"}, {403, "Forbidden"}, {404, "Not Found"},
	{405, "Method Not Allowed"}, {409, "Conflict"}, {411, "Length Required"},
	{412, "Precondition Failed"}, {413, "Request Entity Too Large"}, {415, "Unsupported Media Type"},
	{416, "Range Not Satisfiable"}, {500, "Internal Server Error"}, {501, "Not Implemented"},
	{502, "Bad Gateway"}, {503, "Service Unavailable"},
}

// StatusText returns the text that goes with a status, "" for one that no service sends.
func StatusText(status int) string {
	for _, r := range statusTexts {
		if r.status == status {
			return r.text
		}
	}
	return ""
}
