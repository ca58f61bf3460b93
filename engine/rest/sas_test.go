package rest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/clock"
	"rowkey/engine/explain"
	"rowkey/engine/rest"
)

// tokenFor signs a token for the table people that is good for an hour, unless it says otherwise.
func tokenFor(t auth.Token) string {
	if t.Table == "" {
		t.Table = "people"
	}
	if t.Expiry == "" && t.Policy == "" {
		t.Expiry = "2026-01-05T09:00:00Z"
	}
	return t.SignTable(ownKey, account1)
}

// subsets returns all texts of some of the letters.
func subsets(letters string) []string {
	all := []string{""}
	for _, letter := range letters {
		for _, s := range all {
			all = append(all, s+string(letter))
		}
	}
	return all
}

// An operation on an entity, its letters, and what it answers if the token permits it: for a key
// inside and for one outside the range.
var entityOperations = []struct {
	name, method, path, body, header string
	letters                          string
	inside, outside                  int
}{
	{"get", "GET", "/people(PartitionKey='KEY',RowKey='1')", "", "", "r", 200, 404},
	{"insert", "POST", "/people", `{"PartitionKey":"KEY","RowKey":"2"}`, "", "a", 201, 403},
	{"update", "PUT", "/people(PartitionKey='KEY',RowKey='1')", `{"Age":1}`, "If-Match: *", "u", 204, 403},
	{"merge", "MERGE", "/people(PartitionKey='KEY',RowKey='1')", `{"Age":1}`, "If-Match: *", "u", 204, 403},
	{"patch", "PATCH", "/people(PartitionKey='KEY',RowKey='1')", `{"Age":1}`, "If-Match: *", "u", 204, 403},
	{"merge-as-post", "POST", "/people(PartitionKey='KEY',RowKey='1')", `{"Age":1}`, "X-HTTP-Method: MERGE", "au", 204,
		403},
	{"insert-or-replace", "PUT", "/people(PartitionKey='KEY',RowKey='3')", `{"Age":1}`, "", "au", 204, 403},
	{"insert-or-merge", "MERGE", "/people(PartitionKey='KEY',RowKey='3')", `{"Age":1}`, "", "au", 204, 403},
	{"delete", "DELETE", "/people(PartitionKey='KEY',RowKey='1')", "", "If-Match: *", "d", 204, 403},
}

// withPeople returns a guarded API whose table people holds the entities b, 1 and z, 1.
func withPeople(t testing.TB) *rest.API {
	t.Helper()
	api := withTable(t)
	for _, pk := range []string{"b", "z"} {
		body := fmt.Sprintf(`{"PartitionKey":"%s","RowKey":"1","Name":"Ann"}`, pk)
		want(t, ask(t, api, "POST", "/people", body, "Prefer: return-no-content"), 204, "")
	}
	return guard(api, false)
}

// withToken adds a token to a path.
func withToken(path, token string) string {
	if strings.Contains(path, "?") {
		return path + "&" + token
	}
	return path + "?" + token
}

func holds(have, need string) bool {
	for _, letter := range need {
		if !strings.ContainsRune(have, letter) {
			return false
		}
	}
	return true
}

func TestEveryPermissionWithEveryOperationInsideAndOutsideTheRange(t *testing.T) {
	t.Parallel()
	for _, letters := range subsets("raud") {
		if letters == "" {
			continue
		}
		token := tokenFor(auth.Token{Permissions: letters, StartPartition: "a", EndPartition: "m"})
		for _, op := range entityOperations {
			for key, status := range map[string]int{"b": op.inside, "z": op.outside} {
				t.Run(letters+"-"+op.name+"-"+key, func(t *testing.T) {
					code := map[int]string{404: "ResourceNotFound", 403: "AuthorizationFailure"}[status]
					if !holds(letters, op.letters) {
						status, code = 403, "AuthorizationPermissionMismatch"
					}
					path := withToken(strings.ReplaceAll(op.path, "KEY", key), token)
					r := ask(t, withPeople(t), op.method, path, strings.ReplaceAll(op.body, "KEY", key), op.header)
					want(t, r, status, code)
				})
			}
		}
	}
}

func TestTokensOfATableOpenNothingElse(t *testing.T) {
	t.Parallel()
	api := withPeople(t)
	token := tokenFor(auth.Token{Permissions: "raud"})
	tests := []struct{ name, method, path string }{
		{"list-tables", "GET", "/Tables"},
		{"its-own-entry", "GET", "/Tables('people')"},
		{"create-a-table", "POST", "/Tables"},
		{"delete-its-table", "DELETE", "/Tables('people')"},
		{"read-policies", "GET", "/people?comp=acl"},
		{"set-policies", "PUT", "/people?comp=acl"},
		{"read-properties", "GET", "/?restype=service&comp=properties"},
		{"set-properties", "PUT", "/?restype=service&comp=properties"},
		{"query-another-table", "GET", "/others()"},
		{"read-in-another-table", "GET", "/others(PartitionKey='b',RowKey='1')"},
		{"insert-into-another-table", "POST", "/others"},
		{"tunnel-a-delete-of-its-table", "POST", "/Tables('people')?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want(t, ask(t, api, tt.method, withToken(tt.path, token), `{"TableName":"new"}`, "Prefer: return-no-content"), 403,
				"AuthorizationFailure")
		})
	}
	want(t, ask(t, api, "GET", withToken("/PEOPLE()", token), ""), 200, "")
	want(t, ask(t, api, "GET", withToken("/people()", tokenFor(auth.Token{Table: "PeoplE", Permissions: "r"})), ""), 200,
		"")
}

func TestTokensForTheAccount(t *testing.T) {
	t.Parallel()
	operations := []struct {
		name, method, path, body string
		resource, letters, any   string
		status                   int
	}{
		{"query-tables", "GET", "/Tables", "", "c", "l", "", 200},
		{"get-table", "GET", "/Tables('people')", "", "c", "l", "", 200},
		{"create-table", "POST", "/Tables", `{"TableName":"new"}`, "c", "", "cw", 201},
		{"delete-table", "DELETE", "/Tables('people')", "", "c", "d", "", 204},
		{"query", "GET", "/people()", "", "o", "r", "", 200},
		{"get", "GET", "/people(PartitionKey='b',RowKey='1')", "", "o", "r", "", 200},
		{"insert", "POST", "/people", `{"PartitionKey":"c","RowKey":"1"}`, "o", "a", "", 201},
		{"upsert", "PUT", "/people(PartitionKey='c',RowKey='1')", `{}`, "o", "au", "", 204},
		{"delete", "DELETE", "/people(PartitionKey='b',RowKey='1')", "", "o", "d", "", 204},
		{"get-properties", "GET", "/?restype=service&comp=properties", "", "s", "r", "", 200},
		{"set-properties", "PUT", "/?restype=service&comp=properties", cors(), "s", "w", "", 202},
	}
	for _, op := range operations {
		for _, types := range subsets("sco")[1:] {
			for _, letters := range append(subsets("au"), "r", "w", "d", "l", "c", "rwdlacu") {
				if letters == "" {
					continue
				}
				t.Run(op.name+"-"+types+"-"+letters, func(t *testing.T) {
					token := auth.Token{Services: "bt", ResourceTypes: types, Permissions: letters,
						Expiry: "2027-01-01"}.SignAccount(ownKey, account1)
					status, code := op.status, ""
					switch {
					case !strings.Contains(types, op.resource):
						status, code = 403, "AuthorizationResourceTypeMismatch"
					case !holds(letters, op.letters), op.any != "" && !strings.ContainsAny(letters, op.any):
						status, code = 403, "AuthorizationPermissionMismatch"
					}
					header := ""
					if op.name == "delete" {
						header = "If-Match: *"
					}
					want(t, ask(t, withPeople(t), op.method, withToken(op.path, token), op.body, header), status, code)
				})
			}
		}
	}
	other := auth.Token{Services: "bq", ResourceTypes: "sco", Permissions: "rwdlacu",
		Expiry: "2027-01-01"}.SignAccount(ownKey, account1)
	want(t, ask(t, withPeople(t), "GET", withToken("/people()", other), ""), 403, "AuthorizationServiceMismatch")
	all := auth.Token{Services: "t", ResourceTypes: "sco", Permissions: "rwdlacu",
		Expiry: "2027-01-01"}.SignAccount(ownKey, account1)
	want(t, ask(t, withPeople(t), "GET", withToken("/people?comp=acl", all), ""), 403, "AuthorizationFailure")
}

func TestTokensEndOnTheVirtualClock(t *testing.T) {
	t.Parallel()
	api := withPeople(t)
	token := tokenFor(auth.Token{Permissions: "r", Start: "2026-01-05T08:30:00Z", Expiry: "2026-01-05T09:00:00Z"})
	read := func() *rest.Response { return ask(t, api, "GET", withToken("/people()", token), "") }
	want(t, read(), 403, "AuthenticationFailed")
	api.Clock.Advance(30 * time.Minute)
	want(t, read(), 200, "")
	api.Clock.Advance(30*time.Minute - time.Millisecond)
	want(t, read(), 200, "")
	api.Clock.Advance(time.Millisecond)
	want(t, read(), 403, "AuthenticationFailed")
}

func TestSignaturesAndTokensHoldAgainWhenAWrongClockIsPutRight(t *testing.T) {
	t.Parallel()
	right := time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)
	for _, jump := range []time.Duration{time.Hour, 24 * 365 * time.Hour, -time.Hour} {
		source := right
		api := guard(newAPIWith(t, clock.Follow(func() time.Time { return source })), true)
		want(t, ask(t, api, "POST", "/Tables", `{"TableName":"people"}`, "Prefer: return-no-content"), 204, "")
		token := tokenFor(auth.Token{Permissions: "ra", Start: "2026-01-05T08:00:00Z"})
		signed := func() *rest.Response {
			r := newRequest(t, rest.TableService, "GET", "/people()", "", "Accept: application/json")
			return api.Serve(t.Context(), signedBy(t, r, ownKey, auth.SharedKey, right))
		}
		source = right.Add(jump)
		want(t, ask(t, api, "POST", "/people", ann, "Prefer: return-no-content"), 204, "") // a tick
		want(t, signed(), 403, "AuthenticationFailed")
		want(t, ask(t, api, "GET", withToken("/people()", token), ""), 403, "AuthenticationFailed")
		source = right
		want(t, signed(), 200, "")
		want(t, ask(t, api, "GET", withToken("/people()", token), ""), 200, "")
		source = right.Add(time.Hour) // the token's end
		want(t, ask(t, api, "GET", withToken("/people()", token), ""), 403, "AuthenticationFailed")
	}
}

func TestTokensAreBoundToAddressAndProtocol(t *testing.T) {
	t.Parallel()
	api := withPeople(t)
	token := tokenFor(auth.Token{Permissions: "r", IP: "10.0.0.1-10.0.0.9", Protocol: "https"})
	tests := []struct {
		name, remote string
		secure       bool
		status       int
		code         string
	}{
		{"both", "10.0.0.9", true, 200, ""},
		{"another-address", "10.0.0.10", true, 403,
			"This request is not authorized to perform this operation using this source IP 10.0.0.10."},
		{"nobody-knows-the-address", "", true, 403, "AuthorizationSourceIPMismatch"},
		{"another-protocol", "10.0.0.9", false, 403, "AuthorizationProtocolMismatch"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRequest(t, rest.TableService, "GET", withToken("/people()", token), "", "Accept: application/json")
			r.Remote = tt.remote
			if tt.secure {
				r.Base = strings.Replace(r.Base, "http:", "https:", 1)
			}
			got := api.Serve(t.Context(), r)
			want(t, got, tt.status, tt.code)
			if tt.status == 403 && got.Header.Get("Server") != "Microsoft-HTTPAPI/2.0" {
				t.Errorf("Server = %q, want that of the front end", got.Header.Get("Server"))
			}
		})
	}
}

const policiesPath = "/people?comp=acl"

// setPolicy stores the policy readers, as the owner.
func setPolicy(t testing.TB, api *rest.API, id, access string) {
	t.Helper()
	body := "<SignedIdentifiers><SignedIdentifier><Id>" + id + "</Id><AccessPolicy>" + access +
		"</AccessPolicy></SignedIdentifier></SignedIdentifiers>"
	r := newRequest(t, rest.TableService, "PUT", policiesPath, body, "Accept: application/xml")
	want(t, api.Serve(t.Context(), signedBy(t, r, ownKey, auth.SharedKeyLite, api.Clock.Now())), 204, "")
}

func TestStoredPoliciesGiveAndTakeAway(t *testing.T) {
	t.Parallel()
	api := withPeople(t)
	token := tokenFor(auth.Token{Policy: "readers"})
	read := func(token string) *rest.Response { return ask(t, api, "GET", withToken("/people()", token), "") }
	want(t, read(token), 403, "AuthenticationFailed")

	setPolicy(t, api, "readers", "<Expiry>2026-01-05T09:00:00Z</Expiry><Permission>r</Permission>")
	want(t, read(token), 200, "")
	want(t, ask(t, api, "DELETE", withToken("/people(PartitionKey='b',RowKey='1')", token), "", "If-Match: *"), 403,
		"AuthorizationPermissionMismatch")
	want(t, read(tokenFor(auth.Token{Policy: "readers", Permissions: "raud"})), 403, "AuthenticationFailed")
	want(t, read(tokenFor(auth.Token{Policy: "writers"})), 403, "AuthenticationFailed")

	setPolicy(t, api, "readers",
		"<Start>2026-01-05T08:10:00Z</Start><Expiry>2026-01-05T08:20:00Z</Expiry><Permission>r</Permission>")
	want(t, read(token), 403, "AuthenticationFailed")
	api.Clock.Advance(10 * time.Minute)
	want(t, read(token), 200, "")
	api.Clock.Advance(10 * time.Minute)
	want(t, read(token), 403, "AuthenticationFailed")

	setPolicy(t, api, "readers", "<Permission>r</Permission>")
	want(t, read(token), 403, "AuthenticationFailed")
	want(t, read(tokenFor(auth.Token{Policy: "readers", Expiry: "2026-01-05T09:00:00Z"})), 200, "")

	setPolicy(t, api, "renamed", "<Permission>r</Permission>")
	want(t, read(tokenFor(auth.Token{Policy: "readers", Expiry: "2026-01-05T09:00:00Z"})), 403, "AuthenticationFailed")
}

func TestATokenDiesWithTheKey(t *testing.T) {
	t.Parallel()
	api := withPeople(t)
	path := withToken("/people()", tokenFor(auth.Token{Permissions: "r"}))
	want(t, ask(t, api, "GET", path, ""), 200, "")
	api.SetGuard(rest.Guard{Accounts: auth.Accounts{account1: {auth.Key("third")}}})
	want(t, ask(t, api, "GET", path, ""), 403, "AuthenticationFailed")
}

func FuzzAccessSignatures(f *testing.F) {
	f.Add(tokenFor(auth.Token{Permissions: "raud", StartPartition: "a", EndPartition: "m"}))
	f.Add(tokenFor(auth.Token{Policy: "readers"}))
	f.Add("sv=2019-02-02&ss=t&srt=sco&sp=rwdlacu&se=2030-01-01&sig=AAAA")
	f.Add("sig=%&se=&sp=%00&tn=%ff&spk=%F0&sr=b&si=x&sip=1-2&spr=https&sv=2020-12-06")
	api := withPeople(f)
	good := auth.Accounts{account1: {ownKey}}
	f.Fuzz(func(t *testing.T, query string) {
		for _, path := range []string{"/people()", "/people(PartitionKey='z',RowKey='1')", "/Tables", "/$batch",
			"/people?comp=acl"} {
			r := newRequest(t, rest.TableService, "GET", path, "")
			r.Query = strings.TrimPrefix(r.Query+"&"+query, "&")
			got := api.Serve(t.Context(), r)
			token, given, ok := auth.ParseToken(lenient(r.Query))
			signed := given && ok && token.Verify(auth.Table, account1, token.Table, good[account1])
			if !signed && got.Status < 400 {
				t.Errorf("GET %s?%s: status = %d without a signature", path, r.Query, got.Status)
			}
		}
		for _, s := range []rest.Service{rest.QueueService, rest.BlobService} {
			r := newRequest(t, s, "GET", "/people", "")
			r.Query = query
			api.Serve(t.Context(), r)
		}
	})
}

// lenient is pairs for a query string that need not be well formed.
func lenient(query string) []auth.Pair {
	var all []auth.Pair
	for option := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(option, "=")
		all = append(all, auth.Pair{Name: unquote(name), Value: unquote(value)})
	}
	return all
}

func TestTokenIsWrittenAsTheServiceWritesIt(t *testing.T) {
	t.Parallel()
	tests := []struct{ key, token string }{ // from recorded traffic, except the last two
		{"pkey", "1!8!cGtleQ--"},
		{"r2", "1!4!cjI-"},
		{"LIST_226", "1!12!TElTVF8yMjY-"},
		{"zzza2\x0101d7caa5dc9d7fab", "1!32!enp6YTIBMDFkN2NhYTVkYzlkN2ZhYg--"},
		{"", "1!0!"},
		{"日本", "1!8!5pel5pys"},
	}
	for _, tt := range tests {
		if got := rest.Token(tt.key); got != tt.token {
			t.Errorf("Token(%q) = %q, want %q", tt.key, got, tt.token)
		}
		if got, err := rest.ParseToken(tt.token); err != nil || got != tt.key {
			t.Errorf("ParseToken(%q) = %q, %v, want %q", tt.token, got, err, tt.key)
		}
	}
}

func TestParseTokenRefuses(t *testing.T) {
	t.Parallel()
	for _, token := range []string{
		"", "pkey", "1!", "1!8", "2!8!cGtleQ--", "1!7!cGtleQ--", "1!08!cGtleQ--", "1!4!====", "1!4!cj!-", "1!4!__8-",
		"1!8!cGtleR--", "1!8!A00\r\r\r\r0",
	} {
		if key, err := rest.ParseToken(token); err == nil {
			t.Errorf("ParseToken(%q) = %q, want an error", token, key)
		}
	}
}

func FuzzTokens(f *testing.F) {
	for _, s := range []string{"", "pkey", "1!8!cGtleQ--", "zzza2\x0101d7", "日本", "1!0!", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if key, err := rest.ParseToken(s); err == nil && rest.Token(key) != s {
			t.Errorf("ParseToken(%q) = %q, which is written %q", s, key, rest.Token(key))
		}
		if key, err := rest.ParseToken(rest.Token(s)); err == nil && key != s {
			t.Errorf("ParseToken(Token(%q)) = %q", s, key)
		}
	})
}

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
