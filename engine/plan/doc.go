// Package plan calculates what a design does for a sheet, without storing anything: which stores are valid, which one
// answers a question and by which access, what each answer reads, returns and waits for, and which budgets hold. The
// numbers follow from the sheet and from documented rules of the service; each carries a label that says how it is
// known, and what it assumes.
//
// Each package knows those before it: figure (a number, and what it rests on), facts (a sheet with its names resolved),
// keys (what a design is), ask (a question and its access), write (a write and its actions), and this one, which adds
// up the load, what breaks as it grows, and the report.
//
// Rule book: the Azure Table storage design guide for accesses and patterns, "Scalability and performance targets" and
// "Query timeout and pagination" for the limits. Not here: the sheet (package sheet), a sample that is really stored
// and asked (package sample), and words, which live with the pages.
package plan
