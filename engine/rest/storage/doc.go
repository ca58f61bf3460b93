// Package storage speaks the protocols of queues and blobs: XML and header fields. It turns requests into
// calls of packages queue and blob, and what these return into the status, the header fields and the body
// that the services would send, in their order and spelling.
//
// Rule book: REST reference, "Queue service REST API" and "Blob service REST API"; where recorded traffic
// differs from it, the traffic.
//
// Not here: what an operation means (packages queue and blob), authentication (package rest). What the services
// have and this one does not is in leftout.go, and answers 501.
package storage
