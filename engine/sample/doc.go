// Package sample checks a design by storing a sample of its sheet and asking it. For each call of a question it counts
// the keys in the intervals that the plan names, which predicts class, entities read and returned, requests and round
// trips, then sends the requests and compares. Writes are done as well, as the transactions that the rows of the sample
// need, and taken back: what they cost on average is compared with the formulas. It never multiplies what it finds:
// numbers of full size come from package plan.
//
// The sample keeps the density of groups where it can. It has fewer parents first, then less time, and only then fewer
// entities for each parent; the report names what was reduced.
//
// Rule book: Query Entities, and Query timeout and pagination, as package table implements them. Not here: formulas
// (package plan), lists, series, parts and blobs, and the ready answers of questions.
package sample
