// Package rest is the front of the wire: bytes in, bytes out. It parses a request, measures it,
// checks its version, authenticates it, says what pages of other origins may read, and hands it to the
// service that it is for. What the services share on the wire is here as well: properties, access
// policies, the needs of their operations.
//
// A service comes as a [Protocol]. Package rest/odata speaks that of tables, package rest/storage those
// of queues and blobs; nothing here knows which of them it is talking to.
//
// Rule book: REST reference, "Authorize requests to Azure Storage", "Versioning for the Azure Storage
// services", "CORS support for the Azure Storage services"; where recorded traffic differs from it, the
// traffic.
//
// Not here: sockets and net/http (package server), operations and the form of their answers (packages
// rest/odata and rest/storage), what an operation means (packages table, queue and blob), what a signature
// covers (package auth).
package rest
