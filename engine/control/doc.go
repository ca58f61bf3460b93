// Package control turns requests to paths below /-/ into calls of a sandbox, and what these return into
// JSON: pages, the command line and tests ask that way. Types with JSON tags are the requests and the answers.
//
// Rule book: ours; site/app/engine/types.ts is made of its types. Not here: what the calls do (package engine), who
// may send such requests (package serve).
package control
