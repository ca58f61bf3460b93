package rest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"rowkey/engine/auth"
	"rowkey/engine/explain"
	"rowkey/engine/linear"
	"rowkey/engine/rest"
)

// withDepartments returns a guarded API whose table people holds ten entities in each of three
// partitions.
func withDepartments(t testing.TB) *rest.API {
	t.Helper()
	api := withTable(t)
	for _, pk := range []string{"IT", "Marketing", "Sales"} {
		for i := range 10 {
			body := fmt.Sprintf(`{"PartitionKey":"%s","RowKey":"%d","Age":%d}`, pk, i, 20+i)
			want(t, ask(t, api, "POST", "/people", body, "Prefer: return-no-content"), 204, "")
		}
	}
	return guard(api, false)
}

// metered sends a read and returns the answer with what it cost.
func metered(t testing.TB, api *rest.API, path string) (*rest.Response, *explain.Record) {
	t.Helper()
	rec := new(explain.Record)
	r := newRequest(t, rest.TableService, "GET", path, "", "Accept: application/json;odata=nometadata")
	return api.Serve(explain.NewContext(t.Context(), rec), r), rec
}

func TestQueriesAreNarrowedToTheRangeAndReadNothingElse(t *testing.T) {
	t.Parallel()
	api := withDepartments(t)
	tests := []struct {
		name, filter string
		token        auth.Token
		read, found  int
		class        explain.Class
	}{
		{"the-whole-table", "", auth.Token{}, 30, 30, explain.TableScan},
		{"one-partition", "", auth.Token{StartPartition: "Sales", EndPartition: "Sales"}, 10, 10, explain.PartitionScan},
		{"rows-of-one-partition", "",
			auth.Token{StartPartition: "Sales", StartRow: "2", EndPartition: "Sales", EndRow: "4"}, 3, 3, explain.RowRange},
		{"a-filter-inside", "Age%20ge%2023",
			auth.Token{StartPartition: "Sales", StartRow: "2", EndPartition: "Sales", EndRow: "4"}, 3, 2, explain.RowRange},
		{"a-filter-outside", "PartitionKey%20eq%20'IT'", auth.Token{StartPartition: "Sales", EndPartition: "Sales"}, 0, 0,
			explain.PartitionRange},
		{"from-a-row-to-a-row-of-another-partition", "",
			auth.Token{StartPartition: "IT", StartRow: "8", EndPartition: "Sales", EndRow: "0"}, 13, 13, explain.PartitionRange},
		{"from-a-partition-on", "", auth.Token{StartPartition: "Marketing"}, 20, 20, explain.PartitionRange},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.token.Permissions = "r"
			r, rec := metered(t, api, withToken("/people()?$filter="+tt.filter, tokenFor(tt.token)))
			want(t, r, 200, "")
			if rec.Read != tt.read || rec.Returned != tt.found || rec.Plan == nil || rec.Plan.Class != tt.class {
				t.Errorf("read %d, returned %d, plan %+v, want %d, %d, %s", rec.Read, rec.Returned, rec.Plan, tt.read, tt.found,
					tt.class)
			}
			if found := strings.Count(string(r.Body), `"RowKey"`); found != tt.found {
				t.Errorf("the answer holds %d entities, want %d", found, tt.found)
			}
		})
	}
}

func TestATokenForAPageLeadsNowhereOutside(t *testing.T) {
	t.Parallel()
	api := withDepartments(t)
	token := tokenFor(auth.Token{Permissions: "r", StartPartition: "Marketing", EndPartition: "Marketing"})
	for partition, found := range map[string]int{"": 10, "IT": 10, "Marketing": 10, "Sales": 0} {
		path := withToken("/people()?NextPartitionKey="+rest.Token(partition)+"&NextRowKey="+rest.Token("0"), token)
		r, rec := metered(t, api, path)
		want(t, r, 200, "")
		if rec.Read != found || strings.Contains(string(r.Body), `"IT"`) || strings.Contains(string(r.Body), `"Sales"`) {
			t.Errorf("from partition %q: read %d, want %d of Marketing alone", partition, rec.Read, found)
		}
	}
}

func TestAPointOutsideCostsNoRead(t *testing.T) {
	t.Parallel()
	api := withDepartments(t)
	token := tokenFor(auth.Token{Permissions: "r", StartPartition: "Sales", EndPartition: "Sales"})
	r, rec := metered(t, api, withToken("/people(PartitionKey='IT',RowKey='1')", token))
	want(t, r, 404, "ResourceNotFound")
	if rec.Op != "GetEntity" || rec.Table != "people" || rec.Read != 0 || rec.Code != "ResourceNotFound" {
		t.Errorf("record = %+v, want GetEntity of people that read nothing", rec)
	}
	if r.Header.Get("Cache-Control") != "no-cache" {
		t.Error("an entity outside of the range can be told from one that does not exist: Cache-Control is missing")
	}
}

func TestBatchesAreCheckedPartByPart(t *testing.T) {
	t.Parallel()
	insert := func(pk, rk string) string {
		return operation("POST", base+"/people", fmt.Sprintf(`{"PartitionKey":"%s","RowKey":"%s"}`, pk, rk),
			"Prefer: return-no-content")
	}
	entity := base + "/people(PartitionKey='Sales',RowKey='1')"
	sales := auth.Token{Permissions: "raud", StartPartition: "Sales", StartRow: "0", EndPartition: "Sales", EndRow: "b"}
	only := func(letters string) auth.Token { return auth.Token{Permissions: letters} }
	account := func(services, types, letters string) string {
		return auth.Token{Services: services, ResourceTypes: types, Permissions: letters,
			Expiry: "2027-01-01"}.SignAccount(ownKey, account1)
	}
	tests := []struct {
		name, token, body string
		status            int
		inner, message    string // of the part, and how its error begins
	}{
		{"all-inside", tokenFor(sales), changeset(insert("Sales", "a1"), insert("Sales", "b")), 202, "204 No Content", ""},
		{"one-outside", tokenFor(sales), changeset(insert("Sales", "a1"), insert("Sales", "c")), 202, "403 Forbidden",
			"1:This request is not authorized to perform this operation."},
		{"another-partition", tokenFor(sales), changeset(insert("IT", "a1")), 202, "403 Forbidden",
			"0:This request is not authorized to perform this operation."},
		{"a-letter-is-missing", tokenFor(only("a")),
			changeset(insert("Sales", "a1"), operation("DELETE", entity, "", "If-Match: *")), 202, "403 Forbidden",
			"1:This request is not authorized to perform this operation using this permission."},
		{"an-upsert-needs-two", tokenFor(only("u")), changeset(operation("PUT", entity, "{}")), 202, "403 Forbidden",
			"0:This request is not authorized to perform this operation using this permission."},
		{"a-merge-needs-one", tokenFor(only("u")), changeset(operation("MERGE", entity, "{}", "If-Match: *")), 202,
			"204 No Content", ""},
		{"another-table", tokenFor(only("raud")),
			changeset(operation("POST", base+"/others", `{"PartitionKey":"a","RowKey":"b"}`)), 202, "403 Forbidden",
			"0:This request is not authorized to perform this operation."},
		{"a-token-in-a-part-counts-for-nothing", tokenFor(only("r")),
			changeset(operation("DELETE", entity+"?"+tokenFor(only("d")), "", "If-Match: *")), 202, "403 Forbidden",
			"0:This request is not authorized to perform this operation using this permission."},
		{"a-read-inside", tokenFor(sales), single(operation("GET", entity, "")), 202, "200 OK", ""},
		{"a-read-outside", tokenFor(sales), single(operation("GET", base+"/people(PartitionKey='IT',RowKey='1')", "")), 202,
			"404 Not Found", "The specified resource does not exist."},
		{"a-list-of-tables", tokenFor(sales), single(operation("GET", base+"/Tables", "")), 202, "403 Forbidden",
			"This request is not authorized to perform this operation."},
		{"policies", tokenFor(sales), single(operation("GET", base+"/people?comp=acl", "")), 202, "403 Forbidden", ""},
		{"for-the-account", account("t", "o", "a"), changeset(insert("Sales", "a1")), 202, "204 No Content", ""},
		{"for-containers-alone", account("t", "sc", "a"), changeset(insert("Sales", "a1")), 202, "403 Forbidden",
			"0:This request is not authorized to perform this operation using this resource type."},
		{"for-another-service", account("q", "sco", "a"), changeset(insert("Sales", "a1")), 403, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			api := withDepartments(t)
			r := ask(t, api, "POST", "/$batch?"+tt.token, tt.body, "Content-Type: multipart/mixed; boundary=batch_1")
			want(t, r, tt.status, "")
			if tt.inner != "" && !strings.Contains(string(r.Body), "HTTP/1.1 "+tt.inner) ||
				!strings.Contains(string(r.Body), `"value":"`+tt.message) && tt.message != "" {
				t.Errorf("answer =\n%s, want %s with %q", r.Body, tt.inner, tt.message)
			}
			all := signedBy(t, newRequest(t, rest.TableService, "GET", "/people()", "", "Accept: application/json"), ownKey,
				auth.SharedKey, api.Clock.Now())
			if n, refused := strings.Count(string(api.Serve(t.Context(), all).Body),
				`"RowKey"`), strings.Contains(string(r.Body), "403"); refused && n != 30 {
				t.Errorf("the table holds %d entities after a refusal, want 30", n)
			}
		})
	}
}

// single makes a batch of one operation without a changeset.
func single(operation string) string {
	return "--batch_1\r\n" + operation + "--batch_1--\r\n"
}

// entityKey is PartitionKey and RowKey.
type entityKey [2]string

// FuzzKeyRanges: no filter and no continuation leads out of the key range of a token, and nothing
// inside is left out.
func FuzzKeyRanges(f *testing.F) {
	f.Add("b", "2", "m", "2", "PartitionKey eq 'a'", "a", "1")
	f.Add("b", "", "b", "2", "RowKey ge '1' and PartitionKey le 'b'", "b", "3")
	f.Add("", "", "m", "1", "not (PartitionKey lt 'm') or RowKey eq '2'", "m", "2")
	f.Add("c", "3", "", "", "PartitionKey ge 'b' and PartitionKey le 'c' and RowKey gt '1'", "", "")
	f.Add("m", "2", "b", "1", "", "z", "")
	api := withTable(f)
	for _, pk := range []string{"", "a", "b", "b\u00e9", "c", "m", "z", "\U0001F600", "\uFF5E"} {
		for _, rk := range []string{"", "1", "2", "3", "\U0001F600"} {
			body, _ := json.Marshal(map[string]string{"PartitionKey": pk, "RowKey": rk})
			want(f, ask(f, api, "POST", "/people", string(body), "Prefer: return-no-content"), 204, "")
		}
	}
	f.Fuzz(func(t *testing.T, startPK, startRK, endPK, endRK, filter, nextPK, nextRK string) {
		if !allValid(startPK, startRK, endPK, endRK, filter, nextPK, nextRK) ||
			strings.Contains(startPK+startRK+endPK+endRK, "\n") ||
			startPK == "" && startRK != "" || endPK == "" && endRK != "" {
			return // no token says this
		}
		in := auth.Token{Permissions: "r", StartPartition: startPK, StartRow: startRK, EndPartition: endPK, EndRow: endRK}
		token := tokenFor(in)
		query := "$filter=" + url.QueryEscape(filter)
		all, ok := readKeys(t, guard(api, true), query)
		some, okToo := readKeys(t, guard(api, false), query+"&$top=3&"+token)
		if !ok || !okToo {
			return
		}
		for key := range all {
			if inside := inRange(&in, key); inside != some[key] {
				t.Errorf("%+v: %q is in the range: %t, returned: %t", in, key, inside, some[key])
			}
		}
		for key := range some {
			if !all[key] {
				t.Errorf("%+v: %q is returned with the token only", in, key)
			}
		}
		next := "&NextPartitionKey=" + url.QueryEscape(rest.Token(nextPK)) + "&NextRowKey=" +
			url.QueryEscape(rest.Token(nextRK))
		beyond, _ := readKeys(t, api, query+next+"&"+token)
		for key := range beyond {
			if !inRange(&in, key) {
				t.Errorf("%+v: the continuation %q, %q leads to %q", in, nextPK, nextRK, key)
			}
		}
	})
}

// allValid reports whether each of a few texts is UTF-8; joined, halves of a character could be one.
func allValid(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { return !utf8.ValidString(s) })
}

// readKeys reads all pages of a query, and says whether it could be asked.
func readKeys(t *testing.T, api *rest.API, query string) (map[entityKey]bool, bool) {
	t.Helper()
	found := map[entityKey]bool{}
	next := ""
	for range 100 {
		r := ask(t, api, "GET", "/people()?"+query+next, "")
		if r.Status != 200 {
			return found, false
		}
		var page struct {
			Value []struct{ PartitionKey, RowKey string }
		}
		if err := json.Unmarshal(r.Body, &page); err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Value {
			found[entityKey{e.PartitionKey, e.RowKey}] = true
		}
		pk, more := r.Header.Lookup("x-ms-continuation-NextPartitionKey")
		if !more {
			return found, true
		}
		next = "&NextPartitionKey=" + url.QueryEscape(pk) + "&NextRowKey=" +
			url.QueryEscape(r.Header.Get("x-ms-continuation-NextRowKey"))
	}
	t.Errorf("?%s has no last page", query)
	return found, false
}

// inRange compares as the service does: by UTF-16 units, the partition first.
func inRange(in *auth.Token, key entityKey) bool {
	start, end := compareUnits(key[0], in.StartPartition), compareUnits(key[0], in.EndPartition)
	switch {
	case in.StartPartition != "" && (start < 0 || start == 0 && compareUnits(key[1], in.StartRow) < 0):
		return false
	case in.EndPartition != "" && (end > 0 || end == 0 && in.EndRow != "" && compareUnits(key[1], in.EndRow) > 0):
		return false
	}
	return true
}

func compareUnits(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

// taken is an operation that reads a body or a header, in which around stands around what somebody sends.
type taken struct {
	name, request string
	service       rest.Service
	around        [2]string
	header        []string // with %s in a value instead of a body
}

// bodies are all operations that read one, and what reads header fields and query strings.
var bodies = []taken{
	{"create-table", "POST /Tables", rest.TableService, [2]string{`{"TableName":"`, `"}`}, nil},
	{"insert", "POST /people", rest.TableService, [2]string{`{"PartitionKey":"a",`, `"RowKey":"b"}`}, nil},
	{"insert-a-value", "POST /people", rest.TableService, [2]string{`{"PartitionKey":"a","RowKey":"b","A":`, `}`}, nil},
	{"insert-what-is-skipped", "POST /people", rest.TableService,
		[2]string{`{"PartitionKey":"a","RowKey":"b","A@x":`, `}`}, nil},
	{"merge", "MERGE /people(PartitionKey='a',RowKey='1')", rest.TableService, [2]string{`{`, `"z":1}`}, nil},
	{"batch", "POST /$batch", rest.TableService, [2]string{"--batch_1\r\n", "\r\n--batch_1--"},
		[]string{"Content-Type: multipart/mixed; boundary=batch_1"}},
	{"batch-of-changesets", "POST /$batch", rest.TableService, [2]string{"", ""},
		[]string{"Content-Type: multipart/mixed; boundary=b"}},
	{"batch-operations", "POST /$batch", rest.TableService, insideBatch("", ""),
		[]string{"Content-Type: multipart/mixed; boundary=batch_1"}},
	{"batch-fields", "POST /$batch", rest.TableService, insideBatch("POST /people HTTP/1.1\r\n", "\r\n\r\n{}"),
		[]string{"Content-Type: multipart/mixed; boundary=batch_1"}},
	{"batch-address", "POST /$batch", rest.TableService, insideBatch("POST /people?", " HTTP/1.1\r\n\r\n{}"),
		[]string{"Content-Type: multipart/mixed; boundary=batch_1"}},
	{"batch-query", "POST /$batch", rest.TableService,
		[2]string{"--batch_1\r\n\r\nGET /people()?$filter=",
			" HTTP/1.1\r\n\r\n--batch_1--"}, []string{"Content-Type: multipart/mixed; boundary=batch_1"}},
	{"batch-entity", "POST /$batch", rest.TableService,
		insideBatch("POST /people HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{",
			`"z":1}`), []string{"Content-Type: multipart/mixed; boundary=batch_1"}},
	{"table-policies", "PUT /people?comp=acl", rest.TableService,
		[2]string{"<SignedIdentifiers>", "</SignedIdentifiers>"}, []string{"Accept: application/xml"}},
	{"table-properties", "PUT /?restype=service&comp=properties", rest.TableService,
		[2]string{"<StorageServiceProperties>", "</StorageServiceProperties>"}, nil},
	{"queue-properties", "PUT /?restype=service&comp=properties", queues,
		[2]string{"<StorageServiceProperties><Cors>", "</Cors></StorageServiceProperties>"}, nil},
	{"queue-policies", "PUT /tasks?comp=acl", queues,
		[2]string{"<SignedIdentifiers><SignedIdentifier>", "</SignedIdentifier></SignedIdentifiers>"}, nil},
	{"message", "POST /tasks/messages", queues,
		[2]string{"<QueueMessage><MessageText>", "</MessageText></QueueMessage>"}, nil},
	{"message-with-more", "POST /tasks/messages", queues, [2]string{"<QueueMessage>", "<MessageText/></QueueMessage>"},
		nil},
	{"blob-properties", "PUT /?restype=service&comp=properties", blobs,
		[2]string{"<StorageServiceProperties>", "</StorageServiceProperties>"}, nil},
	{"container-policies", "PUT /files?restype=container&comp=acl", blobs,
		[2]string{"<SignedIdentifiers>", "</SignedIdentifiers>"}, nil},
	{"block-list", "PUT /files/a?comp=blocklist", blobs, [2]string{"<BlockList>", "</BlockList>"}, nil},
	{"block-list-text", "PUT /files/a?comp=blocklist", blobs, [2]string{"<BlockList><Latest>", "</Latest></BlockList>"},
		nil},
}

func insideBatch(before, after string) [2]string {
	return [2]string{
		"--batch_1\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: application/http\r\n\r\n" +
			before,
		after + "\r\n--b--\r\n--batch_1--\r\n",
	}
}

// units are, beside all signs, what is legal in one of the bodies, again and again.
var units = append(linear.Signs(),
	unitsOf("<Latest/>", "<Latest>QUFBQQ==</Latest>", "<SignedIdentifier/>", "<CorsRule/>", "<Cors/>",
		"--b\r\n\r\nGET / HTTP/1.1\r\n\r\n", "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n",
		"--batch_1\r\n", "a:\r\n", "&a", "\"\":0,")...)

func unitsOf(all ...string) []linear.Shape {
	shapes := make([]linear.Shape, len(all))
	for i, unit := range all {
		shapes[i].Unit = unit
	}
	return shapes
}

func (x *taken) made(t testing.TB, text string) *rest.Request {
	method, path, _ := strings.Cut(x.request, " ")
	r, err := rest.PathStyle(x.service, method, base+path)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = rest.Header{{Name: "Accept", Value: "application/json"}, {Name: "Content-Type", Value: "application/json"}}
	for _, line := range x.header {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	r.Body = []byte(text)
	return r
}

// withAll returns an API with something of everything.
func withAll(t testing.TB) *rest.API {
	api := withEntity(t)
	want(t, send(t, api, queues, "PUT", "/tasks", ""), 201, "")
	want(t, send(t, api, blobs, "PUT", "/files?restype=container", ""), 201, "")
	return api
}

// Finding F3: a batch of 4 MiB took 200 MiB before it was refused. Whatever is in a body, reading it takes at most ten
// times as much memory, counted with all that is free again before the answer; the answer itself is among it.
func TestNoBodyBecomesTenTimesItsSize(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: reads thousands of texts of every shape")
	}
	const size, most, atFirst = 512 << 10, 10, 512 << 10
	api := withAll(t)
	for _, x := range bodies {
		for _, unit := range units {
			text := x.around[0] + strings.Repeat(unit.Unit, size/len(unit.Unit)) + x.around[1]
			r := x.made(t, text)
			taken := linear.Allocated(func() { api.Serve(context.Background(), r) })
			if taken > most*uint64(len(text))+atFirst {
				t.Errorf("%s: %d KiB of %q take %d KiB", x.name, len(text)>>10, unit.Unit, taken>>10)
			}
		}
	}
}

// The same bodies take work in proportion to their length, from the first station to the answer.
func TestEveryBodyTakesLinearWork(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: reads thousands of texts of every shape")
	}
	api := withAll(t)
	for _, x := range bodies {
		read := func(text string) { api.Serve(context.Background(), x.made(t, text)) }
		linear.Check(t, x.name, read, linear.Inside(x.around[0], x.around[1], units...)...)
	}
}

// So do header fields and query strings, which are read before anybody knows who sends them.
func TestEveryHeadTakesLinearWork(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: reads thousands of texts of every shape")
	}
	api := withAll(t)
	guarded := guard(withAll(t), false)
	for _, name := range []string{
		"Authorization", "Accept", "Content-Type", "If-Match", "If-None-Match", "Prefer", "x-ms-version", "x-ms-date",
		"x-ms-range", "Range", "X-HTTP-Method", "Origin", "Access-Control-Request-Headers", "x-ms-meta-a",
		"If-Modified-Since", "x-ms-client-request-id", "Content-MD5",
	} {
		for _, service := range []rest.Service{rest.TableService, queues, blobs} {
			linear.Check(t, name, func(text string) {
				x := taken{request: "PUT /files/a", service: service, header: []string{name + ": " + text}}
				api.Serve(context.Background(), x.made(t, "{}"))
				guarded.Serve(context.Background(), x.made(t, "{}"))
			}, linear.Inside("SharedKey devstoreaccount1:", "", units...)...)
		}
	}
	for _, before := range []string{
		"/people()?", "/people()?$filter=", "/people()?$select=", "/people()?$top=",
		"/people(", "/people(PartitionKey='", "/people()?NextPartitionKey=",
		"/people()?sv=2019-02-02&sig=a&sp=", "/files?comp=list&prefix=", "/files/", "/tasks/messages/a?popreceipt=",
	} {
		linear.Check(t, before, func(text string) {
			for _, service := range []rest.Service{rest.TableService, queues, blobs} {
				for _, to := range []*rest.API{api, guarded} {
					if r, err := rest.PathStyle(service, "GET", base+before+text); err == nil {
						r.Header = rest.Header{{Name: "Accept", Value: "application/json"}}
						to.Serve(context.Background(), r)
					}
				}
			}
		}, units...)
	}
}
