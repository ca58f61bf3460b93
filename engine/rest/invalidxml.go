package rest

import (
	"errors"
	"strconv"

	"rowkey/engine/apierr"
	"rowkey/engine/xmltext"
)

// invalidXML turns the error of a reader of XML into InvalidXmlDocument, which says where the document is wrong
// and why; the Table service leaves that out. Other errors stay as they are.
// Source: recorded traffic of the queue service; azure-sdk-for-net issue 11358.
func invalidXML(err error) error {
	syntax, ok := errors.AsType[*xmltext.SyntaxError](err)
	if !ok {
		return err
	}
	return apierr.New(apierr.InvalidXMLDocument).
		With("LineNumber", strconv.Itoa(syntax.Line)).With("LinePosition", strconv.Itoa(syntax.Position)).
		With("Reason", syntax.Reason)
}

// EachElement reads the body as a document whose root has that name, and gives the children of the root to f.
// Errors: InvalidXmlDocument, those of f, and that of a request whose client has gone.
func (c *Call) EachElement(root string, f func(*xmltext.Element) error) error {
	return invalidXML(xmltext.Each(c.Context, c.Body(), root, f))
}
