// Package ask finds out how a store answers a question: which tables, partitions and rows it asks, what is read,
// returned and left for the client, and which store of a design does it best. An answer is a function of the facts of a
// sheet, the question, the store, and those other stores of the design that are within reach; so is what a search keeps
// of it.
//
// Rule book: the Azure Table storage design guide for accesses, "Query timeout and pagination" for pages.
package ask
