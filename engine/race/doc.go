// Package race finds out how a script can end, over all orders in which the requests of its clients can be carried out.
//
// It walks through the states of a [lab.World], level by level: a level holds the states after equally many steps,
// and equal states are one, with the number of orders that lead there. So the numbers are exact although most orders
// are never carried out one by one. Beside the steps of clients there are pauses, in which messages that were taken
// become visible again, and crashes; [Options] limit how many an order has. When there are too many states, orders are
// drawn at random.
//
// Not here: what a request does (package lab), faults one by one (package fault).
package race
