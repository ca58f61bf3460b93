package rest_test

import (
	"context"
	"strings"
	"testing"

	"rowkey/engine/linear"
	"rowkey/engine/rest"
)

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
