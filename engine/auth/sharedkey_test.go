package auth_test

import (
	"strings"
	"testing"

	"rowkey/engine/auth"
)

// header makes fields of lines "Name: value".
func header(lines ...string) []auth.Pair {
	var all []auth.Pair
	for _, line := range lines {
		name, value, _ := strings.Cut(line, ":")
		all = append(all, auth.Pair{Name: name, Value: value})
	}
	return all
}

// query makes options of "name=value" that are decoded already.
func query(options ...string) []auth.Pair {
	var all []auth.Pair
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		all = append(all, auth.Pair{Name: name, Value: value})
	}
	return all
}

const (
	day  = "x-ms-date: Fri, 26 Jun 2015 23:39:12 GMT"
	then = "Fri, 26 Jun 2015 23:39:12 GMT"
)

// The messages are those of the reference where it has any.
var messages = []struct {
	name   string
	scheme auth.Scheme
	m      auth.Message
	want   []string
}{
	{"table-query", auth.SharedKey,
		auth.Message{Service: auth.Table, Method: "GET", Account: "demo", Path: "/people()",
			Header: header("Accept: */*", day)},
		[]string{"GET\n\n\n" + then + "\n/demo/people()"}},
	{"table-insert-signs-what-is-sent", auth.SharedKey,
		auth.Message{Service: auth.Table, Method: "POST", Account: "demo", Path: "/people", Header: header(
			"Content-MD5: abc==", "content-type: application/json;odata=nometadata", "Date: "+then)},
		[]string{"POST\nabc==\napplication/json;odata=nometadata\n" + then + "\n/demo/people"}},
	{"table-x-ms-date-beats-date", auth.SharedKey,
		auth.Message{Service: auth.Table, Method: "GET", Account: "demo", Path: "/Tables",
			Header: header("Date: yesterday", day)},
		[]string{"GET\n\n\n" + then + "\n/demo/Tables"}},
	{"table-encoding-stays", auth.SharedKeyLite,
		auth.Message{Service: auth.Table, Method: "GET", Account: "demo",
			Path: "/people%28PartitionKey=%27a%2Fb%27,RowKey=%27%27%29", Header: header(day)},
		[]string{then + "\n/demo/people%28PartitionKey=%27a%2Fb%27,RowKey=%27%27%29"}},
	{"table-only-comp-is-signed", auth.SharedKeyLite,
		auth.Message{Service: auth.Table, Method: "GET", Account: "demo", Path: "/people", Header: header(day),
			Options: query("$filter=Age gt 3", "comp=acl", "timeout=20")},
		[]string{then + "\n/demo/people?comp=acl"}},
	{"table-path-style-names-the-account-twice", auth.SharedKeyLite,
		auth.Message{Service: auth.Table, Method: "POST", Account: "demo", Path: "/demo/$batch", Header: header(day)},
		[]string{then + "\n/demo/demo/$batch"}},
	{"table-root-of-a-host", auth.SharedKeyLite,
		auth.Message{Service: auth.Table, Method: "GET", Account: "demo", Header: header(day),
			Options: query("restype=service", "comp=stats")},
		[]string{then + "\n/demo/?comp=stats"}},
	{"table-secondary-of-path-style-in-both-spellings", auth.SharedKeyLite,
		auth.Message{Service: auth.Table, Method: "GET", Account: "demo", Path: "/demo-secondary/Tables",
			Header: header(day)},
		[]string{then + "\n/demo/demo-secondary/Tables", then + "\n/demo/demo/Tables"}},
	{"a-table-whose-name-begins-like-the-secondary", auth.SharedKeyLite,
		auth.Message{Service: auth.Table, Method: "GET", Account: "demo", Path: "/demo-secondarytables", Header: header(day)},
		[]string{then + "\n/demo/demo-secondarytables"}},
	{"container-metadata", auth.SharedKey,
		auth.Message{Service: auth.Blob, Method: "GET", Account: "myaccount", Path: "/mycontainer",
			Header:  header(day, "x-ms-version: 2015-02-21", "Accept: x"),
			Options: query("restype=container", "comp=metadata", "timeout=20")},
		[]string{"GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:" + then + "\nx-ms-version:2015-02-21\n" +
			"/myaccount/mycontainer\ncomp:metadata\nrestype:container\ntimeout:20"}},
	{"put-blob-with-all-fields", auth.SharedKey,
		auth.Message{Service: auth.Blob, Method: "PUT", Account: "acct", Path: "/c/a%20b", Header: header(
			"Content-Encoding: ce", "Content-Language: cl", "Content-Length: 11", "Content-MD5: md5", "Content-Type: text/plain",
			"Date: "+then, "If-Modified-Since: ims", "If-Match: im", "If-None-Match: inm", "If-Unmodified-Since: ius",
			"Range: bytes=0-9",
			"x-ms-meta-Z: z", "X-MS-Blob-Type: BlockBlob")},
		[]string{"PUT\nce\ncl\n11\nmd5\ntext/plain\n" + then + "\nims\nim\ninm\nius\nbytes=0-9\n" +
			"x-ms-blob-type:BlockBlob\nx-ms-meta-z:z\n/acct/c/a%20b"}},
	{"no-bytes-are-an-empty-line", auth.SharedKey,
		auth.Message{Service: auth.Queue, Method: "PUT", Account: "acct", Path: "/q",
			Header: header("Content-Length: 0", day, "x-ms-version: 2015-02-21")},
		[]string{"PUT\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:" + then + "\nx-ms-version:2015-02-21\n/acct/q"}},
	{"no-bytes-were-a-zero-once", auth.SharedKey,
		auth.Message{Service: auth.Queue, Method: "PUT", Account: "acct", Path: "/q",
			Header: header("Content-Length: 0", day, "x-ms-version: 2014-02-14")},
		[]string{"PUT\n\n\n0\n\n\n\n\n\n\n\n\nx-ms-date:" + then + "\nx-ms-version:2014-02-14\n/acct/q"}},
	{"the-length-of-a-body-without-its-field", auth.SharedKey,
		auth.Message{Service: auth.Queue, Method: "POST", Account: "acct", Path: "/q/messages", Header: header(day), Size: 7},
		[]string{"POST\n\n\n7\n\n\n\n\n\n\n\n\nx-ms-date:" + then + "\n/acct/q/messages",
			"POST\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:" + then + "\n/acct/q/messages"}},
	{"options-are-sorted-and-joined", auth.SharedKey,
		auth.Message{Service: auth.Blob, Method: "GET", Account: "acct", Header: header(day),
			Options: query("Include=snapshots", "b=2", "include=metadata", "a=")},
		[]string{"GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:" + then + "\n/acct/\na:\nb:2\ninclude:metadata,snapshots"}},
	{"blanks-folded-or-not", auth.SharedKeyLite,
		auth.Message{Service: auth.Blob, Method: "PUT", Account: "acct", Path: "/c/b",
			Header: header("x-ms-meta-a:  two  blanks ", "Date: "+then)},
		[]string{"PUT\n\n\n" + then + "\nx-ms-meta-a:two  blanks\n/acct/c/b", "PUT\n\n\n" + then +
			"\nx-ms-meta-a:two blanks\n/acct/c/b"}},
	{"the-short-form-of-queues", auth.SharedKeyLite,
		auth.Message{Service: auth.Queue, Method: "GET", Account: "acct", Path: "/q", Header: header(day, "Content-Type: t"),
			Options: query("comp=metadata", "timeout=1")},
		[]string{"GET\n\nt\n\nx-ms-date:" + then + "\n/acct/q?comp=metadata"}},
}

func TestStringsToSign(t *testing.T) {
	t.Parallel()
	for _, tt := range messages {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.m.StringsToSign(tt.scheme)
			if strings.Join(got, "|") != strings.Join(tt.want, "|") {
				t.Errorf("StringsToSign(%s) =\n%q, want\n%q", tt.scheme, got, tt.want)
			}
		})
	}
}

func TestEveryStringToSignIsAccepted(t *testing.T) {
	t.Parallel()
	good, other := auth.Key("good"), auth.Key("other")
	for _, tt := range messages {
		for _, text := range tt.m.StringsToSign(tt.scheme) {
			c := auth.Credential{Scheme: tt.scheme, Account: tt.m.Account, Signature: good.Sign(text)}
			if !c.Verify(&tt.m, []auth.Key{other, good}) {
				t.Errorf("%s: the signature of %q is refused", tt.name, text)
			}
			if c.Verify(&tt.m, []auth.Key{other}) || c.Verify(&tt.m, nil) {
				t.Errorf("%s: the signature of %q is accepted without its key", tt.name, text)
			}
		}
	}
}

// A change to anything that is signed makes the signature a bad one.
func TestChangedMessagesAreRefused(t *testing.T) {
	t.Parallel()
	key := auth.Key("good")
	fresh := func() *auth.Message {
		return &auth.Message{Service: auth.Table, Method: "PUT", Account: "demo", Path: "/people",
			Header: header(day, "Content-Type: a"), Options: query("comp=acl")}
	}
	field := key.Authorize(fresh(), auth.SharedKey)
	c, ok := auth.ParseAuthorization(field)
	if !ok || !c.Verify(fresh(), []auth.Key{key}) {
		t.Fatalf("Authorize = %s, want one that is accepted", field)
	}
	for name, change := range map[string]func(*auth.Message){
		"method":  func(m *auth.Message) { m.Method = "GET" },
		"path":    func(m *auth.Message) { m.Path = "/People" },
		"account": func(m *auth.Message) { m.Account = "other" },
		"date":    func(m *auth.Message) { m.Header[0].Value = "Sat, 27 Jun 2015 23:39:12 GMT" },
		"type":    func(m *auth.Message) { m.Header[1].Value = "b" },
		"comp":    func(m *auth.Message) { m.Options = nil },
		"service": func(m *auth.Message) { m.Service = auth.Queue },
	} {
		m := fresh()
		change(m)
		if c.Verify(m, []auth.Key{key}) {
			t.Errorf("a message with another %s is accepted", name)
		}
	}
}

func TestParseAuthorization(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, field string
		ok          bool
	}{
		{"shared-key", "SharedKey demo:c2ln", true},
		{"shared-key-lite", "SharedKeyLite demo:c2ln", true},
		{"two-blanks", "SharedKey  demo:c2ln ", true},
		{"nothing", "", false},
		{"a-scheme-alone", "SharedKey", false},
		{"no-signature", "SharedKey demo:", false},
		{"no-account", "SharedKey :c2ln", false},
		{"no-colon", "SharedKey demo", false},
		{"another-scheme", "Basic demo:c2ln", false},
		{"small-letters", "sharedkey demo:c2ln", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if c, ok := auth.ParseAuthorization(tt.field); ok != tt.ok || ok && (c.Account != "demo" || c.Signature != "c2ln") {
				t.Errorf("ParseAuthorization(%q) = %+v, %t, want %t", tt.field, c, ok, tt.ok)
			}
		})
	}
}

func TestSignaturesThatAreNotSignatures(t *testing.T) {
	t.Parallel()
	m := auth.Message{Service: auth.Table, Method: "GET", Account: "demo", Path: "/Tables", Header: header(day)}
	for _, s := range []string{"", "x", "!!!!", "c2ln", strings.Repeat("A", 44), strings.Repeat("A", 1<<16)} {
		c := auth.Credential{Scheme: auth.SharedKey, Account: "demo", Signature: s}
		if c.Verify(&m, []auth.Key{auth.Key("k")}) {
			t.Errorf("the signature %.20q is accepted", s)
		}
	}
}
