// Package odata speaks the protocol of tables: OData version 3 in JSON, as the Table service has it. It
// turns requests into calls of package table, and what these return into the status, the header fields and
// the body that the service would send, in its order and spelling.
//
// Rule book: REST reference, "Table service REST API", "OData support" and "Performing entity group
// transactions"; where recorded traffic differs from it, the traffic.
//
// Not here: the filter language (package engine/odata), what an operation means (package table), how an
// entity is written (package edm), authentication (package rest).
package odata
