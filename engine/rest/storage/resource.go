package storage

import (
	"strings"
	"unicode/utf8"

	"rowkey/engine/blob"
	"rowkey/engine/percent"
	"rowkey/engine/rest"
)

// resource is what a request to the queue or blob service is on. The path is read here and nowhere
// else: what a token is signed for is what the request is routed to.
type resource struct {
	on    string // one of the words that package rest has for it
	thing string // queue or container
	item  string // message or blob
}

// readPath returns the path decoded, once. The result is false for one that is not text.
func readPath(raw string) (string, bool) {
	path, ok := percent.Decode(raw)
	return path, ok && utf8.ValidString(path)
}

// queueResource returns what a request to the queue service is on.
// Source: Addressing Queue service resources.
func queueResource(c *rest.Call) resource {
	path, ok := readPath(c.Request.Path)
	if !ok {
		return resource{on: rest.OnNothing}
	}
	queue, below, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if queue == "" {
		return resource{on: rest.OnAccount}
	}
	below = strings.TrimSuffix(below, "/")
	id, single := strings.CutPrefix(below, "messages/")
	switch {
	case below == "":
		return resource{on: rest.OnQueue, thing: queue}
	case single:
		return resource{rest.OnMessage, queue, id}
	case below != "messages":
		return resource{on: rest.OnNothing, thing: queue}
	case c.Query.Get("peekonly") == "true":
		return resource{on: rest.OnPeek, thing: queue}
	}
	return resource{on: rest.OnMessages, thing: queue}
}

// blobResource returns what a request to the blob service is on. A backslash in the name of a blob is a
// slash to the service. An empty name is none, recorded by gocloud.dev.
// Source: Naming and referencing containers, blobs and metadata; for the backslash what clients met,
// azure-sdk-for-js pull request 5405 and azure-sdk-for-php issue 557.
func blobResource(c *rest.Call) resource {
	path, ok := readPath(c.Request.Path)
	if !ok {
		return resource{on: rest.OnNothing}
	}
	path = strings.ReplaceAll(path, `\`, "/")
	container, below, deep := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	switch {
	case container == "":
		return resource{on: rest.OnAccount}
	case !deep && c.Query.Get("restype") != "container":
		return resource{rest.OnBlob, blob.Root, container}
	case below != "":
		return resource{rest.OnBlob, container, below}
	case c.Query.Get("restype") == "":
		return resource{on: rest.OnNothing, thing: container}
	}
	return resource{on: rest.OnContainer, thing: container}
}
