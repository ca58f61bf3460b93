// Package client runs scripts against a [rest.Handler], as the clients of an account would: with
// lanes, retries, caches and faults of the network, in virtual time. It checks what comes back, and
// judges the script of a learner.
//
// The way of a request through the files: session -> schedule -> run -> attempt -> exchange ->
// answer -> check. Beside it stand what a text is expanded to (expand, helper, sas), what time does
// (timeline), and what a check does with the script of a learner (judge, trial).
// Not here: the language (package script), what the service does with a request (packages rest and
// table), and texts about costs.
package client
