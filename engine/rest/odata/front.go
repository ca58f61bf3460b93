package odata

import (
	"strconv"
	"strings"

	"rowkey/engine/percent"
	"rowkey/engine/rest"
)

// invalidURL is the page of the web server in front of the service, which does not know what it is in front of.
const invalidURL = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN""http://www.w3.org/TR/html4/strict.dtd">` + crlf +
	`<HTML><HEAD><TITLE>Bad Request</TITLE>` + crlf +
	`<META HTTP-EQUIV="Content-Type" Content="text/html; charset=us-ascii"></HEAD>` + crlf +
	`<BODY><h2>Bad Request - Invalid URL</h2>` + crlf +
	`<hr><p>HTTP Error 400. The request URL is invalid.</p>` + crlf +
	`</BODY></HTML>` + crlf

// stopsAtTheFront reports whether the web server refuses a path, for a control character in it. Of those from U+0080
// on it refuses the ones that its code page does not have.
// Source: what suites of clients expect of the service.
func stopsAtTheFront(raw string) bool {
	path, ok := percent.Decode(raw)
	return ok && strings.ContainsFunc(path, func(c rune) bool {
		return c < 0x20 || c >= 0x7F && strings.ContainsRune("\u007F\u0081\u008D\u008F\u0090\u009D", c)
	})
}

// refuseURL answers in place of the service: without an id, a version or a code.
func (c *call) refuseURL() *rest.Response {
	h := rest.Header{
		{Name: "Content-Length", Value: strconv.Itoa(len(invalidURL))},
		{Name: "Content-Type", Value: "text/html; charset=us-ascii"},
		{Name: "Server", Value: "Microsoft-HTTPAPI/2.0"},
	}
	return &rest.Response{Status: 400, Header: c.AppendDate(c.AppendCORS(h)), Body: []byte(invalidURL)}
}
