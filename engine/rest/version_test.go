package rest_test

import (
	"strings"
	"testing"
)

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
