// Package client runs scripts against a [rest.Handler], as the clients of an account would: with lanes, retries,
// caches and faults of the network, in virtual time. It checks what comes back, and judges the script of a learner.
//
// A [Session] decides which block comes next (session, schedule, setup, program). An executor makes the exchange of a
// block: it builds the request, gives it to a sender, which repeats it and makes the faults that the script asks for
// (sender, faults), reads the answer (exchange, answer, entity) and has it checked by a checker (check). They
// share the environment of the run: the values of references (expand, sas), virtual time (timeline), the clients
// (lane), and the sums of the run (totals). On top, a check judges the script of a learner and replays it (judge,
// trial, race).
// Not here: the language (package script), what the service does with a request (packages rest and
// table), and texts about costs.
package client
