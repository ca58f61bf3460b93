// Package rest is the wire: bytes in, bytes out. It turns requests of the Table service's REST
// interface into calls of package table, and what these return into the status, the header
// fields and the body that the service would send, in its order and spelling.
//
// Rule book: REST reference, "Table service REST API", "OData support" and "Performing entity
// group transactions"; where recorded traffic differs from it, the traffic.
//
// Not here: sockets and net/http (package serve), what an operation means (packages table, queue and
// blob), how an entity is written (package edm), what a signature covers (package auth).
package rest
