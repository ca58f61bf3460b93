package rest

import (
	"errors"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
)

const (
	byteOrderMark  = "\ufeff"
	xmlDeclaration = `<?xml version="1.0" encoding="utf-8"?>`
	errorNamespace = "http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"
)

// fail answers an error of the OData pipeline.
// Source: Status and error codes; recorded traffic for the fields.
func (c *call) fail(err error) *Response {
	e := c.refusal(err)
	return c.send(&reply{
		status:      e.Code.Status(),
		noCache:     !e.Early,
		body:        c.appendODataError(nil, e.Code, e.Message),
		contentType: c.format.contentType(),
	})
}

// failAdmin answers an error of the properties, stats and access policies.
func (c *call) failAdmin(err error) *Response {
	if c.req.Service != TableService {
		return c.failStorage(err)
	}
	e := c.refusal(err)
	r := &reply{status: e.Code.Status(), layer: layerAdmin, contentType: typeXML}
	r.body = c.appendPrefixedError(nil, e.Code, e.Message)
	if c.version >= errorCodeSince {
		r.errorCode = string(e.Code)
	}
	return c.send(r)
}

// failFront answers an error of the front end.
func (c *call) failFront(err error) *Response {
	if c.req.Service != TableService {
		return c.failStorage(err)
	}
	return c.send(c.frontReply(err))
}

func (c *call) frontReply(err error) *reply {
	e := c.refusal(err)
	r := &reply{status: e.Code.Status(), layer: layerFront, contentType: typeXML, errorCode: string(e.Code)}
	if c.format.json {
		r.contentType = typeJSON
		r.body = c.appendODataError(nil, e.Code, e.Message)
	} else {
		r.body = c.appendPrefixedError(nil, e.Code, e.Message)
	}
	return r
}

// refusal returns the error as the client may see it, and reports what no client caused.
func (c *call) refusal(err error) *apierr.Error {
	var e *apierr.Error
	if !errors.As(err, &e) && c.ctx.Err() == nil { // a client that has gone is nobody's mistake
		c.api.Report(err)
	}
	e = apierr.From(err)
	c.note(e.Code)
	return e
}

func (c *call) note(code apierr.Code) {
	if c.rec != nil {
		c.rec.Code = code
	}
}

// errorText is what stands in every error body, whatever its form.
func (c *call) errorText(message string) string {
	b := make([]byte, 0, len(message)+96)
	b = append(b, message...)
	b = append(b, "\nRequestId:"...)
	b = append(b, c.id...)
	b = append(b, "\nTime:"...)
	return string(appendStamp(b, c.api.Clock.Now()))
}

// appendODataError writes an error as JSON if the client asked for JSON, else as XML.
func (c *call) appendODataError(b []byte, code apierr.Code, message string) []byte {
	if !c.format.json {
		return c.appendPlainError(b, code, message)
	}
	b = append(b, `{"odata.error":{"code":`...)
	b = edm.AppendString(b, string(code))
	b = append(b, `,"message":{"lang":"en-US","value":`...)
	b = edm.AppendString(b, c.errorText(message))
	return append(b, `}}}`...)
}

// appendPlainError writes an error in XML without a namespace prefix.
func (c *call) appendPlainError(b []byte, code apierr.Code, message string) []byte {
	b = append(b, xmlDeclaration+`<error xmlns="`+errorNamespace+`"><code>`...)
	b = append(b, code...)
	b = append(b, `</code><message xml:lang="en-US">`...)
	b = appendXMLText(b, c.errorText(message))
	return append(b, `</message></error>`...)
}

// appendPrefixedError writes an error in XML with the namespace prefix "m".
func (c *call) appendPrefixedError(b []byte, code apierr.Code, message string) []byte {
	b = append(b, xmlDeclaration+`<m:error xmlns:m="`+errorNamespace+`"><m:code>`...)
	b = append(b, code...)
	b = append(b, `</m:code><m:message xml:lang="en-US">`...)
	b = appendXMLText(b, c.errorText(message))
	return append(b, `</m:message></m:error>`...)
}

// appendXMLText writes character data. A carriage return would not survive as it is.
func appendXMLText(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '&':
			b = append(b, "&amp;"...)
		case '<':
			b = append(b, "&lt;"...)
		case '>':
			b = append(b, "&gt;"...)
		case '\r':
			b = append(b, "&#xD;"...)
		default:
			b = append(b, s[i])
		}
	}
	return b
}
