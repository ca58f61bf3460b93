// Package auth checks whether a request was signed with a key of its account: it builds the strings
// to sign of shared keys and of shared access signatures, signs and verifies them.
//
// Rule book: REST reference, "Authorize with Shared Key", "Create an account SAS" and "Create a
// service SAS"; where recorded traffic differs from it, the traffic. Everything here is a pure
// function of its arguments.
//
// Not here: which permission an operation needs, and what a refusal looks like (package rest).
package auth
