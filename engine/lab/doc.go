// Package lab explores how a script can end whose clients run at the same time, fail and start again, on a copy of
// the sandbox.
//
// It runs each client by itself. What a client sends next follows from the answers that it has seen, so a client is a
// tree of requests. A state is the position of each client in its tree, and the entries of the store that have changed.
// The effect of a request in a state is calculated once, together with the keys that it has read: in any other state
// where these keys have the same values, the request has the same effect.
//
// Equal states have to be equal byte by byte, so a timestamp must not show which request came first: each request of a
// client has its own time within one second, and its own random numbers. Requests to queues, whose messages are
// ordered by time, get their times in the order in which they are carried out.
//
// Not here: which orders are tried (package race), what goes wrong (package fault), the language of invariants
// (package script).
package lab
