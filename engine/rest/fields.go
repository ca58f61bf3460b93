package rest

import "strings"

// fields are the header fields of a request that mean something to the service.
type fields struct {
	accept, contentType          string
	ifMatch, ifNoneMatch         string
	prefer, version, clientID    string
	method, explain, contentID   string
	origin, corsMethod           string
	corsHeaders                  string
	hasIfMatch, hasNone, hasVerb bool
}

// readFields picks them out in one pass.
func readFields(h Header) fields {
	var f fields
	for i := range h {
		f.set(h[i].Name, strings.Trim(h[i].Value, " \t"))
	}
	return f
}

// set looks at the length first: most fields are somebody else's.
func (f *fields) set(name, value string) {
	switch len(name) {
	case len("Accept"): // Prefer, Origin
		f.setShort(name, value)
	case len("If-Match"):
		if strings.EqualFold(name, "If-Match") {
			f.ifMatch, f.hasIfMatch = value, true
		}
	case len("X-Explain"):
		if strings.EqualFold(name, "X-Explain") {
			f.explain = value
		}
	case len("Content-ID"):
		if strings.EqualFold(name, "Content-ID") {
			f.contentID = value
		}
	case len("Content-Type"): // x-ms-version
		f.setMedium(name, value)
	case len("If-None-Match"): // X-HTTP-Method
		f.setMedium(name, value)
	default:
		f.setLong(name, value)
	}
}

func (f *fields) setShort(name, value string) {
	switch {
	case strings.EqualFold(name, "Accept"):
		f.accept = value
	case strings.EqualFold(name, "Prefer"):
		f.prefer = value
	case strings.EqualFold(name, "Origin"):
		f.origin = value
	}
}

func (f *fields) setMedium(name, value string) {
	switch {
	case strings.EqualFold(name, "Content-Type"):
		f.contentType = value
	case strings.EqualFold(name, "x-ms-version"):
		f.version = value
	case strings.EqualFold(name, "If-None-Match"):
		f.ifNoneMatch, f.hasNone = value, true
	case strings.EqualFold(name, "X-HTTP-Method"):
		f.method, f.hasVerb = value, true
	}
}

func (f *fields) setLong(name, value string) {
	switch {
	case strings.EqualFold(name, "x-ms-client-request-id"):
		f.clientID = value
	case strings.EqualFold(name, "Access-Control-Request-Method"):
		f.corsMethod = value
	case strings.EqualFold(name, "Access-Control-Request-Headers"):
		f.corsHeaders = value
	}
}

// preference returns the value of Prefer that the service knows, "" for any other.
// Source: Setting the Prefer header to manage response echo on insert operations.
func (f *fields) preference() string {
	switch f.prefer {
	case "return-content", "return-no-content":
		return f.prefer
	}
	return ""
}

// applied returns the value of Preference-Applied, "" if the answer has none: a request that neither
// inserts nor updates has nothing to echo.
// Source: recorded traffic.
func (c *call) applied() string {
	verb, _ := tunnelled(c.req.Method, &c.fields) // a method that cannot be tunnelled is refused elsewhere
	switch verb {
	case "POST", "PUT", "MERGE", "PATCH":
		return c.fields.preference()
	}
	return ""
}
