package copy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"rowkey/engine/rest"
)

// connectionTo names all three services at one server.
func connectionTo(url string) string {
	return "TableEndpoint=" + url + "/acc;QueueEndpoint=" + url + "/acc;BlobEndpoint=" + url +
		"/acc;SharedAccessSignature=sv=2019-02-02&sig=TOPSECRET"
}

// hostile answers as a server that means harm would.
type hostile struct {
	answer func(w http.ResponseWriter, r *http.Request, n int64)
	asked  atomic.Int64
	seen   chan string // "METHOD URI" of each request, if anyone wants to know
}

// ServeHTTP counts a request and answers it.
func (h *hostile) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.seen != nil {
		h.seen <- r.Method + " " + r.RequestURI
	}
	h.answer(w, r, h.asked.Add(1))
}

// runCopy copies from a server, to another one or to a file, and returns all that was shown.
func runCopy(t *testing.T, from, to string, args ...string) (shown string, err error) {
	t.Helper()
	dir := t.TempDir()
	if to == "" {
		to = filepath.Join(dir, "out.jsonl")
	}
	var out bytes.Buffer
	all := append([]string{"-from", from, "-to", to, "-journal", filepath.Join(dir, "journal"), "-retries", "0"}, args...)
	err = Run(t.Context(), all, &out, &out)
	journal, _ := os.ReadFile(filepath.Join(dir, "journal")) // there may be none
	text := out.String()
	if err != nil {
		text += err.Error()
	}
	if strings.Contains(text+string(journal), "TOPSECRET") {
		t.Errorf("copy %q shows a secret: %s%s", all, text, journal)
	}
	return text, err
}

func quote(text string) string {
	b, _ := json.Marshal(text) // of a string does not fail
	return string(b)
}

// nasty would clear a terminal, name its window, and pretend that all went well.
const nasty = "\x1b[2J\x1b]0;x\x07\u202e\u009b31m\rdone in 1s\r\ndone in 1s: all copied"

func TestNoTextOfAServerIsObeyedByATerminal(t *testing.T) {
	t.Parallel()
	body := func(status int, text string) func(http.ResponseWriter, *http.Request, int64) {
		return func(w http.ResponseWriter, _ *http.Request, _ int64) { w.WriteHeader(status); fmt.Fprint(w, text) }
	}
	xml := strings.NewReplacer("\x1b", "&#155;", "\x07", "", "\r", "&#13;", "\n", "&#10;").Replace(nasty)
	for name, tt := range map[string]struct {
		args   []string
		answer func(http.ResponseWriter, *http.Request, int64)
	}{
		"a message":       {nil, body(400, `{"odata.error":{"code":"Bad","message":{"value":`+quote(nasty)+`}}}`)},
		"a code":          {nil, body(400, `{"odata.error":{"code":`+quote(nasty)+`,"message":{"value":"x"}}}`)},
		"another message": {nil, body(400, `{"error":{"code":"Bad","message":`+quote(nasty)+`}}`)},
		"a message in XML": {[]string{"-queues", "*"},
			body(400, "<Error><Code>"+xml+"</Code><Message>"+xml+"</Message></Error>")},
		"the name of a table": {nil, body(200, `{"value":[{"TableName":`+quote(nasty)+`}]}`)},
		"the name of a queue": {[]string{"-queues", "*"},
			body(200, "<R><Queues><Queue><Name>"+xml+"</Name></Queue></Queues></R>")},
		"the name of a container": {[]string{"-blobs", "*"},
			body(200, "<R><Containers><Container><Name>"+xml+"</Name></Container></Containers></R>")},
		"the name of a blob": {[]string{"-blobs", "*"},
			body(200, "<R><Containers><Container><Name>abc</Name></Container></Containers><Blobs><Blob><Name>"+
				xml+"</Name><Properties><BlobType>"+xml+"</BlobType></Properties></Blob></Blobs></R>")},
		"the name of a blob that fails": {[]string{"-blobs", "*"}, func(w http.ResponseWriter, r *http.Request, n int64) {
			body(200, "<R><Containers><Container><Name>abc</Name></Container></Containers><Blobs><Blob><Name>"+
				xml+"</Name><Properties><BlobType>BlockBlob</BlobType>"+
				"<Content-Length>5</Content-Length></Properties></Blob></Blobs></R>")(w, r, n)
		}},
		"what is no JSON": {nil, body(200, nasty)},
		"what is no XML":  {[]string{"-queues", "*"}, body(200, nasty)},
		"a key of an entity": {[]string{"-tables", "abc"},
			body(200, `{"value":[{"PartitionKey":`+quote(nasty)+`,"RowKey":{}}]}`)},
		"a property": {[]string{"-tables", "abc"},
			body(200, `{"value":[{"PartitionKey":"a","RowKey":"b",`+quote(nasty)+`:[]}]}`)},
		"a type of a property": {[]string{"-tables", "abc"},
			body(200, `{"value":[{"PartitionKey":"a","RowKey":"b","x":"1","x@odata.type":`+quote(nasty)+`}]}`)},
		"a number of messages": {[]string{"-queues", "*"}, func(w http.ResponseWriter, r *http.Request, n int64) {
			w.Header().Set("x-ms-approximate-messages-count", "1\t\u202e")
			body(200, "<R><Queues><Queue><Name>abc</Name></Queue></Queues></R>")(w, r, n)
		}},
		"a redirect": {nil, func(w http.ResponseWriter, _ *http.Request, _ int64) {
			w.Header().Set("Location", "http://127.0.0.1:1/"+nasty[:3])
			w.WriteHeader(302)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(&hostile{answer: tt.answer})
			defer server.Close()
			shown, err := runCopy(t, connectionTo(server.URL), "", tt.args...)
			if err == nil {
				t.Errorf("a copy of it succeeds: %q", shown)
			}
			for _, c := range shown {
				if c != '\n' && !unicode.IsPrint(c) {
					t.Fatalf("%q is shown of it: %q", c, shown)
				}
			}
			if strings.Contains(shown, "\ndone in 1s: all copied") {
				t.Errorf("a line of the server passes for one of ours: %q", shown)
			}
		})
	}
}

func TestAListWithoutEndIsGivenUp(t *testing.T) {
	t.Parallel()
	table := func(next func(n int64) string, value string) func(http.ResponseWriter, *http.Request, int64) {
		return func(w http.ResponseWriter, _ *http.Request, n int64) {
			w.Header().Set("x-ms-continuation-NextTableName", next(n))
			w.Header().Set("x-ms-continuation-NextPartitionKey", next(n))
			fmt.Fprint(w, `{"value":[`+value+`]}`)
		}
	}
	list := func(next func(n int64) string, items string) func(http.ResponseWriter, *http.Request, int64) {
		return func(w http.ResponseWriter, _ *http.Request, n int64) {
			w.Header().Set("x-ms-approximate-messages-count", "1")
			fmt.Fprintf(w, "<R>%s<NextMarker>%s</NextMarker></R>", items, next(n))
		}
	}
	same := func(int64) string { return "A" }
	circle := func(n int64) string { return fmt.Sprint("M", n%7) }
	ever := func(n int64) string { return fmt.Sprint("M", n) }
	none := func(int64) string { return "" }
	const containers = "<Containers><Container><Name>abc</Name></Container></Containers>"
	for name, tt := range map[string]struct {
		args   []string
		answer func(http.ResponseWriter, *http.Request, int64)
		most   int64 // requests
	}{
		"tables with one mark":        {nil, table(same, `{"TableName":"Abc"}`), 10},
		"tables with marks in turn":   {nil, table(circle, `{"TableName":"Abc"}`), 40},
		"tables without tables":       {nil, table(ever, ""), maxEmpty + 10},
		"entities with one mark":      {[]string{"-tables", "abc"}, table(same, `{"PartitionKey":"a","RowKey":"b"}`), 10},
		"entities with marks in turn": {[]string{"-tables", "abc"}, table(circle, ""), 40},
		"queues with one mark": {[]string{"-queues", "*"},
			list(same, "<Queues><Queue><Name>abc</Name></Queue></Queues>"), 10},
		"containers with one mark": {[]string{"-blobs", "*"}, list(same, containers), 10},
		"containers without any":   {[]string{"-blobs", "*"}, list(ever, ""), maxEmpty + 10},
		"blobs with one mark": {[]string{"-blobs", "*"}, func(w http.ResponseWriter, r *http.Request, n int64) {
			next := none
			if n > 1 {
				next = same
			}
			list(next, containers)(w, r, n)
		}, 10},
		"messages that are never over": {[]string{"-queues", "*"}, func(w http.ResponseWriter, r *http.Request, n int64) {
			messages := strings.Repeat("<QueueMessage><MessageId>a</MessageId><PopReceipt>b</PopReceipt></QueueMessage>", 32)
			if r.Method == "PUT" {
				messages = "" // gives back
			}
			list(none, "<Queues><Queue><Name>abc</Name></Queue></Queues>"+messages)(w, r, n)
		}, 2 * maxNew},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := &hostile{answer: tt.answer}
			server := httptest.NewServer(h)
			defer server.Close()
			shown, err := runCopy(t, connectionTo(server.URL), "", tt.args...)
			if err == nil || !strings.Contains(shown, "have no end") && !strings.Contains(shown, "more than twice as many") {
				t.Errorf("copy = %v: %s", err, shown)
			}
			if n := h.asked.Load(); n > tt.most {
				t.Errorf("%d requests were sent, want at most %d", n, tt.most)
			}
		})
	}
}

func TestAServerDoesNotDecideHowLongACopyWaits(t *testing.T) {
	t.Parallel()
	for _, f := range []rest.Field{
		{Name: "x-ms-retry-after-ms", Value: "999999999999"}, {Name: "x-ms-retry-after-ms", Value: "9223372036854775807"},
		{Name: "x-ms-retry-after-ms", Value: "-5"}, {Name: "x-ms-retry-after-ms", Value: "1e9"},
		{Name: "Retry-After", Value: "9223372036854775807"}, {Name: "Retry-After", Value: "Fri, 31 Dec 9999 23:59:59 GMT"},
		{Name: "Retry-After", Value: "Mon, 01 Jan 0001 00:00:00 GMT"},
	} {
		if got := retryAfter(rest.Header{f}); got < 0 || got > 5*time.Minute {
			t.Errorf("%s: %s = %v, want at most 5 minutes", f.Name, f.Value, got)
		}
	}
}

func TestANameIsNoPartOfAnotherRequest(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"prod?restype=container&comp=acl&x=", "a/b", "a#b", "a%2fb", "a b", "a&b", "../x", "a?comp=list", "a;b", "a'b",
		"a\\b", "ä",
	} {
		xml := strings.NewReplacer("&", "&amp;").Replace(name)
		source := httptest.NewServer(&hostile{answer: func(w http.ResponseWriter, r *http.Request, _ int64) {
			switch {
			case strings.HasSuffix(r.URL.Path, "/Tables"):
				fmt.Fprint(w, `{"value":[{"TableName":`+quote(name)+`}]}`)
			case strings.HasSuffix(r.URL.Path, "()"):
				fmt.Fprint(w, `{"value":[{"PartitionKey":"a","RowKey":"1"},{"PartitionKey":"a","RowKey":"2"}]}`)
			default:
				w.Header().Set("x-ms-approximate-messages-count", "0")
				fmt.Fprintf(w, "<R><Queues><Queue><Name>%s</Name></Queue></Queues>"+
					"<Containers><Container><Name>%s</Name></Container></Containers></R>", xml, xml)
			}
		}})
		defer source.Close()
		for _, kind := range []string{"-tables", "-queues", "-blobs"} {
			for _, mode := range []string{"insert", "replace"} {
				target := &hostile{seen: make(chan string, 100), answer: func(w http.ResponseWriter, r *http.Request, _ int64) {
					w.Header().Set("x-ms-approximate-messages-count", "0")
					w.WriteHeader(200)
					fmt.Fprint(w, `{"value":[]}`)
				}}
				server := httptest.NewServer(target)
				// What was sent counts.
				_, _ = runCopy(t, connectionTo(source.URL), connectionTo(server.URL), kind, "*,*/*", "-mode", mode)
				server.Close()
				close(target.seen)
				for uri := range target.seen {
					_, path, _ := strings.Cut(uri, " ")
					path, query, _ := strings.Cut(path, "?")
					extra := strings.NewReplacer("restype=container", "", "comp=list", "", "comp=metadata", "",
						"include=metadata", "", "maxresults=100", "", "$top=1", "", "peekonly=true", "",
						"numofmessages=32", "", "sv=2019-02-02", "", "sig=TOPSECRET", "", "&", "").Replace(query)
					if extra != "" || strings.Count(path, "/") > 3 || strings.ContainsAny(path, "#;\\ ") {
						t.Errorf("%s %q becomes %s", kind, name, uri)
					}
				}
			}
		}
	}
}

func TestAnswersInAnswersHaveABottom(t *testing.T) {
	t.Parallel()
	const head = "--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
	deep := []byte(strings.Repeat(head, 200_000))
	if got := partsOf("multipart/mixed; boundary=b", deep); len(got) > 200_000 {
		t.Errorf("partsOf = %d answers", len(got))
	}
}
