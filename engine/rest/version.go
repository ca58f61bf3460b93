package rest

import (
	"rowkey/engine/apierr"
	"rowkey/engine/auth"
)

const (
	firstVersion   = "2009-09-19"
	defaultVersion = "2020-12-06" // of a request that names none
	echoSince      = "2019-02-02" // first version that returns x-ms-client-request-id
	errorCodeSince = "2018-03-28" // first version with x-ms-error-code on ACL and properties
)

// version checks x-ms-version; everything after it may compare versions as text.
// Source: Versioning for the Azure Storage services.
func version(next step) step {
	return func(c *call) *Response {
		c.version = c.fields.version
		if c.version == "" {
			c.version = signedVersion(c.query)
		}
		if !validVersion(c.version) {
			return c.refuseVersion()
		}
		return next(c)
	}
}

// signedVersion returns the version of a shared access signature, which holds for a request that
// names none, or the default.
// Source: Versioning for the Azure Storage services, "Requests via a shared access signature".
func signedVersion(query []auth.Pair) string {
	if version, ok := auth.Lookup(query, "sv"); ok {
		return version
	}
	return defaultVersion
}

// validVersion tells whether v is a date that is not before the first version. Later dates than
// the newest version pass: clients move faster than this list would.
func validVersion(v string) bool {
	if len(v) != len(firstVersion) {
		return false
	}
	for i := 0; i < len(v); i++ {
		if isDash := i == 4 || i == 7; isDash != (v[i] == '-') || !isDash && (v[i] < '0' || v[i] > '9') {
			return false
		}
	}
	return v >= firstVersion && v[5:7] <= "12" && v[8:] <= "31"
}

// refuseVersion answers before anybody knows which rules hold, hence in a form of its own.
// Source: recorded traffic.
func (c *call) refuseVersion() *Response {
	if c.req.Service != TableService {
		sent := c.version
		c.version = "" // none is sent back
		return c.failStorage(apierr.InvalidHeader("x-ms-version", sent))
	}
	err := apierr.New(apierr.InvalidHeaderValue)
	c.note(err.Code)
	body := append([]byte(nil), byteOrderMark+`<?xml version="1.0" encoding="utf-8" standalone="yes"?>`+"\r\n"+
		`<error xmlns="`+errorNamespace+`">`+"\r\n  <code>"...)
	body = append(body, err.Code...)
	body = append(body, "</code>\r\n  <message xml:lang=\"en-US\">"...)
	body = appendXMLText(body, c.errorText(err.Message))
	body = append(body, "</message>\r\n</error>"...)
	return c.send(&reply{status: err.Code.Status(), layer: layerGate, body: body, contentType: typeXML})
}
