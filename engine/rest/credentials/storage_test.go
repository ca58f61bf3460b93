package credentials_test

import (
	"strings"
	"testing"

	"rowkey/engine/auth"
	"rowkey/engine/rest"
)

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
