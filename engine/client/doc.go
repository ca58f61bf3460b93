// Package client runs scripts against a [rest.Handler], as the clients of an account would: with
// lanes, retries, caches and faults of the network, in virtual time. It checks what comes back, and
// judges the script of a learner.
//
// The way of a request through the files: session -> schedule -> run -> attempt -> exchange ->
// answer -> check. Beside it are what the references of a text stand for (expand, helper, sas), how time
// passes (timeline), what goes wrong on purpose (faults), what a run adds up to (totals), and how a check
// judges and replays the script of a learner (judge, trial).
// Not here: the language (package script), what the service does with a request (packages rest and
// table), and texts about costs.
package client
