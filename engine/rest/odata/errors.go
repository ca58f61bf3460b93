package odata

import (
	"rowkey/engine/apierr"
	"rowkey/engine/edm"
	"rowkey/engine/rest"
	"rowkey/engine/xmltext"
)

const (
	errorNamespace = "http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"
	errorCodeSince = "2018-03-28" // first version with x-ms-error-code on access policies and properties
)

// fail answers an error of an operation.
// Source: Status and error codes; recorded traffic for the fields.
func (c *call) fail(err error) *rest.Response { return c.Fail(rest.AtOperation, err) }

// Fail implements [rest.Exchange].
func (c *call) Fail(at rest.Stage, err error, fields ...rest.Field) *rest.Response {
	e := c.Refusal(err)
	r := reply{status: e.Code.Status(), stage: at, known: fields}
	switch at {
	case rest.AtOperation:
		r.noCache, r.contentType = !e.Early, c.format.contentType()
		r.body = c.appendODataError(nil, e.Code, e.Message)
	case rest.AtSettings:
		r.contentType, r.body = rest.TypeXML, c.appendPrefixedError(nil, e.Code, e.Message)
		if c.Version >= errorCodeSince {
			r.errorCode = string(e.Code)
		}
	case rest.AtVersion:
		r.contentType, r.body = rest.TypeXML, c.appendVersionError(nil, e.Code, e.Message)
	case rest.AtCredential: // in the form of the front end, with the fields of the service
		r.stage = rest.AtSettings
		c.refuseFront(&r, e)
	default:
		c.refuseFront(&r, e)
	}
	return c.send(&r)
}

// refuseFront gives the reply the form of the front end.
func (c *call) refuseFront(r *reply, e *apierr.Error) {
	r.errorCode = string(e.Code)
	if c.format.json {
		r.contentType, r.body = typeJSON, c.appendODataError(nil, e.Code, e.Message)
		return
	}
	r.contentType, r.body = rest.TypeXML, c.appendPrefixedError(nil, e.Code, e.Message)
}

// appendODataError writes an error as JSON if the client asked for JSON, else as XML.
func (c *call) appendODataError(b []byte, code apierr.Code, message string) []byte {
	if !c.format.json {
		return c.appendPlainError(b, code, message)
	}
	b = append(b, `{"odata.error":{"code":`...)
	b = edm.AppendString(b, string(code))
	b = append(b, `,"message":{"lang":"en-US","value":`...)
	b = edm.AppendString(b, c.ErrorText(message))
	return append(b, `}}}`...)
}

// appendPlainError writes an error in XML without a namespace prefix.
func (c *call) appendPlainError(b []byte, code apierr.Code, message string) []byte {
	b = append(b, xmltext.Declaration+`<error xmlns="`+errorNamespace+`"><code>`...)
	b = append(b, code...)
	b = append(b, `</code><message xml:lang="en-US">`...)
	b = c.appendMessage(b, message)
	return append(b, `</message></error>`...)
}

// appendPrefixedError writes an error in XML with the namespace prefix "m".
func (c *call) appendPrefixedError(b []byte, code apierr.Code, message string) []byte {
	b = append(b, xmltext.Declaration+`<m:error xmlns:m="`+errorNamespace+`"><m:code>`...)
	b = append(b, code...)
	b = append(b, `</m:code><m:message xml:lang="en-US">`...)
	b = c.appendMessage(b, message)
	return append(b, `</m:message></m:error>`...)
}

// appendVersionError writes an error before it is known which rules hold, hence in a form of its own.
// Source: recorded traffic.
func (c *call) appendVersionError(b []byte, code apierr.Code, message string) []byte {
	b = append(b, xmltext.ByteOrderMark+`<?xml version="1.0" encoding="utf-8" standalone="yes"?>`+"\r\n"+
		`<error xmlns="`+errorNamespace+`">`+"\r\n  <code>"...)
	b = append(b, code...)
	b = append(b, "</code>\r\n  <message xml:lang=\"en-US\">"...)
	b = c.appendMessage(b, message)
	return append(b, "</message>\r\n</error>"...)
}

// appendMessage writes what an error says, which may repeat what the client sent.
func (c *call) appendMessage(b []byte, message string) []byte {
	return xmltext.AppendText(b, xmltext.Printable(c.ErrorText(message)))
}
