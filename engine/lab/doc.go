// Package lab tries what becomes of a script when its clients meet, fail and begin again. It works on a copy of the sandbox,
// and it runs each client for itself: what a client sends next follows from the answers that it has seen, so a client is a tree
// of requests, and a state is the place of each client in its tree and the entries of the store that have changed. What a request does
// is found out once, with the keys that it has looked at; where these hold the same, the same happens again.
//
// So that equal states are equal byte by byte, time does not tell which request came first: each request of a client has its own
// moment within the same second, and its own numbers. Requests to queues, whose messages are ordered by time, have theirs in the order
// in which they are carried out.
//
// Not here: which orders are tried (package race), what goes wrong (package fault), the language of invariants (package
// invariant).
package lab
