// Package lab explores what becomes of a script whose clients meet, fail and begin again, on a copy of the sandbox.
//
// It runs each client by itself. What a client sends next follows from the answers that it has seen, so a client is a
// tree of requests. A state is the place of each client in its tree, and the entries of the store that have changed.
// What a request does in a state is worked out once, together with the keys that it has read: in any other state where
// these have the same values, it does the same again.
//
// Equal states have to be equal byte by byte, so time must not say which request came first: each request of a client
// has its own moment within one second, and its own numbers. Requests to queues, whose messages are ordered by time,
// have theirs in the order in which they are carried out.
//
// Not here: which orders are tried (package race), what goes wrong (package fault), the language of invariants
// (package script).
package lab
