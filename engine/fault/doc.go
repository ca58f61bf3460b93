// Package fault finds out how a script ends if something goes wrong at each of its requests in turn: a crash, an
// answer that is lost, a request that is refused or arrives twice, a client that is slow, a message that is late.
// It runs in the world of package lab: first without a fault, with the clients in the order of the script, and then
// once for each fault, and for each pair of crashes. After that clients that take messages begin again while there
// are any, and time passes, up to a bound. Then the invariants have to hold.
//
// Not here: the orders in which clients meet (package race).
package fault
