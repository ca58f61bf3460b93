package trail

import "strings"

// TraceID returns the part of a traceparent that all requests of a unit of work have in common, "" if it is none.
// Source: W3C Trace Context, section 3.2, "Traceparent Header".
func TraceID(parent string) string {
	const version, id = len("00-"), 32
	if len(parent) < version+id+1 || parent[2] != '-' || parent[version+id] != '-' {
		return ""
	}
	found := parent[version : version+id]
	if strings.Trim(found, "0123456789abcdef") != "" || strings.Trim(found, "0") == "" {
		return ""
	}
	return found
}
