// Package fault finds out what becomes of a script if something goes wrong at each of its requests in turn.
package fault
