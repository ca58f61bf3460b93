package rest_test

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

// storageOperation is a request to a queue or a blob, what an account SAS needs for it, and what a
// service SAS needs: "-" if there can be none.
type storageOperation struct {
	service                  rest.Service
	name, method, path, body string
	types, letters           string // of an account SAS; one of the letters is enough
	own                      string // letters of a service SAS, of which one is enough
	status                   int
}

var storageOperations = []storageOperation{
	{queues, "list-queues", "GET", "/?comp=list", "", "s", "l", "-", 200},
	{queues, "queue-properties", "GET", "/?restype=service&comp=properties", "", "s", "r", "-", 200},
	{queues, "create-queue", "PUT", "/others", "", "c", "cw", "-", 201},
	{queues, "delete-queue", "DELETE", "/tasks", "", "c", "d", "-", 204},
	{queues, "queue-metadata", "GET", "/tasks?comp=metadata", "", "c", "r", "r", 200},
	{queues, "set-queue-metadata", "PUT", "/tasks?comp=metadata", "", "c", "w", "-", 204},
	{queues, "queue-policies", "GET", "/tasks?comp=acl", "", "-", "", "-", 200},
	{queues, "put-message", "POST", "/tasks/messages", message("new"), "o", "a", "a", 201},
	{queues, "peek", "GET", "/tasks/messages?peekonly=true", "", "o", "r", "r", 200},
	{queues, "get-messages", "GET", "/tasks/messages", "", "o", "p", "p", 200},
	{queues, "clear-messages", "DELETE", "/tasks/messages", "", "o", "dp", "p", 204},
	{blobs, "list-containers", "GET", "/?comp=list", "", "s", "l", "-", 200},
	{blobs, "create-container", "PUT", "/others?restype=container", "", "c", "cw", "-", 201},
	{blobs, "delete-container", "DELETE", "/files?restype=container", "", "c", "d", "-", 202},
	{blobs, "container-properties", "GET", "/files?restype=container", "", "c", "r", "-", 200},
	{blobs, "set-container-metadata", "PUT", "/files?restype=container&comp=metadata", "", "c", "w", "-", 200},
	{blobs, "container-policies", "GET", "/files?restype=container&comp=acl", "", "-", "", "-", 200},
	{blobs, "list-blobs", "GET", "/files?restype=container&comp=list", "", "c", "l", "l", 200},
	{blobs, "get-blob", "GET", "/files/note", "", "o", "r", "r", 200},
	{blobs, "head-blob", "HEAD", "/files/note", "", "o", "r", "r", 200},
	{blobs, "put-blob", "PUT", "/files/note", "new", "o", "w", "w", 201},
	{blobs, "put-new-blob", "PUT", "/files/new", "new", "o", "cw", "cw", 201},
	{blobs, "put-block", "PUT", "/files/new?comp=block&blockid=AAAA", "new", "o", "cw", "cw", 201},
	{blobs, "set-blob-metadata", "PUT", "/files/note?comp=metadata", "", "o", "w", "w", 200},
	{blobs, "delete-blob", "DELETE", "/files/note", "", "o", "d", "d", 202},
}

// withStorage returns a guarded API with the queue tasks, a message in it, and the blob files/note.
func withStorage(t testing.TB) *rest.API {
	t.Helper()
	api := withQueue(t)
	want(t, send(t, api, queues, "POST", "/tasks/messages", message("hello")), 201, "")
	want(t, send(t, api, blobs, "PUT", "/files?restype=container", ""), 201, "")
	want(t, send(t, api, blobs, "PUT", "/files/note", "text", blockBlob), 201, "")
	return guard(api, false)
}

const blockBlob = "x-ms-blob-type: BlockBlob"

func (op *storageOperation) ask(t testing.TB, token string) *rest.Response {
	t.Helper()
	return send(t, withStorage(t), op.service, op.method, withToken(op.path, token), op.body, blockBlob,
		"x-ms-version: 2020-12-06")
}

func TestAccountTokensForQueuesAndBlobs(t *testing.T) {
	t.Parallel()
	for _, op := range storageOperations {
		for _, types := range subsets("sco")[1:] {
			for _, letter := range strings.Split("rwdlacup", "") {
				t.Run(op.name+"-"+types+"-"+letter, func(t *testing.T) {
					token := auth.Token{Services: "qb", ResourceTypes: types, Permissions: letter, Expiry: "2027-01-01"}
					status, code := op.status, ""
					switch {
					case op.types == "-":
						status, code = 403, "AuthorizationFailure"
					case !strings.Contains(types, op.types):
						status, code = 403, "AuthorizationResourceTypeMismatch"
					case op.name == "put-blob" && letter == "c":
						status, code = 403, "UnauthorizedBlobOverwrite"
					case !strings.Contains(op.letters, letter):
						status, code = 403, "AuthorizationPermissionMismatch"
					}
					r := op.ask(t, token.SignAccount(ownKey, account1))
					if r.Status != status || r.Header.Get("x-ms-error-code") != code {
						t.Errorf("answer = %d %s, want %d %s", r.Status, r.Header.Get("x-ms-error-code"), status, code)
					}
				})
			}
		}
	}
}

func TestServiceTokensForQueuesAndBlobs(t *testing.T) {
	t.Parallel()
	for _, op := range storageOperations {
		for _, letter := range strings.Split("rwdlacup", "") {
			t.Run(op.name+"-"+letter, func(t *testing.T) {
				thing, _, _ := strings.Cut(strings.Trim(op.path, "/"), "/")
				thing, _, _ = strings.Cut(thing, "?")
				token := auth.Token{Permissions: letter, Expiry: "2027-01-01"}
				if op.service == blobs {
					token.Resource = "c"
				}
				status, code := op.status, ""
				switch {
				case thing == "": // no token can be for the account
					status, code = 403, "AuthenticationFailed"
				case op.own == "-":
					status, code = 403, "AuthorizationFailure"
				case op.name == "put-blob" && letter == "c":
					status, code = 403, "UnauthorizedBlobOverwrite"
				case !strings.Contains(op.own, letter) && !(op.name == "clear-messages" && letter == "d"):
					status, code = 403, "AuthorizationPermissionMismatch"
				}
				r := op.ask(t, token.Sign(ownKey, services[op.service], account1, thing))
				if r.Status != status || r.Header.Get("x-ms-error-code") != code {
					t.Errorf("answer = %d %s, want %d %s", r.Status, r.Header.Get("x-ms-error-code"), status, code)
				}
			})
		}
	}
}

func TestATokenForABlobOpensNoOther(t *testing.T) {
	t.Parallel()
	api := withStorage(t)
	token := auth.Token{Permissions: "rw", Expiry: "2027-01-01", Resource: "b"}.Sign(ownKey, auth.Blob, account1,
		"files/note")
	want(t, send(t, api, blobs, "GET", withToken("/files/note", token), ""), 200, "text")
	want(t, send(t, api, blobs, "GET", withToken("/files/n%6Fte", token), ""), 200, "text")
	want(t, send(t, api, blobs, "GET", withToken("/files/other", token), ""), 403, "AuthenticationFailed")
	want(t, send(t, api, blobs, "GET", withToken("/files?restype=container&comp=list", token), ""), 403,
		"AuthenticationFailed")
	as := strings.Replace(token, "sr=b", "sr=c", 1)
	want(t, send(t, api, blobs, "GET", withToken("/files/note", as), ""), 403, "AuthenticationFailed")
}

// Wire 4.
func TestATokenIsForTheNameThatABlobIsStoredUnder(t *testing.T) {
	t.Parallel()
	api := withStorage(t)
	sign := func(name string) string {
		return auth.Token{Permissions: "rc", Expiry: "2027-01-01", Resource: "b"}.Sign(ownKey, auth.Blob, account1,
			"files/"+name)
	}
	const path = "/files/a%5Cb"
	want(t, send(t, api, blobs, "PUT", withToken(path, sign("a/b")), "text", blockBlob), 201, "")
	want(t, send(t, api, blobs, "GET", withToken("/files/a/b", sign("a/b")), ""), 200, "text")
	want(t, send(t, api, blobs, "GET", withToken(path, sign(`a\b`)), ""), 403, "AuthenticationFailed")
}

// Wire 12.
func TestWhatIsLeftOutSaysSoToHoldersOfTokens(t *testing.T) {
	t.Parallel()
	all := auth.Token{Services: "bqt", ResourceTypes: "sco", Permissions: "rwdlacup", Expiry: "2027-01-01"}
	one := auth.Token{Permissions: "r", Expiry: "2027-01-01", Resource: "b"}
	tokens := map[string]string{
		"of-the-account": all.Sign(ownKey, auth.Blob, account1, ""),
		"of-a-blob":      one.Sign(ownKey, auth.Blob, account1, "files/note"),
	}
	for name, token := range tokens {
		api := withStorage(t)
		for _, r := range []struct{ method, path, field string }{
			{"PUT", "/files/note?comp=seal", ""},
			{"PUT", "/files/note?comp=tier", "x-ms-access-tier: Cool"},
			{"PUT", "/files/note?comp=snapshot", ""},
			{"PUT", "/files/note?comp=tags", ""},
			{"PUT", "/files/note?comp=page", ""},
			{"POST", "/files/note?comp=query", ""},
			{"PUT", "/files/note?comp=undelete", ""},
			{"GET", "/files/note?snapshot=2026-01-05T08:00:00.0000000Z", ""},
			{"PUT", "/files/note", "x-ms-blob-type: PageBlob"},
			{"PUT", "/files/note", "x-ms-copy-source-authorization: Bearer a"},
		} {
			fields := []string{}
			if r.field != "" {
				fields = append(fields, r.field)
			}
			got := send(t, api, blobs, r.method, withToken(r.path, token), "", fields...)
			if got.Status != 501 || !strings.Contains(string(got.Body), "NotImplemented") {
				t.Errorf("%s %s %s with a token %s: %d, want 501", r.method, r.path, r.field, name, got.Status)
			}
		}
		if name == "of-the-account" {
			want(t, send(t, api, blobs, "GET", withToken("/?comp=blobs&where=a", token), ""), 501, "NotImplemented")
			want(t, send(t, api, blobs, "PUT", withToken("/files?restype=container&comp=undelete", token), ""), 501,
				"NotImplemented")
		}
		bad := strings.Replace(token, "sig=", "sig=A", 1)
		want(t, send(t, api, blobs, "PUT", withToken("/files/note?comp=seal", bad), ""), 403, "AuthenticationFailed")
	}
}

// Wire 11.
func TestATimeThatTheServiceDoesNotReadIsNamedAsTheCause(t *testing.T) {
	t.Parallel()
	api := withStorage(t)
	const detailed = "<AuthenticationErrorDetail>"
	for expiry, detail := range map[string]string{
		"2027-01-01T00:00:00.000Z":    detailed + "Signature fields not well formed.</AuthenticationErrorDetail>",
		"2027-01-01T00:00:00.000000Z": detailed,
		"2025-01-01T00:00:00Z":        "",
	} {
		token := auth.Token{Permissions: "r", Expiry: expiry, Resource: "b"}.Sign(ownKey, auth.Blob, account1, "files/note")
		r := send(t, api, blobs, "GET", withToken("/files/note", token), "")
		want(t, r, 403, "AuthenticationFailed")
		if got := string(r.Body); !strings.Contains(got, detail) || strings.Contains(got, "ErrorDetail") != (detail != "") {
			t.Errorf("with se=%s: body = %s, want detail %q", expiry, got, detail)
		}
	}
	token := auth.Token{Permissions: "r", Expiry: "2027-01-01T00:00:00.0000000Z", Resource: "b"}.Sign(ownKey, auth.Blob,
		account1, "files/note")
	want(t, send(t, api, blobs, "GET", withToken("/files/note", token), ""), 200, "text")
}

func TestTokensForQueuesFollowTheirPolicies(t *testing.T) {
	t.Parallel()
	api := withStorage(t)
	path := withToken("/tasks/messages?peekonly=true",
		auth.Token{Policy: "readers"}.Sign(ownKey, auth.Queue, account1, "tasks"))
	want(t, send(t, api, queues, "GET", path, ""), 403, "AuthenticationFailed")
	body := "<SignedIdentifiers><SignedIdentifier><Id>readers</Id><AccessPolicy><Expiry>2027-01-01</Expiry>" +
		"<Permission>r</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>"
	for _, s := range []struct {
		service rest.Service
		path    string
		status  int
	}{{queues, "/tasks?comp=acl", 204}, {blobs, "/files?restype=container&comp=acl", 200}} {
		r := signedBy(t, newRequest(t, s.service, "PUT", s.path, body), ownKey, auth.SharedKey, api.Clock.Now())
		want(t, api.Serve(t.Context(), r), s.status, "")
	}
	want(t, send(t, api, queues, "GET", path, ""), 200, "hello")
	path = withToken("/files/note",
		auth.Token{Policy: "readers", Resource: "c"}.Sign(ownKey, auth.Blob, account1, "files"))
	want(t, send(t, api, blobs, "GET", path, ""), 200, "text")
	want(t, send(t, api, blobs, "DELETE", path, ""), 403, "AuthorizationPermissionMismatch")
}

func TestTokensChangeTheFieldsOfAnAnswer(t *testing.T) {
	t.Parallel()
	api := withStorage(t)
	token := auth.Token{
		Permissions: "r", Expiry: "2027-01-01", Resource: "b",
		CacheControl: "no-store", Disposition: "attachment; filename=a", MimeType: "text/plain; charset=utf-8",
	}
	r := send(t, api, blobs, "GET", withToken("/files/note", token.Sign(ownKey, auth.Blob, account1, "files/note")), "")
	want(t, r, 200, "text")
	for name, value := range map[string]string{
		"Cache-Control": "no-store", "Content-Disposition": "attachment; filename=a",
		"Content-Type": "text/plain; charset=utf-8",
	} {
		if got := r.Header.Get(name); got != value {
			t.Errorf("%s = %q, want %q", name, got, value)
		}
	}
	token.Resource, token.Services, token.ResourceTypes = "", "b", "o"
	r = send(t, api, blobs, "GET", withToken("/files/note", token.SignAccount(ownKey, account1)), "")
	want(t, r, 200, "text")
	if got := r.Header.Get("Content-Disposition"); got != "" {
		t.Errorf("Content-Disposition = %q: an account SAS does not sign it", got)
	}
}

func TestPublicContainersAreReadWithoutASignature(t *testing.T) {
	t.Parallel()
	tests := []struct {
		level, method, path string
		status              int
	}{
		{"blob", "GET", "/open/note", 200},
		{"blob", "HEAD", "/open/note", 200},
		{"blob", "GET", "/open/missing", 404},
		{"blob", "GET", "/open?restype=container&comp=list", 404},
		{"blob", "PUT", "/open/note", 401},
		{"blob", "DELETE", "/open/note", 401},
		{"blob", "GET", "/files/note", 401},
		{"blob", "GET", "/?comp=list", 401},
		{"container", "GET", "/open/note", 200},
		{"container", "GET", "/open?restype=container&comp=list", 200},
		{"container", "GET", "/open?restype=container", 200},
		{"container", "GET", "/open?restype=container&comp=acl", 404},
		{"container", "PUT", "/open/note", 401},
	}
	for _, tt := range tests {
		t.Run(tt.level+"-"+tt.method+"-"+tt.path, func(t *testing.T) {
			api := withContainer(t)
			want(t, send(t, api, blobs, "PUT", "/open?restype=container", "", "x-ms-blob-public-access: "+tt.level), 201, "")
			want(t, send(t, api, blobs, "PUT", "/open/note", "text", blockBlob), 201, "")
			want(t, send(t, guard(api, false), blobs, tt.method, tt.path, "text", blockBlob), tt.status, "")
		})
	}
}

func TestTwoWhoMayOnlyCreateDoNotOverwrite(t *testing.T) {
	t.Parallel()
	api := withStorage(t)
	path := withToken("/files/new",
		auth.Token{Permissions: "c", Expiry: "2027-01-01", Resource: "c"}.Sign(ownKey, auth.Blob, account1, "files"))
	want(t, send(t, api, blobs, "PUT", path, "first", blockBlob), 201, "")
	want(t, send(t, api, blobs, "PUT", path, "second", blockBlob), 403, "UnauthorizedBlobOverwrite")
}
