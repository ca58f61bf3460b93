package credentials_test

import (
	"strings"
	"testing"

	"rowkey/engine/auth"
	"rowkey/engine/explain"
	"rowkey/engine/rest"
)

// queueToken and containerToken are service SAS with every permission that there is.
func queueToken(letters string) string {
	return auth.Token{Permissions: letters, Expiry: "2027-01-01"}.Sign(ownKey, auth.Queue, account1, "tasks")
}

func containerToken() string {
	return auth.Token{Permissions: "racwdl", Expiry: "2027-01-01", Resource: "c"}.Sign(ownKey, auth.Blob, account1,
		"files")
}

// withRoot is withStorage with the blob files in the root container.
func withRoot(t testing.TB) *rest.API {
	t.Helper()
	api := guard(withStorage(t), true)
	want(t, send(t, api, blobs, "PUT", "/$root?restype=container", ""), 201, "")
	want(t, send(t, api, blobs, "PUT", "/$root/files", "private", blockBlob), 201, "")
	return guard(api, false)
}

// Finding D7.
func TestAServiceTokenOfAQueueNeverReachesTheQueueItself(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/tasks", "/tasks/", "/tasks//", "/tasks///", "/tasks%2F", "/tasks%2F%2F", "//tasks"} {
		for _, method := range []string{"PUT", "DELETE"} {
			api := withStorage(t)
			if r := send(t, api, queues, method, withToken(path, queueToken("raup")), ""); r.Status < 400 {
				t.Errorf("%s %s with a service SAS: %d, want a refusal", method, path, r.Status)
			}
			want(t, send(t, api, queues, "GET", withToken("/tasks/messages", queueToken("p")), ""), 200, "hello")
		}
	}
}

// Finding D8.
func TestATokenForAContainerOpensNoBlobOfItsName(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"GET", "PUT", "DELETE", "HEAD"} {
		for _, path := range []string{"/files", "/$root/files", "/files?restype=x"} {
			api := withRoot(t)
			if r := send(t, api, blobs, method, withToken(path, containerToken()), "stolen", blockBlob); r.Status != 403 {
				t.Errorf("%s %s with a SAS for the container files: %d, want 403", method, path, r.Status)
			}
		}
	}
}

// Finding D8.
func TestATokenForABlobOfTheRootOpensNoContainerOfItsName(t *testing.T) {
	t.Parallel()
	token := auth.Token{Permissions: "racwdl", Expiry: "2027-01-01", Resource: "b"}.Sign(ownKey, auth.Blob, account1,
		"$root/files")
	api := withRoot(t)
	want(t, send(t, api, blobs, "GET", withToken("/files", token), ""), 200, "private")
	want(t, send(t, api, blobs, "GET", withToken("/files?restype=container&comp=list", token), ""), 403, "")
	want(t, send(t, api, blobs, "GET", withToken("/files/", token), ""), 403, "")
}

// Finding D8 and bug 7.
func TestAPublicContainerOpensItsOwnBlobsOnly(t *testing.T) {
	t.Parallel()
	tests := []struct {
		public, path string
		status       int
	}{
		{"files", "/files/note", 200},
		{"files", "/files", 401},
		{"files", "/$root/files", 401},
		{"$root", "/$root/files", 200},
		{"$root", "/files", 200},
		{"$root", "/files/note", 401},
		{"$root", "/files?restype=container&comp=list", 401},
	}
	for _, tt := range tests {
		api := guard(withRoot(t), true)
		want(t, send(t, api, blobs, "PUT", "/"+tt.public+"?restype=container&comp=acl", "",
			"x-ms-blob-public-access: blob"), 200, "")
		if r := send(t, guard(api, false), blobs, "GET", tt.path, ""); r.Status != tt.status {
			t.Errorf("%s is public, anonymous GET %s: %d, want %d", tt.public, tt.path, r.Status, tt.status)
		}
	}
}

// Finding D14: the first value was signed, the last one was obeyed.
func TestOfARepeatedOptionTheSignedValueIsObeyed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ signed, sent, op string }{
		{"comp=acl", "comp=acl&comp=list", "GetTableACL"},
		{"comp=acl", "comp=acl&Comp=list", "GetTableACL"},
		{"comp=acl", "Comp=acl&comp=list", "GetTableACL"},
		{"", "$top=1&$top=0", "QueryEntities"},
	} {
		api := guard(withEntity(t), false)
		rec := new(explain.Record)
		r := newRequest(t, rest.TableService, "GET", "/people?"+tt.signed, "", "Accept: application/xml,application/json")
		signedBy(t, r, ownKey, auth.SharedKey, api.Clock.Now())
		r.Query = tt.sent
		got := api.Serve(explain.NewContext(t.Context(), rec), r)
		if got.Status != 200 || rec.Op != tt.op || tt.signed == "" && !strings.Contains(string(got.Body), "Ann") {
			t.Errorf("?%s ran %s: %d %s", tt.sent, rec.Op, got.Status, got.Body)
		}
	}
}

// ownersOnly are the operations for which there is no service SAS.
var ownersOnly = "DeleteQueue CreateQueue SetQueueMetadata SetQueueACL GetQueueACL ListQueues " +
	"DeleteContainer CreateContainer SetContainerMetadata GetContainerMetadata GetContainerProperties " +
	"SetContainerACL GetContainerACL ListContainers " +
	"GetQueueServiceProperties SetQueueServiceProperties GetBlobServiceProperties SetBlobServiceProperties"

// FuzzServiceTokensRunOnlyTheirOperations: whatever method, path and options, the holder of a service
// SAS runs no operation for which there is none, and reaches nothing beside what it is for.
func FuzzServiceTokensRunOnlyTheirOperations(f *testing.F) {
	for _, method := range []string{"GET", "PUT", "DELETE", "POST", "HEAD"} {
		for _, path := range []string{
			"/tasks", "/tasks//", "/tasks/messages", "/tasks/messages/1", "/tasks/messages/?peekonly=true", "//tasks",
			"/other/messages", "/files", "/files/", "/files/a", "/files?restype=container&comp=list", "/$root/files",
			"/files%2Fa?comp=metadata", "/files?restype=a&restype=container",
		} {
			f.Add(method, path)
		}
	}
	tokens := map[rest.Service]string{queues: queueToken("raup"), blobs: containerToken()}
	f.Fuzz(func(t *testing.T, method, path string) {
		for _, service := range []rest.Service{queues, blobs} {
			api := withRoot(t)
			rec := new(explain.Record)
			r, err := rest.PathStyle(service, method, base+path)
			if err != nil || strings.Contains(r.Query, "sig=") {
				return
			}
			r.Query = strings.TrimPrefix(r.Query+"&"+tokens[service], "&")
			r.Header = rest.Header{{Name: "x-ms-blob-type", Value: "BlockBlob"}}
			r.Body = []byte("stolen")
			got := api.Serve(explain.NewContext(t.Context(), rec), r)
			if got.Status < 400 && strings.Contains(" "+ownersOnly+" ", " "+rec.Op+" ") {
				t.Errorf("%s %s ran %s: %d", method, path, rec.Op, got.Status)
			}
			if strings.Contains(string(got.Body), "private") {
				t.Errorf("%s %s reads $root/files", method, path)
			}
			want(t, send(t, guard(api, true), blobs, "GET", "/$root/files", ""), 200, "private")
			want(t, send(t, api, queues, "GET", "/tasks?comp=metadata", ""), 200, "")
			want(t, send(t, api, blobs, "GET", "/files?restype=container", ""), 200, "")
		}
	})
}
