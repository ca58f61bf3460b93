package odata

import (
	"errors"
	"strconv"

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

// failPart writes the single answer of a transaction that was not done. The text begins with the
// index of the operation, except when the only operation of a batch fails while it is run, or when
// the service is busy and no operation is to blame.
// Source: recorded traffic; for a busy service what others met, azure-sdk-for-net issue 10314.
func (c batches) failPart(w *batchWriter, calls []call, i int, err error) {
	e := c.Refusal(err)
	if e.Op >= 0 {
		i = e.Op
	}
	i = min(max(i, 0), len(calls)-1)
	message := e.Message
	if e.Code != apierr.ServerBusy && (len(calls) > 1 || !foundLate(e.Code)) {
		message = strconv.Itoa(i) + ":" + message
	}
	code := e.Code
	if code == apierr.InvalidDuplicateRow && c.Version < duplicateRowSince {
		code, message = apierr.InvalidInput, strconv.Itoa(i)+":"+apierr.InvalidInput.Message()
	}
	w.failure(&calls[i], calls[len(calls)-1].applied(), code, message)
}

// duplicateRowSince is the first version with InvalidDuplicateRow in place of InvalidInput; the
// newest one recorded without it is 2015-04-05.
const duplicateRowSince = "2015-07-08"

// foundLate reports whether a code arises while an operation is run.
func foundLate(code apierr.Code) bool {
	switch code {
	case apierr.EntityAlreadyExists, apierr.ResourceNotFound,
		apierr.UpdateConditionNotMet, apierr.ConditionNotMet:
		return true
	}
	return false
}

// foundEarly reports whether a code arises before the transaction is begun; such an answer lacks
// Cache-Control.
func foundEarly(code apierr.Code) bool {
	return code == apierr.TableNotFound || code == apierr.MethodNotAllowed
}

// failedAt returns the index of the failed operation, 0 if the error names none.
func failedAt(err error, n int) int {
	if e, ok := errors.AsType[*apierr.Error](err); ok && e.Op >= 0 && e.Op < n {
		return e.Op
	}
	return 0
}
