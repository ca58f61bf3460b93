// Package plan calculates what a design does for a sheet, without storing anything: which stores are valid, which one
// answers a question and by which access, what each answer reads, returns and waits for, and which budgets hold. The
// numbers follow from the sheet and from documented rules of the service; each carries a label that says how it is
// known, and what it assumes.
//
// A design is a list of stores. A store says where the entities of a kind are kept: templates for the table and both
// keys, and options after a bar each:
//
//	store   = partition "|" row ["|" table] *("|" option)
//	option  = "of" kind | "include" [names] | "where" attr "=" value | "list" | "slot" attr ":" unit | "part" number
//	        | "blob" names | "log" time | "answer" question | "kept" ("transaction" | "queue" | "every" time)
//	names   = attr *("," attr)
//	segment = text | "{" attr [":" form] "}"
//	form    = digits | digits "." decimals | "-" | buckets "%" | characters "<" | "low" | ["-"] unit
//
// Rule book: the Azure Table storage design guide for accesses and patterns, "Scalability and performance targets" and
// "Query timeout and pagination" for the limits. Not here: the sheet (package sheet), a sample that is really stored
// and asked (package design), and words, which live with the pages.
package plan
