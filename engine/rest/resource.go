package rest

import (
	"strings"
	"unicode/utf8"

	"rowkey/engine/blob"
)

// resource is what a request to the queue or blob service is on. The path is read here and nowhere
// else: what a token is signed for is what the request is routed to.
type resource struct {
	on    string // one of the words of authneed.go
	thing string // queue or container
	item  string // message or blob
}

// resource reads the path, which is decoded once. A backslash in the name of a blob is a slash to the
// service.
// Source: Addressing Queue service resources; Naming and referencing containers, blobs and metadata; for
// the backslash what clients met, azure-sdk-for-js pull request 5405 and azure-sdk-for-php issue 557.
func (r *Request) resource(query params) resource {
	path, ok := unescape(r.Path, false)
	if !ok || !utf8.ValidString(path) {
		return resource{on: onNothing}
	}
	if r.Service == BlobService {
		path = strings.ReplaceAll(path, `\`, "/")
	}
	thing, below, deep := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	switch {
	case thing == "":
		return resource{on: onAccount}
	case r.Service == QueueService:
		return queueResource(thing, strings.TrimSuffix(below, "/"), query)
	case !deep && query.get("restype") != "container":
		return resource{onBlob, blob.Root, thing}
	case below == "":
		return resource{on: onContainer, thing: thing}
	}
	return resource{onBlob, thing, below}
}

func queueResource(queue, below string, query params) resource {
	id, single := strings.CutPrefix(below, "messages/")
	switch {
	case below == "":
		return resource{on: onQueue, thing: queue}
	case single:
		return resource{onMessage, queue, id}
	case below != "messages":
		return resource{on: onNothing, thing: queue}
	case query.get("peekonly") == "true":
		return resource{on: onPeek, thing: queue}
	}
	return resource{on: onMessages, thing: queue}
}

// Changes tells whether a request may change something. A GET may, too: one of messages takes them.
func (r *Request) Changes() bool {
	switch r.Method {
	case "GET", "HEAD", "OPTIONS":
	default:
		return true
	}
	if r.Service != QueueService {
		return false
	}
	query, _ := readQuery(r.Query)
	return r.resource(query).on == onMessages
}
