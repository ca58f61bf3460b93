package rest_test

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

func TestVersions(t *testing.T) {
	t.Parallel()
	api := withEntity(t)
	tests := []struct {
		version string
		status  int
		code    string
		echo    bool
	}{
		{"2014-02-14", 200, "", false},
		{"2018-03-28", 200, "", false},
		{"2019-02-02", 200, "", true},
		{"2025-11-05", 200, "", true},
		{"2013-08-14", 415, "JsonFormatNotSupported", false},
		{"2009-09-19", 415, "JsonFormatNotSupported", false}, // the first one
		{"2009-09-18", 400, "InvalidHeaderValue", false},
		{"12.0.0b1", 400, "InvalidHeaderValue", false},
		{"2019-13-02", 400, "InvalidHeaderValue", false},
		{"2019-02-0x", 400, "InvalidHeaderValue", false},
		{"20190202--", 400, "InvalidHeaderValue", false},
	}
	for _, tt := range tests {
		t.Run(tt.version, func(t *testing.T) {
			r := ask(t, api, "GET", "/people()", "", "x-ms-version: "+tt.version, "x-ms-client-request-id: me")
			want(t, r, tt.status, tt.code)
			version, sent := r.Header.Lookup("x-ms-version")
			if sent != (tt.status != 400) || sent && version != tt.version {
				t.Errorf("x-ms-version = %q, sent %v", version, sent)
			}
			if got := r.Header.Get("x-ms-client-request-id"); (got == "me") != tt.echo {
				t.Errorf("x-ms-client-request-id = %q, want it to be echoed: %v", got, tt.echo)
			}
		})
	}
}

func TestClientRequestIDThatIsNotText(t *testing.T) {
	t.Parallel()
	api := withEntity(t)
	for _, id := range []string{"a\r\nb", "é", strings.Repeat("x", 1025)} {
		if got := ask(t, api, "GET", "/people()", "",
			"x-ms-client-request-id: "+id).Header.Get("x-ms-client-request-id"); got != "" {
			t.Errorf("x-ms-client-request-id %q is echoed as %q", id, got)
		}
	}
}
