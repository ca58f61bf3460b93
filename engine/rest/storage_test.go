package rest_test

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/explain"
	"rowkey/engine/linear"
	"rowkey/engine/rest"
)

func TestMessageIsMeasuredAsItIsEscaped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text   string
		status int
	}{
		"as-large-as-can-be":           {strings.Repeat("a", 64<<10), 201},
		"one-byte-more":                {strings.Repeat("a", 64<<10+1), 413},
		"in-bytes-and-not-characters":  {strings.Repeat("é", 32<<10+1), 413},
		"escapes-count-as-they-travel": {strings.Repeat("&lt;", 16<<10), 201},
		"one-escape-more":              {strings.Repeat("&lt;", 16<<10+1), 413},
		"however-they-were-written":    {strings.Repeat("&#60;", 16<<10), 201},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := send(t, withQueue(t), queues, "POST", "/tasks/messages", message(c.text))
			want(t, r, c.status, "")
			if c.status == 413 && !strings.Contains(string(r.Body), "<MaxLimit>65536</MaxLimit>") {
				t.Errorf("body = %.300s, want the limit", r.Body)
			}
		})
	}
}

// The Table service leaves this out.
func TestADocumentThatIsRefusedSaysWhereAndWhy(t *testing.T) {
	t.Parallel()
	const retention = `<StorageServiceProperties><MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled>` +
		`<RetentionPolicy><Enabled>true</Enabled><Days>366</Days></RetentionPolicy></MinuteMetrics>` +
		`</StorageServiceProperties>`
	at := func(line, position int, reason string) string {
		return fmt.Sprintf("<LineNumber>%d</LineNumber><LinePosition>%d</LinePosition><Reason>%s</Reason>", line, position,
			reason)
	}
	const days = "Retention days must be greater than 0 and less than or equal to 365 days."
	properties := "/?restype=service&comp=properties"
	api := withQueue(t)
	want(t, send(t, api, queues, "POST", "/tasks/messages", message("ab\x01c")), 400,
		at(1, 30, "Error parsing Xml content"))
	want(t, send(t, api, queues, "POST", "/tasks/messages", "<QueueMessage>\n<MessageText>"), 400,
		at(2, 14, "Error parsing Xml content"))
	for _, service := range []rest.Service{queues, blobs} {
		want(t, send(t, api, service, "PUT", properties, retention), 400, at(1, 146, days))
		want(t, send(t, api, service, "PUT", properties, strings.Replace(retention, "366", "0", 1)), 400, days)
	}
	table := ask(t, api, "PUT", properties, retention)
	if table.Status != 400 || strings.Contains(string(table.Body), days) {
		t.Errorf("table: %d %s, want 400 without a reason", table.Status, table.Body)
	}
}

func TestBodiesHaveLimits(t *testing.T) {
	t.Parallel()
	for _, size := range []int{128<<10 + 513, 200_000, 4<<20 + 1} { // the body of a message has a limit of its own
		for _, method := range []string{"POST /tasks/messages",
			"PUT /tasks/messages/1?popreceipt=AgAAAA%3D%3D&visibilitytimeout=1"} {
			verb, path, _ := strings.Cut(method, " ")
			want(t, send(t, withQueue(t), queues, verb, path, strings.Repeat(" ", size)), 413, "<MaxLimit>131584</MaxLimit>")
		}
	}
	padded := message("a") + strings.Repeat(" ", 128<<10+512-len(message("a")))
	want(t, send(t, withQueue(t), queues, "POST", "/tasks/messages", padded), 201, "")
	api := withContainer(t)
	large := strings.Repeat(" ", 4<<20+1)
	want(t, send(t, api, blobs, "PUT", "/files/a", "", "x-ms-blob-type: AppendBlob"), 201, "")
	want(t, send(t, api, blobs, "PUT", "/files/a?comp=appendblock", large, "x-ms-version: 2020-12-06"), 413,
		"RequestBodyTooLarge")
	want(t, send(t, api, blobs, "PUT", "/files/a?comp=appendblock", large, "x-ms-version: 2022-11-02"), 201, "")
	want(t, send(t, api, blobs, "PUT", "/files/b", strings.Repeat(" ", 64<<20+1), "x-ms-blob-type: BlockBlob"), 413,
		"RequestBodyTooLarge")
}

// Bug 15.
func TestMessagesLivedSevenDaysAtMostInTheBeginning(t *testing.T) {
	t.Parallel()
	api := withQueue(t)
	for _, c := range []struct {
		ttl, version string
		status       int
	}{
		{"-1", "2016-05-31", 400}, {"604801", "2016-05-31", 400}, {"0", "2016-05-31", 400},
		{"604800", "2016-05-31", 201}, {"1", "2016-05-31", 201},
		{"-1", "2017-07-29", 201}, {"604801", "2017-07-29", 201},
	} {
		r := send(t, api, queues, "POST", "/tasks/messages?messagettl="+c.ttl, message("x"), "x-ms-version: "+c.version)
		want(t, r, c.status, "")
		if c.status == 400 && !strings.Contains(string(r.Body), "<MaximumAllowed>604800</MaximumAllowed>") {
			t.Errorf("messagettl=%s: body = %s, want the limit", c.ttl, r.Body)
		}
	}
}

// Bug 16.
func TestAccessTiersThatThereAreNot(t *testing.T) {
	t.Parallel()
	api := withContainer(t)
	for _, c := range []struct {
		tier, version string
		status        int
	}{
		{"Hot", "2020-12-06", 201}, {"Cool", "2020-12-06", 201}, {"Archive", "2020-12-06", 201},
		{"Cold", "2021-12-02", 201}, {"Cold", "2020-12-06", 400}, {"Bogus", "2021-12-02", 400}, {"P10", "2021-12-02", 400},
	} {
		fields := []string{"x-ms-blob-type: BlockBlob", "x-ms-access-tier: " + c.tier, "x-ms-version: " + c.version}
		want(t, send(t, api, blobs, "PUT", "/files/a", "x", fields...), c.status, "")
		r := send(t, api, blobs, "PUT", "/files/b?comp=blocklist", "<BlockList/>", fields...)
		want(t, r, c.status, "")
		if c.status == 400 && !strings.Contains(string(r.Body), "<HeaderValue>"+c.tier) {
			t.Errorf("x-ms-access-tier %s: body = %s, want the value", c.tier, r.Body)
		}
	}
}

func TestPutMessageHasNoBodyInEarlyVersions(t *testing.T) {
	t.Parallel()
	r := send(t, withQueue(t), queues, "POST", "/tasks/messages", message("a"), "x-ms-version: 2015-12-11")
	want(t, r, 201, "")
	if len(r.Body) > 0 {
		t.Errorf("body = %s, want none", r.Body)
	}
}

func TestErrorsHadNoFieldInTheBeginning(t *testing.T) {
	t.Parallel()
	for version, sent := range map[string]bool{"2016-05-31": false, "2017-07-29": true, "": true} {
		var header []string
		if version != "" {
			header = []string{"x-ms-version: " + version}
		}
		r := send(t, newAPI(t), queues, "GET", "/tasks?comp=metadata", "", header...)
		if _, got := r.Header.Lookup("x-ms-error-code"); got != sent {
			t.Errorf("x-ms-error-code with version %q: sent %v, want %v", version, got, sent)
		}
	}
}

func TestSignatureTellsTheVersion(t *testing.T) {
	t.Parallel()
	api := withQueue(t)
	for path, want := range map[string]string{
		"/tasks?comp=metadata":                           "2020-12-06",
		"/tasks?comp=metadata&sv=2018-03-28":             "2018-03-28",
		"/tasks?comp=metadata&sv=2018-03-28&sig=x%2By%3": "2018-03-28",
	} {
		if got := send(t, api, queues, "GET", path, "").Header.Get("x-ms-version"); got != want {
			t.Errorf("x-ms-version of %s = %q, want %q", path, got, want)
		}
	}
	r := send(t, api, queues, "GET", "/tasks?comp=metadata&sv=2018-03-28", "", "x-ms-version: 2019-02-02")
	if got := r.Header.Get("x-ms-version"); got != "2019-02-02" {
		t.Errorf("x-ms-version beside sv = %q, want that of the field", got)
	}
}

func TestAddressOfTheAccountAlone(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	for _, s := range []rest.Service{queues, blobs} {
		r := send(t, api, s, "GET", "/", "")
		want(t, r, 400, "<Code>InvalidUri</Code>")
		if got := r.Header.Get("Content-Type"); got != "application/xml" {
			t.Errorf("Content-Type = %q, want application/xml", got)
		}
	}
}

func TestAddressesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	api := newAPI(t)
	for _, s := range []rest.Service{queues, blobs} {
		for _, path := range []string{"/%", "/a%2", "/?comp=%zz"} {
			want(t, send(t, api, s, "GET", path, ""), 400, "InvalidUri")
		}
	}
}

// ENG-L7: requests to queues and blobs are metered like those to tables.
func TestRecordNamesTheOperationAndCountsOneTransaction(t *testing.T) {
	t.Parallel()
	api := withQueue(t)
	want(t, send(t, api, blobs, "PUT", "/files?restype=container", ""), 201, "")
	for _, c := range []struct {
		service            rest.Service
		method, path, body string
		op                 string
	}{
		{queues, "POST", "/tasks/messages", message("a"), "PutMessage"},
		{queues, "GET", "/tasks/messages?peekonly=true", "", "PeekMessages"},
		{queues, "GET", "/tasks/messages", "", "GetMessages"},
		{queues, "DELETE", "/tasks/messages", "", "ClearMessages"},
		{queues, "GET", "/?comp=list", "", "ListQueues"},
		{queues, "GET", "/tasks?comp=acl", "", "GetQueueACL"},
		{queues, "GET", "/?restype=service&comp=properties", "", "GetQueueServiceProperties"},
		{blobs, "GET", "/files?restype=container&comp=list", "", "ListBlobs"},
		{blobs, "GET", "/files/a", "", "GetBlob"},
		{blobs, "HEAD", "/files/a", "", "GetBlobProperties"},
		{blobs, "PUT", "/files/a", "", "PutBlob"},
		{blobs, "GET", "/?restype=service&comp=properties", "", "GetBlobServiceProperties"},
	} {
		r, err := rest.PathStyle(c.service, c.method, base+c.path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body = []byte(c.body)
		rec := new(explain.Record)
		answer := api.Serve(explain.NewContext(context.Background(), rec), r)
		if rec.Op != c.op || rec.Transactions != 1 || rec.BytesIn != len(c.body) || rec.BytesOut != len(answer.Body) {
			t.Errorf("%s %s: record = %+v, want %s, one transaction and the bytes", c.method, c.path, rec, c.op)
		}
		if failed := answer.Status >= 400; failed != (rec.Code != "") {
			t.Errorf("%s %s: code = %q with status %d", c.method, c.path, rec.Code, answer.Status)
		}
	}
}

// ENG-L1: far beyond 1 MB.
func TestLargeBlobComesBackWhole(t *testing.T) {
	t.Parallel()
	api := withContainer(t)
	var all strings.Builder
	for i := range 20 {
		block := strings.Repeat(strconv.Itoa(i)+",", 1<<18)
		id := "QkxPQ0" + string(rune('A'+i)) + "="
		want(t, send(t, api, blobs, "PUT", "/files/big?comp=block&blockid="+strings.ReplaceAll(id, "=", "%3D"), block), 201,
			"")
		all.WriteString(block)
	}
	var list strings.Builder
	for i := range 20 {
		list.WriteString("<Latest>QkxPQ0" + string(rune('A'+i)) + "=</Latest>")
	}
	want(t, send(t, api, blobs, "PUT", "/files/big?comp=blocklist", "<BlockList>"+list.String()+"</BlockList>"), 201, "")
	if r := send(t, api, blobs, "GET", "/files/big", ""); r.Text() != all.String() {
		t.Errorf("GetBlob: %d bytes, want the %d that were put", r.Size(), all.Len())
	}
}

func TestListsEscapeWhatNoDocumentMayHold(t *testing.T) {
	t.Parallel()
	api := withContainer(t)
	put := []string{"x-ms-blob-type: BlockBlob", "x-ms-meta-city: K\xf6ln"} // Latin-1, as header fields are
	want(t, send(t, api, blobs, "PUT", "/files/it's%EF%BF%BF", "", put...), 201, "")
	r := send(t, api, blobs, "GET", "/files?restype=container&comp=list&include=metadata", "")
	want(t, r, 200, `<Name Encoded="true">it's%EF%BF%BF</Name>`)
	want(t, r, 200, "<Metadata><city>Köln</city></Metadata>")
	if got := send(t, api, blobs, "HEAD", "/files/it's%EF%BF%BF", "").Header.Get("x-ms-meta-city"); got != "K\xf6ln" {
		t.Errorf("x-ms-meta-city = %q, want the bytes that were sent", got)
	}
	want(t, send(t, api, blobs, "PUT", "/files/%FF", "", put...), 400, "InvalidUri")
}

func TestTimesInHeaderFields(t *testing.T) {
	t.Parallel()
	api := withContainer(t)
	want(t, send(t, api, blobs, "PUT", "/files/a", "x", "x-ms-blob-type: BlockBlob"), 201, "")
	for value, status := range map[string]int{
		"Mon, 05 Jan 2026 08:00:00 GMT": 304,
		"Sun, 05 Jan 2026 08:00:00 GMT": 304, // the day of the week is not checked
		"Mon, 05 Jan 2026 07:59:59 GMT": 200,
		"Fri, 29 Feb 2028 00:00:00 GMT": 304,
		"Mon, 05 Jan 2026 08:00:00 UTC": 400,
		"Mon, 05 Jan 2026 08:00:60 GMT": 400,
		"Mon, 05 Jan 2026 24:00:00 GMT": 400,
		"Mon, 30 Feb 2026 08:00:00 GMT": 400,
		"Mon, 05 anF 2026 08:00:00 GMT": 400,
		"Mon, 05 Jan 2026 +8:00:00 GMT": 400,
		"Mon, 05-Jan-2026 08:00:00 GMT": 400,
		"2026-01-05T08:00:00Z":          400,
	} {
		if r := send(t, api, blobs, "GET", "/files/a", "", "If-Modified-Since: "+value); r.Status != status {
			t.Errorf("If-Modified-Since: %s: status = %d, want %d", value, r.Status, status)
		}
	}
}

func FuzzTimesInHeaderFields(f *testing.F) {
	f.Add("Mon, 05 Jan 2026 08:00:00 GMT")
	f.Add("Tue, 31 Dec 1999 23:59:59 GMT")
	f.Add("Mon, 05 Jan 2026 08:00:60 GMT")
	f.Add("Tue, 01 DeC 0000 00:00:00 GMT")
	api := withContainer(f)
	want(f, send(f, api, blobs, "PUT", "/files/a", "x", "x-ms-blob-type: BlockBlob"), 201, "")
	f.Fuzz(func(t *testing.T, value string) {
		moment, err := time.Parse(httpTime, value)
		if strings.Trim(value, " \t") == "" || strings.Contains(value, "\n") {
			return
		}
		r := send(t, api, blobs, "GET", "/files/a", "", "If-Unmodified-Since: "+value)
		proper := err == nil && moment.Format(httpTime) == value
		late := moment.Before(api.Clock.Now().Truncate(time.Second))
		switch {
		case proper && late && r.Status != 412, proper && !late && r.Status != 200:
			t.Errorf("If-Unmodified-Since: %s: status = %d", value, r.Status)
		case r.Status != 200 && r.Status != 400 && r.Status != 412:
			t.Errorf("If-Unmodified-Since: %q: status = %d", value, r.Status)
		}
	})
}

// FuzzXML puts documents as messages. What is accepted has to come back in a document that another
// parser reads, and has to be the same text once more.
func FuzzXML(f *testing.F) {
	for _, s := range []string{
		message("a"), message("  a &amp; b\r\n"), message("<![CDATA[a]]b]]>c"), message("&#x20AC;&#9;"), message("&#0;"),
		"\ufeff<?xml version='1.0'?><!-- c --><QueueMessage  xmlns='x' >" +
			"<y:MessageText z='1'>t</y:MessageText></QueueMessage >",
		"<QueueMessage><MessageText/></QueueMessage>", "<!DOCTYPE a [<!ENTITY b 'c'>]><QueueMessage/>",
		strings.Repeat("<a>", 100), "<QueueMessage><MessageText>a", message("\x00"), message("\xff"), "",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, document string) {
		api := withQueue(t)
		first, ok := roundTrip(t, api, document)
		if !ok {
			return
		}
		var b strings.Builder
		if err := xml.EscapeText(&b, []byte(first)); err != nil {
			t.Fatal(err)
		}
		if second, ok := roundTrip(t, api, message(b.String())); !ok || second != first {
			t.Errorf("the text %q comes back as %q, %v", first, second, ok)
		}
	})
}

// roundTrip puts a message and takes it again; ok is false if it was refused.
func roundTrip(t *testing.T, api *rest.API, document string) (text string, ok bool) {
	t.Helper()
	put := send(t, api, queues, "POST", "/tasks/messages", document)
	if put.Status == 400 || put.Status == 413 {
		return "", false
	}
	want(t, put, 201, "")
	var list struct{ QueueMessage struct{ MessageText string } }
	got := send(t, api, queues, "GET", "/tasks/messages", "")
	if err := xml.Unmarshal([]byte(strings.TrimPrefix(string(got.Body), "\ufeff")), &list); err != nil {
		t.Fatalf("the answer %q to the message %q is no document: %v", got.Body, document, err)
	}
	return list.QueueMessage.MessageText, true
}

// Finding 17: Put Blob copied its body four times, and so did its siblings.
func TestABodyIsCopiedOnlyIntoTheStore(t *testing.T) {
	api := withContainer(t)
	want(t, send(t, api, blobs, "PUT", "/files/log", "", "x-ms-blob-type: AppendBlob"), 201, "")
	const size, spare = 4 << 20, 256 << 10
	body := []byte(strings.Repeat("x", size))
	for path, field := range map[string]string{
		"/files/a":                             "x-ms-blob-type: BlockBlob",
		"/files/a?comp=block&blockid=AAAA":     "x-ms-version: 2020-12-06",
		"/files/log?comp=appendblock":          "x-ms-version: 2022-11-02",
		"/files/b?comp=block&blockid=AAAABBBB": "x-ms-version: 2015-02-21",
	} {
		n := linear.Allocated(func() { want(t, sendBytes(t, api, "PUT", path, body, field), 201, "") })
		if n > size+spare {
			t.Errorf("PUT %s of %d KiB allocates %d KiB", path, size>>10, n>>10)
		}
	}
}

func TestABlobIsReadWithoutACopy(t *testing.T) {
	api := withContainer(t)
	body := []byte(strings.Repeat("0123456789abcdef", 4<<16))
	want(t, sendBytes(t, api, "PUT", "/files/a", body, "x-ms-blob-type: BlockBlob"), 201, "")
	for _, c := range []struct {
		field  string
		status int
		text   string
	}{
		{"x-ms-version: 2020-12-06", 200, string(body)},
		{"x-ms-range: bytes=1-1048576", 206, string(body[1 : 1<<20+1])},
		{"x-ms-range: bytes=5-9", 206, "56789"},
	} {
		var r *rest.Response
		if n := linear.Allocated(func() { r = send(t, api, blobs, "GET", "/files/a", "", c.field) }); n > 64<<10 {
			t.Errorf("GET with %s allocates %d KiB", c.field, n>>10)
		}
		if r.Status != c.status || r.Text() != c.text || r.Size() != len(c.text) || string(r.Bytes()) != c.text {
			t.Errorf("GET with %s = %d and %d bytes, want %d and %d", c.field, r.Status, r.Size(), c.status, len(c.text))
		}
	}
}

// FuzzStorageRequests sends whatever comes to an account with a queue and a container. Nothing may be
// the service's fault, and what says that it is XML has to be.
func FuzzStorageRequests(f *testing.F) {
	for _, s := range [][4]string{
		{"PUT", "/tasks?comp=metadata", "x-ms-meta-a: b", ""},
		{"GET", "/tasks/messages?numofmessages=32&visibilitytimeout=1", "", ""},
		{"POST", "/tasks/messages?messagettl=-1", "", message("a")},
		{"PUT", "/tasks/messages/1?popreceipt=%2B&visibilitytimeout=0", "", ""},
		{"GET", "/?comp=list&prefix=%EF%BF%BF&marker=/a/b&maxresults=1&include=metadata", "", ""},
		{"PUT", "/tasks?comp=acl", "",
			"<SignedIdentifiers><SignedIdentifier><Id>a</Id></SignedIdentifier></SignedIdentifiers>"},
		{"PUT", "/?restype=service&comp=properties", "", "<StorageServiceProperties><Cors /></StorageServiceProperties>"},
		{"GET", "/?restype=service&comp=stats", "x-ms-version: 2009-09-19", ""},
		{"OPTIONS", "/tasks", "Origin: a", ""},
		{"PUT", "/tasks/a%2Fb?comp=block&blockid=MQ%3D%3D", "Content-MD5: x", "bytes"},
		{"PUT", "/tasks/a?comp=blocklist", "If-None-Match: *", "<BlockList><Latest>MQ==</Latest></BlockList>"},
		{"PUT", "/tasks/a?comp=appendblock", "x-ms-blob-condition-appendpos: 0", "bytes"},
		{"PUT", "/tasks/a", "x-ms-blob-type: BlockBlob", "bytes"},
		{"GET", "/tasks/a", "Range: bytes=1-18446744073709551615", ""},
		{"HEAD", "/a", "If-Modified-Since: Mon, 05 Jan 2026 08:00:00 GMT", ""},
		{"PUT", "/tasks/copy", "x-ms-copy-source: " + base + "/tasks/blob?sv=1&sig=a", ""},
		{"PUT", "/tasks/copy?comp=block&blockid=MQ%3D%3D", "x-ms-copy-source: " + base + "/tasks/blob", ""},
		{"PUT", "/tasks/blob?comp=lease", "x-ms-lease-action: acquire", ""},
		{"PUT", "/tasks?restype=container&comp=lease", "x-ms-lease-action: break", ""},
		{"GET", "/tasks/blob", "x-ms-lease-id: {00000000-0000-0000-0000-00000000000a}", ""},
		{"GET", "/tasks/blob?restype=account&comp=properties", "", ""},
		{"GET", "/tasks?restype=container&comp=list&delimiter=/&marker=2!4!YQ--", "", ""},
	} {
		f.Add(s[0], s[1], s[2], s[3])
	}
	f.Fuzz(func(t *testing.T, method, path, header, body string) {
		api := withQueue(t)
		want(t, send(t, api, blobs, "PUT", "/tasks?restype=container", ""), 201, "")
		want(t, send(t, api, blobs, "PUT", "/tasks/blob", "text", "x-ms-blob-type: BlockBlob"), 201, "")
		for _, service := range []rest.Service{queues, blobs} {
			r, err := rest.PathStyle(service, method, base+path)
			if err != nil {
				return
			}
			name, value, _ := strings.Cut(header, ":")
			r.Header, r.Body = rest.Header{{Name: name, Value: value}}, []byte(body)
			checkAnswer(t, api.Serve(context.Background(), r))
		}
	})
}

func checkAnswer(t *testing.T, r *rest.Response) {
	t.Helper()
	if r.Status == 500 {
		t.Errorf("status = 500; body %s", r.Body)
	}
	document := strings.TrimPrefix(string(r.Body), "\ufeff")
	if r.Header.Get("Content-Type") != "application/xml" || document == "" || r.Header.Get("Accept-Ranges") != "" {
		return
	}
	for d := xml.NewDecoder(strings.NewReader(document)); ; {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%v in %q", err, document)
		}
	}
}

// lease is what a request for a lease has in its header.
func lease(action string) []string {
	return []string{
		"x-ms-version: 2020-12-06", "x-ms-lease-action: " + action, "x-ms-lease-duration: -1",
		"x-ms-lease-id: 00000000-0000-0000-0000-00000000000a", "x-ms-proposed-lease-id: 00000000-0000-0000-0000-00000000000a",
	}
}

func TestATokenThatWritesLeasesAndOneThatDeletesBreaks(t *testing.T) {
	needsLeases(t)
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
	needsLeases(t)
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
	needsLeases(t)
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
	needsLeases(t)
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
