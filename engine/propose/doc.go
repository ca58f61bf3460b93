// Package propose searches a design for a sheet. It makes forms of keys from what the questions know, the order that
// they want and what the writes know ([Rule]), puts them together to designs, calculates each by the formulas of
// package plan, and ranks the designs by a list of costs ([Cost]).
//
// Kinds that have to be stored together are searched as one cluster. The forms of a kind are calculated alone, and those
// that another one of the same partitions beats in everything are dropped. A cluster then tries a base of each kind in
// all combinations of the best forms, each of these with one copy more, and lets the best designs grow by one copy more
// until none becomes better. A copy is tried for a question whose budget does not hold, or that it answers faster by more
// than a band of the cost, and for a write that has to find its entities. [Result] says whether all designs with one copy
// were tried.
//
// A search begins with the designs of the sheet as well, and no design of the sheet is better than the first proposal: a
// question can be removed, and what was best with it is kept or improved. It is no proof that nothing is better: alone, with
// a question more or with the forms that were dropped, it finds a better first design for one or two sheets of 100
// (random_test.go).
//
// The work is done in slices, whose size does not change the result: there is no clock, no randomness and no order of a
// map in it. Equal designs are decided by their text.
//
// Rule book: the Azure Table storage design guide, whose patterns the rules are. Not here: the formulas (package plan),
// a sample that is really stored (package sample), and words, which live with the pages.
package propose
