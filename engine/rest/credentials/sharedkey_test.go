package credentials_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/rest"
)

func TestOwnersSignInEveryForm(t *testing.T) {
	t.Parallel()
	for _, scheme := range []auth.Scheme{auth.SharedKey, auth.SharedKeyLite} {
		t.Run(string(scheme), func(t *testing.T) {
			api := guard(newAPI(t), false)
			steps := []struct {
				service            rest.Service
				method, path, body string
				status             int
			}{
				{rest.TableService, "POST", "/Tables", `{"TableName":"people"}`, 201},
				{rest.TableService, "POST", "/people", ann, 201},
				{rest.TableService, "GET", "/people(PartitionKey=%27a%27,%20RowKey='1')?$select=Name", "", 200},
				{rest.TableService, "GET", "/people()?$filter=Name%20eq%20'A%2BB'&timeout=20", "", 200},
				{rest.TableService, "GET", "/?restype=service&comp=properties", "", 200},
				{rest.QueueService, "PUT", "/tasks", "", 201},
				{rest.QueueService, "POST", "/tasks/messages?visibilitytimeout=0", message("hello"), 201},
				{rest.QueueService, "GET", "/tasks?comp=metadata", "", 200},
				{rest.BlobService, "PUT", "/files?restype=container", "", 201},
				{rest.BlobService, "GET", "/files?restype=container&comp=list&prefix=a%2Fb", "", 200},
			}
			for _, s := range steps {
				r := newRequest(t, s.service, s.method, s.path, s.body,
					"Accept: application/json", "Content-Type: application/json", "x-ms-version: 2019-02-02",
					"x-ms-meta-b: 2", "X-Ms-Meta-A: 1")
				signedBy(t, r, ownKey, scheme, api.Clock.Now())
				if got := api.Serve(context.Background(), r); got.Status != s.status {
					t.Errorf("%s %s: status = %d, want %d: %s", s.method, s.path, got.Status, s.status, got.Body)
				}
			}
		})
	}
}

func TestRequestsWithoutAGoodSignatureAreRefused(t *testing.T) {
	t.Parallel()
	api := guard(withTable(t), false)
	now := api.Clock.Now()
	const failed = "AuthenticationFailed"
	tests := []struct {
		name   string
		status int
		code   string
		change func(*rest.Request)
	}{
		{"good", 200, "", func(*rest.Request) {}},
		{"nothing-is-signed", 401, "NoAuthenticationInformation", func(r *rest.Request) { drop(&r.Header, "Authorization") }},
		{"a-directory-is-not-asked", 401, "NoAuthenticationInformation",
			func(r *rest.Request) { r.Header.Set("Authorization", "Bearer abc.def.ghi") }},
		{"a-directory-is-unknown-to-old-versions", 400, "InvalidAuthenticationInfo", func(r *rest.Request) {
			r.Header.Set("Authorization", "Bearer abc.def.ghi")
			r.Header.Set("x-ms-version", "2018-03-28")
		}},
		{"a-scheme-that-is-none", 400, "InvalidAuthenticationInfo",
			func(r *rest.Request) { r.Header.Set("Authorization", "Basic abc") }},
		{"an-empty-field", 400, "InvalidAuthenticationInfo", func(r *rest.Request) { r.Header.Set("Authorization", "") }},
		{"no-signature", 400, "InvalidAuthenticationInfo",
			func(r *rest.Request) { r.Header.Set("Authorization", "SharedKey "+account1) }},
		{"another-key", 403, failed, func(r *rest.Request) { signedBy(t, r, auth.Key("third"), auth.SharedKey, now) }},
		{"the-key-of-another-account", 403, failed, func(r *rest.Request) {
			v := r.Header.Get("Authorization")
			r.Header.Set("Authorization", strings.Replace(v, account1, "other", 1))
		}},
		{"an-account-that-is-none", 403, failed, func(r *rest.Request) {
			r.Account, r.Base = "other", "http://127.0.0.1:10002/other"
			signedBy(t, r, ownKey, auth.SharedKey, now)
		}},
		{"another-path", 403, failed, func(r *rest.Request) { r.Path = "/Tables" }},
		{"another-comp", 403, failed, func(r *rest.Request) { r.Query = "comp=acl" }},
		{"another-method", 403, failed, func(r *rest.Request) { r.Method = "POST" }},
		{"no-date", 403, failed, func(r *rest.Request) { drop(&r.Header, "x-ms-date") }},
		{"a-date-that-is-none", 403, failed, func(r *rest.Request) { r.Header.Set("x-ms-date", "now") }},
		{"15-minutes-late", 200, "",
			func(r *rest.Request) { signedBy(t, r, ownKey, auth.SharedKey, now.Add(-15*time.Minute+time.Second)) }},
		{"later", 403, failed,
			func(r *rest.Request) { signedBy(t, r, ownKey, auth.SharedKey, now.Add(-15*time.Minute-time.Second)) }},
		{"15-minutes-early", 200, "",
			func(r *rest.Request) { signedBy(t, r, ownKey, auth.SharedKey, now.Add(15*time.Minute)) }},
		{"earlier", 403, failed,
			func(r *rest.Request) { signedBy(t, r, ownKey, auth.SharedKey, now.Add(15*time.Minute+time.Second)) }},
		{"a-query-string-that-cannot-be-read", 400, "InvalidUri", func(r *rest.Request) { r.Query = "a=%zz" }},
		{"a-version-that-is-none", 400, "InvalidHeaderValue", func(r *rest.Request) { r.Header.Set("x-ms-version", "new") }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := signedBy(t, newRequest(t, rest.TableService, "GET", "/people()", "", "Accept: application/json"), ownKey,
				auth.SharedKey, now)
			tt.change(r)
			got := api.Serve(context.Background(), r)
			want(t, got, tt.status, tt.code)
			for _, secret := range []string{string(ownKey), "c2Vjb25k", r.Header.Get("Authorization")} {
				if secret != "" && strings.Contains(lines(got.Header)+string(got.Body), secret) {
					t.Errorf("the answer repeats the secret %q", secret)
				}
			}
		})
	}
}

// drop removes a field.
func drop(h *rest.Header, name string) {
	for i := range *h {
		if strings.EqualFold((*h)[i].Name, name) {
			*h = append((*h)[:i], (*h)[i+1:]...)
			return
		}
	}
}

// The fields of refusals are those of recorded traffic.
func TestRefusalsHaveTheShapeOfTheirLayer(t *testing.T) {
	t.Parallel()
	api := guard(withTable(t), false)
	const (
		id    = "x-ms-request-id: 00000000-0000-4000-8000-"
		date  = "Date: Mon, 05 Jan 2026 08:00:00 GMT\n"
		text  = "\\nRequestId:ID\\nTime:2026-01-05T08:00:00.0000001Z"
		asked = "Bearer authorization_uri=https://login.microsoftonline.com/" +
			"00000000-0000-0000-0000-000000000000/oauth2/authorize resource_id=https://storage.azure.com"
		xml = `<?xml version="1.0" encoding="utf-8"?>` +
			`<m:error xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata">`
	)
	token := auth.Token{Version: "2019-02-02", Table: "people", Permissions: "r", Expiry: "2030-01-01"}.SignTable(ownKey,
		account1)
	tests := []struct {
		name, method, path, accept, header, body string
	}{
		{"anonymous", "GET", "/people()", "application/json",
			"Content-Length: 281\nContent-Type: application/json\nServer: Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0\n" +
				"WWW-Authenticate: " + asked + "\n" + id +
				"\nx-ms-client-request-id: mine\nx-ms-version: 2020-12-06\nx-ms-error-code: NoAuthenticationInformation\n" + date,
			`{"odata.error":{"code":"NoAuthenticationInformation","message":{"lang":"en-US","value":` +
				`"Server failed to authenticate the request. ` +
				`Please refer to the information in the www-authenticate header.` + text + `"}}}`},
		{"front-end-in-json", "GET", "/people()?" + token + "x", "application/json",
			"Content-Length: 299\nContent-Type: application/json\nServer: Microsoft-HTTPAPI/2.0\n" + id +
				"\nx-ms-error-code: AuthenticationFailed\n" + date,
			`{"odata.error":{"code":"AuthenticationFailed","message":{"lang":"en-US","value":` +
				`"Server failed to authenticate the request. ` +
				`Make sure the value of Authorization header is formed correctly including the signature.` + text + `"}}}`},
		{"front-end-in-xml", "GET", "/people()?" + token + "x", "application/xml",
			"Content-Length: 419\nContent-Type: application/xml\nServer: Microsoft-HTTPAPI/2.0\n" + id +
				"\nx-ms-error-code: AuthenticationFailed\n" + date,
			xml + `<m:code>AuthenticationFailed</m:code>` +
				`<m:message xml:lang="en-US">Server failed to authenticate the request. ` +
				`Make sure the value of Authorization header is formed correctly including the signature.` +
				strings.ReplaceAll(text, `\n`, "\n") + `</m:message></m:error>`},
		{"storage-layer", "PUT", "/people(PartitionKey='a',RowKey='1')?" + token, "application/json",
			"Cache-Control: no-cache\nTransfer-Encoding: chunked\n" +
				"Content-Type: application/json;odata=minimalmetadata;streaming=true;charset=utf-8\n" +
				"Server: Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0\n" + id +
				"\nx-ms-client-request-id: mine\nx-ms-version: 2020-12-06\nX-Content-Type-Options: nosniff\n" + date,
			`{"odata.error":{"code":"AuthorizationPermissionMismatch","message":{"lang":"en-US","value":` +
				`"This request is not authorized to perform this operation using this permission.` + text + `"}}}`},
		{"access-policies", "GET", "/people?comp=acl&" + token, "application/xml",
			"Content-Length: 345\nContent-Type: application/xml\nServer: Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0\n" + id +
				"\nx-ms-client-request-id: mine\nx-ms-version: 2020-12-06\nx-ms-error-code: AuthorizationFailure\n" + date,
			xml + `<m:code>AuthorizationFailure</m:code>` +
				`<m:message xml:lang="en-US">This request is not authorized to perform this operation.` +
				strings.ReplaceAll(text, `\n`, "\n") + `</m:message></m:error>`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := ask(t, api, tt.method, tt.path, "{}", "Accept: "+tt.accept, "x-ms-version: 2020-12-06",
				"x-ms-client-request-id: mine", "Content-Type: application/json")
			own := r.Header.Get("x-ms-request-id")
			if got, want := strings.ReplaceAll(lines(r.Header), own, own[:24]), tt.header; got != want {
				t.Errorf("fields =\n%s, want\n%s", got, want)
			}
			if got := strings.ReplaceAll(string(r.Body), own, "ID"); got != tt.body {
				t.Errorf("body =\n%s, want\n%s", got, tt.body)
			}
		})
	}
}

func TestAnonymousClientsOfOldVersionsFindNothing(t *testing.T) {
	t.Parallel()
	api := guard(withTable(t), false)
	want(t, ask(t, api, "GET", "/people()", "", "x-ms-version: 2019-07-07"), 404, "ResourceNotFound")
	want(t, send(t, api, queues, "GET", "/tasks", "", "x-ms-version: 2019-07-07"), 404, "ResourceNotFound")
	r := send(t, api, queues, "GET", "/tasks", "", "x-ms-version: 2019-12-12")
	want(t, r, 401, "NoAuthenticationInformation")
	if got := r.Header.Get("WWW-Authenticate"); !strings.HasPrefix(got, "Bearer authorization_uri=") {
		t.Errorf("WWW-Authenticate = %q, want a challenge", got)
	}
}

func TestRefusalsOfQueuesAndBlobsComeFromTheFrontEnd(t *testing.T) {
	t.Parallel()
	api := guard(withQueue(t), false)
	r := send(t, api, queues, "GET", "/tasks?comp=metadata", "", "Authorization: SharedKey "+account1+":AAAA")
	want(t, r, 403, "<Error><Code>AuthenticationFailed</Code>")
	if got := r.Header.Get("Server"); got != "Microsoft-HTTPAPI/2.0" {
		t.Errorf("Server = %q, want that of the front end", got)
	}
	if got := r.Header.Get("x-ms-error-code"); got != "AuthenticationFailed" {
		t.Errorf("x-ms-error-code = %q, want AuthenticationFailed", got)
	}
}

func TestWithoutAccountsNothingIsChecked(t *testing.T) {
	t.Parallel()
	api := withTable(t)
	want(t, ask(t, api, "GET", "/people()?sig=x&se=1999-01-01", "", "Authorization: nonsense"), 200, "")
	api.SetGuard(rest.Guard{Accounts: auth.Accounts{}})
	want(t, ask(t, api, "GET", "/people()", ""), 401, "")
	api.SetGuard(rest.Guard{})
	want(t, ask(t, api, "GET", "/people()", ""), 200, "")
}

func TestTrustedAreThoseWithoutCredentials(t *testing.T) {
	t.Parallel()
	api := guard(withTable(t), true)
	want(t, ask(t, api, "GET", "/people()", ""), 200, "")
	want(t, ask(t, api, "GET", "/people()?sig=x", ""), 403, "AuthenticationFailed")
	want(t, ask(t, api, "GET", "/people()", "", "Authorization: SharedKey "+account1+":AAAA"), 403, "AuthenticationFailed")
	want(t, ask(t, api, "GET", "/people()", "", "Authorization: Bearer x"), 401, "")
}

func TestPreflightNeedsNoSignature(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	want(t, ask(t, api, "PUT", "/?restype=service&comp=properties", cors(rule("*", "GET", "*", "*"))), 202, "")
	guard(api, false)
	want(t, ask(t, api, "OPTIONS", "/people", "", "Origin: https://a.example", "Access-Control-Request-Method: GET"),
		200, "")
	r := ask(t, api, "GET", "/people", "", "Origin: https://a.example")
	want(t, r, 401, "")
	if got := r.Header.Get("Access-Control-Allow-Origin"); got != "*" {
		t.Errorf("Access-Control-Allow-Origin of a refusal = %q, want *: the page has to learn why", got)
	}
}

func TestHostStyleAndSecondaryAreSigned(t *testing.T) {
	t.Parallel()
	api := guard(withTable(t), false)
	for _, address := range []string{
		"https://" + account1 + ".table.core.windows.net/people()", "https://" + account1 +
			"-secondary.table.core.windows.net/people()",
		"https://" + account1 + "-secondary.table.core.windows.net?restype=service&comp=stats",
	} {
		r, err := rest.HostStyle("GET", address)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "application/json")
		want(t, api.Serve(context.Background(), signedBy(t, r, ownKey, auth.SharedKey, api.Clock.Now())), 200, "")
	}
	r, err := rest.PathStyle(rest.TableService, "GET", base+"-secondary/people()")
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json")
	want(t, api.Serve(context.Background(), signedBy(t, r, ownKey, auth.SharedKey, api.Clock.Now())), 200, "")
}

func FuzzAuthorization(f *testing.F) {
	f.Add("SharedKey "+account1+":AAAA", "Mon, 05 Jan 2026 08:00:00 GMT", "/people()", "comp=list")
	f.Add("SharedKeyLite :", "", "", "")
	f.Add("Bearer", "x", "/%", "%=%&&=")
	f.Add("SharedKey a:b:c", "Mon, 99 Jan 2026 08:00:00 GMT", "//\x00", "a=1&A=2&comp=&comp=")
	api := guard(withTable(f), false)
	f.Fuzz(func(t *testing.T, authorization, date, path, query string) {
		for _, s := range []rest.Service{rest.TableService, queues, blobs} {
			r := newRequest(t, s, "GET", "/", "")
			r.Path, r.Query = path, query
			r.Header = rest.Header{{Name: "Authorization", Value: authorization}, {Name: "Date", Value: date},
				{Name: "x-ms-" + date, Value: path}}
			if got := api.Serve(context.Background(), r); got.Status < 400 {
				t.Errorf("GET %s?%s with %q: status = %d without a key", path, query, authorization, got.Status)
			}
		}
	})
}
