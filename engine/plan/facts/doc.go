// Package facts resolves the names of a sheet: what identifies an entity, what follows from what, how many entities
// share the values of some attributes, and what each question and write is about. Not here: anything of a design.
package facts
