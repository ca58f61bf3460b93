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
// A design obeys eight rules, to which a [Problem] refers by their numbers:
//
//  1. Both keys together identify an entity, unless one row holds many of them.
//  2. A key has at most 512 characters.
//  3. The texts of a key have none of the characters that the service forbids.
//  4. After a segment of variable width comes a text that cannot be part of its value.
//  5. Names of tables are names that the service takes, and there are at most 1,000 of them.
//  6. Entities, their values and their lists are within the limits of the service.
//  7. Two stores in one table have no key in common.
//  8. What a transaction keeps up to date, or what is written together, shares table and PartitionKey, and fits into
//     one transaction.
//
// Rule book: the Azure Table storage design guide for patterns; Understanding the Table service data model, and
// Performing entity group transactions, for the limits. Not here: which questions a store answers (package ask).
package keys
