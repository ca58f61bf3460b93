// Package control turns requests to paths below /-/ into calls of a sandbox, and the results into JSON. Pages, the
// command line and tests use a sandbox through it. Types with JSON tags are the requests and the answers.
//
// Rule book: ours; site/app/engine/types.ts is generated from its types. Not here: what the calls do (package engine),
// and which clients may send such requests (package server).
package control
