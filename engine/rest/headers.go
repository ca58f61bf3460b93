package rest

import "strings"

// The pieces of the header of an answer that all services have. Each service puts them in the order of
// its HTTP stack: fields that HTTP knows, in its own order, then the others as they were added, and Date.

// ServerFront is Server in the answers of the front end.
const ServerFront = "Microsoft-HTTPAPI/2.0"

// TypeXML is the media type of documents.
const TypeXML = "application/xml"

// AppendField adds a field unless its value is empty.
func AppendField(h Header, name, value string) Header {
	if value == "" {
		return h
	}
	return append(h, Field{Name: name, Value: value})
}

// AppendServer adds Server, and Vary if the answer depends on the origin.
func (c *Call) AppendServer(h Header, server string) Header {
	h = append(h, Field{Name: "Server", Value: server})
	if c.vary {
		h = append(h, Field{Name: "Vary", Value: "Origin"})
	}
	return h
}

// AppendID adds the number of the request.
func (c *Call) AppendID(h Header) Header {
	return append(h, Field{Name: "x-ms-request-id", Value: c.id})
}

// AppendEcho adds the client's own id of the request, and the version.
func (c *Call) AppendEcho(h Header) Header {
	if c.Version >= echoSince && echoable(c.Fields.ClientID) {
		h = AppendField(h, "x-ms-client-request-id", c.Fields.ClientID)
	}
	return AppendField(h, "x-ms-version", c.Version)
}

// AppendDate adds the time.
func (c *Call) AppendDate(h Header) Header {
	var buffer [len(TimeFormat)]byte
	return append(h, Field{Name: "Date", Value: string(appendHTTPTime(buffer[:0], c.Now()))})
}

// maxClientID is the longest x-ms-client-request-id, in characters.
// Source: Set request headers, "x-ms-client-request-id".
const maxClientID = 1024

func echoable(id string) bool {
	for i := 0; i < len(id); i++ {
		if id[i] < ' ' || id[i] > '~' {
			return false
		}
	}
	return len(id) <= maxClientID
}

// HasPrefixFold reports whether s begins with a prefix, in any letter case.
func HasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}
