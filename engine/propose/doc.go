// Package propose searches a design for a sheet. It makes forms of keys from what the questions know, the order that
// they want and what the writes know ([Rule]), puts them together to designs, calculates each by the formulas of
// package plan, and ranks the designs by a list of costs ([Cost]).
//
// Kinds that have to be stored together are searched as one cluster. The forms of a kind are calculated alone, and
// those that another one of the same partitions beats in everything are dropped. A cluster then tries a base of each
// kind in all combinations of the best forms, each of these with one copy more, and lets the best designs grow by one
// copy more until none becomes better. A copy is tried for a question whose budget does not hold, or that it answers
// faster by more than a band of the cost, and for a write that has to find its entities. [Result] says whether all
// designs with one copy were tried.
//
// A search also starts from the designs of the sheet that break no rule, and none of them is better than the first
// proposal. So if a question is removed, a design on the sheet that was best with it is kept, or a better one is found.
// At its end two parts of a key of the best design change places, one goes, or a copy holds nothing but what a question
// asks for ([Search.settle]): none of these designs, nor one of the sheet, beats the first proposal, better in one
// number and worse in none (byhand_test.go).
//
// A search does not prove that nothing comes before it: without the designs of the sheet, one more question, or the
// forms that were dropped, lead to a better first design for 1 or 2 of 100 sheets (random_test.go).
//
// Copies are lean: they hold what their question wants, and lead to the base where that is not said and one entity is
// found, unless the budget has no room for a second request.
//
// The work is done in slices, whose size does not change the result: there is no clock, no randomness and no order of a
// map in it. Equal designs are decided by their text.
//
// Rule book: the Azure Table storage design guide, whose patterns the rules are. Not here: the formulas (package plan),
// a sample that is really stored (package sample), and words, which live with the pages.
package propose
