package storage_test

import (
	"context"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"rowkey/engine/rest"
)

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
