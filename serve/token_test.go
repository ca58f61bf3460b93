package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"rowkey/engine/auth"
)

// get reads an address and returns the status and the body.
func get(t *testing.T, url string) (int, string) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b)
}

func TestTokensAreReadOffTheSocket(t *testing.T) {
	t.Parallel()
	url := start(t, "-auth", "on")["table"]
	client := official(t, url).NewClient("people")
	if _, err := client.CreateTable(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	key := auth.Development()[auth.DevelopmentAccount][0]
	in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format("2006-01-02T15:04:05Z") }
	soon, past := in(time.Hour), in(-time.Minute)
	tests := []struct {
		name   string
		token  auth.Token
		status int
		code   string
	}{
		{"good", auth.Token{Expiry: soon}, 200, ""},
		{"expired", auth.Token{Expiry: past}, 403, "AuthenticationFailed"},
		{"from-this-address", auth.Token{Expiry: soon, IP: "127.0.0.0-127.255.255.255"}, 200, ""},
		{"from-another-address", auth.Token{Expiry: soon, IP: "10.0.0.1"}, 403, "using this source IP 127.0.0.1."},
		{"https-alone", auth.Token{Expiry: soon, Protocol: "https"}, 403, "AuthorizationProtocolMismatch"},
		{"http-too", auth.Token{Expiry: soon, Protocol: "https,http"}, 200, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.token.Table, tt.token.Permissions = "people", "r"
			status, body := get(t, url+"/people()?$format=application/json&"+tt.token.SignTable(key, auth.DevelopmentAccount))
			if status != tt.status || !strings.Contains(body, tt.code) {
				t.Errorf("answer = %d %s, want %d %s", status, body, tt.status, tt.code)
			}
		})
	}
	if status, body := get(t, url+"/people()"); status != 401 || !strings.Contains(body, "NoAuthenticationInformation") {
		t.Errorf("anonymous: %d %s, want 401", status, body)
	}
}

func TestOfficialClientHandsOutATokenForATable(t *testing.T) {
	t.Parallel()
	url := start(t, "-auth", "on")["table"]
	owner := official(t, url).NewClient("people")
	if _, err := owner.CreateTable(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	address, err := owner.GetTableSASURL(aztables.SASPermissions{Add: true}, time.Now().Add(-time.Hour),
		time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	device, err := aztables.NewClientWithNoCredential(url+"/people?"+address[strings.IndexByte(address, '?')+1:], nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := device.AddEntity(t.Context(), person("Sales", "1", 34), nil); err != nil {
		t.Errorf("an insert with a token to add: %v", err)
	}
	_, err = device.GetEntity(t.Context(), "Sales", "1", nil)
	wantCode(t, err, 403, "AuthorizationPermissionMismatch")
}
