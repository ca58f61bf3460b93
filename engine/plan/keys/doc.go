// Package keys reads what a design is: its stores, the templates of their tables and keys, what one of their rows holds
// and weighs, and which rules they break.
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
// Rule book: the Azure Table storage design guide for patterns; Understanding the Table service data model, and
// Performing entity group transactions, for the limits. Not here: which questions a store answers (package ask).
package keys
