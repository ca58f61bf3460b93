package odata_test

import (
	"strings"
	"testing"
)

func TestFormatOfTheAnswer(t *testing.T) {
	t.Parallel()
	api := withEntity(t)
	const none, minimal, full = "odata=nometadata;", "odata=minimalmetadata;", "odata=fullmetadata;"
	tests := []struct {
		name, accept, query string
		status              int
		contentType         string
	}{
		{"no-metadata", "application/json;odata=nometadata", "", 200, none},
		{"minimal-metadata", "application/json;odata=minimalmetadata", "", 200, minimal},
		{"full-metadata", "application/json;odata=fullmetadata", "", 200, full},
		{"json-alone-is-minimal", "application/json", "", 200, minimal},
		{"blanks-and-letter-case", "Application/JSON; odata=NoMetadata", "", 200, none},
		{"other-parameters", "application/json;charset=utf-8;odata=fullmetadata", "", 200, full},
		{"a-list", "text/html, application/json;odata=fullmetadata, */*", "", 200, full},
		{"format-beats-accept", "application/json;odata=minimalmetadata",
			"?$format=application/json%3Bodata%3Dfullmetadata", 200, full},
		{"format-without-accept", "*/*", "?%24format=application%2Fjson%3Bodata%3Dnometadata", 200, none},
		{"a-format-that-is-no-json", "application/json", "?$format=atom", 415, minimal},
		{"anything", "*/*", "", 415, "application/xml;charset=utf-8"},
		{"atom", "application/atom+xml", "", 415, "application/xml;charset=utf-8"},
		{"a-level-of-nobody", "application/json;odata=verbose", "", 415, "application/xml;charset=utf-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := ask(t, api, "GET", "/people()"+tt.query, "", "Accept: "+tt.accept)
			want(t, r, tt.status, "")
			if got := r.Header.Get("Content-Type"); !strings.Contains(got, tt.contentType) {
				t.Errorf("Content-Type = %q, want %q in it", got, tt.contentType)
			}
		})
	}
}

func TestContentTypeOfTheRequest(t *testing.T) {
	t.Parallel()
	tests := []struct {
		contentType string
		status      int
		code        string
	}{
		{"", 204, ""},
		{"application/json", 204, ""},
		{"application/json;odata=verbose", 204, ""},
		{"Application/Json; charset=utf-8", 204, ""},
		{"application/atom+xml", 415, "AtomFormatNotSupported"},
		{"text/plain", 415, "MediaTypeNotSupported"},
	}
	for _, tt := range tests {
		t.Run("type "+tt.contentType, func(t *testing.T) {
			header := []string{"Prefer: return-no-content"}
			if tt.contentType != "" {
				header = append(header, "Content-Type: "+tt.contentType)
			}
			want(t, ask(t, withTable(t), "POST", "/people", ann, header...), tt.status, tt.code)
		})
	}
}
