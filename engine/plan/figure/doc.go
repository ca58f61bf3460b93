// Package figure has the numbers of a report: sizes that differ between calls, labels that say how a number is known,
// and a collector of what it rests on.
package figure
