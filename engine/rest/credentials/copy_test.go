package credentials_test

import (
	"testing"

	"rowkey/engine/auth"
	"rowkey/engine/rest"
	"rowkey/engine/rest/resttest"
)

// lease is what a request for a lease has in its header.
func lease(action string) []string {
	return []string{
		"x-ms-version: 2020-12-06", "x-ms-lease-action: " + action, "x-ms-lease-duration: -1",
		"x-ms-lease-id: 00000000-0000-0000-0000-00000000000a", "x-ms-proposed-lease-id: 00000000-0000-0000-0000-00000000000a",
	}
}

func TestATokenThatWritesLeasesAndOneThatDeletesBreaks(t *testing.T) {
	resttest.NeedsLeases(t)
	t.Parallel()
	account := auth.Token{Services: "b", ResourceTypes: "co", Expiry: "2027-01-01"}
	single := auth.Token{Resource: "c", Expiry: "2027-01-01"}
	for letter, may := range map[string]struct{ acquire, broken int }{"r": {403, 403}, "w": {201, 202}, "d": {403, 202},
		"c": {403, 403}} {
		account.Permissions, single.Permissions = letter, letter
		of := account.Sign(ownKey, auth.Blob, account1, "")
		for path, token := range map[string]string{
			"/files?restype=container&comp=lease": of,
			"/files/note?comp=lease":              of,
			"/files/note?comp=lease&x=1":          single.Sign(ownKey, auth.Blob, account1, "files"),
		} {
			api := withStorage(t)
			if got := send(t, api, blobs, "PUT", withToken(path, token), "", lease("acquire")...); got.Status != may.acquire {
				t.Errorf("%s acquires %s: %d, want %d", letter, path, got.Status, may.acquire)
			}
			owner(t, api, "PUT", path, "", lease("acquire")...)
			if got := send(t, api, blobs, "PUT", withToken(path, token), "", lease("break")...); got.Status != may.broken {
				t.Errorf("%s breaks %s: %d, want %d", letter, path, got.Status, may.broken)
			}
		}
	}
}

func TestALeaseOnAContainerIsNotForATokenOfIt(t *testing.T) {
	resttest.NeedsLeases(t)
	t.Parallel()
	token := auth.Token{Resource: "c", Permissions: "rwd", Expiry: "2027-01-01"}.Sign(ownKey, auth.Blob, account1, "files")
	got := send(t, withStorage(t), blobs, "PUT", withToken("/files?restype=container&comp=lease", token), "",
		lease("acquire")...)
	want(t, got, 403, "AuthorizationFailure")
}

// owner sends a signed request.
func owner(t testing.TB, api *rest.API, method, path, body string, header ...string) *rest.Response {
	t.Helper()
	r := newRequest(t, blobs, method, path, body, header...)
	return api.Serve(t.Context(), signedBy(t, r, ownKey, auth.SharedKey, api.Clock.Now()))
}

func TestWhoMayReadTheSourceOfACopy(t *testing.T) {
	resttest.NeedsLeases(t)
	t.Parallel()
	of := func(permissions string) string {
		return "?" + auth.Token{Resource: "b", Permissions: permissions, Expiry: "2027-01-01"}.Sign(ownKey, auth.Blob,
			account1, "files/note")
	}
	writer := auth.Token{Resource: "c", Permissions: "rw", Expiry: "2027-01-01"}.Sign(ownKey, auth.Blob, account1, "files")
	const sync, whole, block = "x-ms-requires-sync: true", blockBlob, "x-ms-source-range: bytes=0-3"
	for _, c := range []struct {
		name, token, source, kind string
		status                    int
		code                      string
	}{
		{"the-key-is-enough", "", "", "", 202, ""},
		{"the-key-is-not-enough-for-a-url", "", "", sync, 401, "CannotVerifyCopySource"},
		{"nor-for-the-bytes-of-a-blob", "", "", whole, 401, "CannotVerifyCopySource"},
		{"nor-for-a-block", "", "", block, 401, "CannotVerifyCopySource"},
		{"a-token-in-the-url", "", of("r"), sync, 202, ""},
		{"a-token-for-bytes", "", of("r"), whole, 201, ""},
		{"a-token-for-a-block", "", of("r"), block, 201, ""},
		{"a-token-that-does-not-read", "", of("w"), "", 403, "CannotVerifyCopySource"},
		{"a-token-that-does-not-read-for-a-url", "", of("w"), sync, 403, "CannotVerifyCopySource"},
		{"a-false-token", "", of("r") + "A", "", 403, "CannotVerifyCopySource"},
		{"the-token-of-the-target-opens-no-source", writer, "", "", 401, "CannotVerifyCopySource"},
		{"two-tokens", writer, of("r"), "", 202, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			api := withStorage(t)
			header := []string{"x-ms-version: 2020-12-06", "x-ms-copy-source: " + base + "/files/note" + c.source}
			path := "/files/copy"
			if c.kind == block {
				path += "?comp=block&blockid=MQ%3D%3D"
			}
			if c.kind != "" {
				header = append(header, c.kind)
			}
			ask := owner
			if c.token != "" {
				path = withToken(path, c.token)
				ask = func(t testing.TB, api *rest.API, method, path, body string, header ...string) *rest.Response {
					return send(t, api, blobs, method, path, body, header...)
				}
			}
			want(t, ask(t, api, "PUT", path, "", header...), c.status, c.code)
		})
	}
}

func TestAPublicBlobIsASourceForEveryWriter(t *testing.T) {
	resttest.NeedsLeases(t)
	t.Parallel()
	api := withStorage(t)
	want(t, owner(t, api, "PUT", "/files?restype=container&comp=acl", "", "x-ms-blob-public-access: blob"), 200, "")
	want(t, owner(t, api, "PUT", "/files/copy", "", "x-ms-copy-source: "+base+"/files/note", "x-ms-requires-sync: true"),
		202, "")
	want(t, send(t, api, blobs, "PUT", "/files/copy", "", "x-ms-copy-source: "+base+"/files/note"), 401,
		"NoAuthenticationInformation")
}

func TestWhoLearnsWhatKindOfAnAccountItIs(t *testing.T) {
	t.Parallel()
	api := withStorage(t)
	const question = "/files/note?restype=account&comp=properties"
	one := auth.Token{Permissions: "w", Expiry: "2027-01-01", Resource: "b"}.Sign(ownKey, auth.Blob, account1,
		"files/note")
	want(t, send(t, api, blobs, "GET", withToken(question, one), ""), 200, "")
	want(t, owner(t, api, "GET", question, ""), 200, "")
	want(t, owner(t, api, "PUT", "/files?restype=container&comp=acl", "", "x-ms-blob-public-access: container"), 200, "")
	want(t, send(t, api, blobs, "GET", question, ""), 404, "ResourceNotFound")
}
