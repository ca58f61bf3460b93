package rest

import "strings"

// Fields are the header fields of a request that mean something to the services, without spaces around
// them. Those that only operations on blobs know are looked up where they are needed.
type Fields struct {
	Accept, ContentType                   string
	IfMatch, IfNoneMatch                  string
	Prefer, Version, ClientID             string
	Method                                string // X-HTTP-Method
	Explain, ContentID                    string
	Origin, CORSMethod, CORSHeaders       string
	HasIfMatch, HasIfNoneMatch, HasMethod bool
}

// ReadFields finds them in one pass.
func ReadFields(h Header) Fields {
	var f Fields
	for i := range h {
		f.set(h[i].Name, strings.Trim(h[i].Value, " \t"))
	}
	return f
}

// set looks at the length first: most fields have another name.
func (f *Fields) set(name, value string) {
	switch len(name) {
	case len("Accept"): // Prefer, Origin
		f.setShort(name, value)
	case len("If-Match"):
		if strings.EqualFold(name, "If-Match") {
			f.IfMatch, f.HasIfMatch = value, true
		}
	case len("X-Explain"):
		if strings.EqualFold(name, "X-Explain") {
			f.Explain = value
		}
	case len("Content-ID"):
		if strings.EqualFold(name, "Content-ID") {
			f.ContentID = value
		}
	case len("Content-Type"): // x-ms-version
		f.setMedium(name, value)
	case len("If-None-Match"): // X-HTTP-Method
		f.setMedium(name, value)
	default:
		f.setLong(name, value)
	}
}

func (f *Fields) setShort(name, value string) {
	switch {
	case strings.EqualFold(name, "Accept"):
		f.Accept = value
	case strings.EqualFold(name, "Prefer"):
		f.Prefer = value
	case strings.EqualFold(name, "Origin"):
		f.Origin = value
	}
}

func (f *Fields) setMedium(name, value string) {
	switch {
	case strings.EqualFold(name, "Content-Type"):
		f.ContentType = value
	case strings.EqualFold(name, "x-ms-version"):
		f.Version = value
	case strings.EqualFold(name, "If-None-Match"):
		f.IfNoneMatch, f.HasIfNoneMatch = value, true
	case strings.EqualFold(name, "X-HTTP-Method"):
		f.Method, f.HasMethod = value, true
	}
}

func (f *Fields) setLong(name, value string) {
	switch {
	case strings.EqualFold(name, "x-ms-client-request-id"):
		f.ClientID = value
	case strings.EqualFold(name, "Access-Control-Request-Method"):
		f.CORSMethod = value
	case strings.EqualFold(name, "Access-Control-Request-Headers"):
		f.CORSHeaders = value
	}
}
