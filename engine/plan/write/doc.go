// Package write finds out what a write does to the stores of a design: which rows it writes in which transactions, what
// it has to read first, and when the last store follows.
//
// Rule book: Performing entity group transactions; the Azure Table storage design guide for workflows over a queue.
package write
