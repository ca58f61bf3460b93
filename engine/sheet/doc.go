// Package sheet is the sheet of the design workbench: what an application stores, what it asks and writes, how
// often, and what each answer may cost. It reads and writes the two forms of a sheet, a text made of comments
// ([Parse], [Write]) and JSON ([ReadJSON], [WriteJSON]), checks it, and does the arithmetic that a page shows
// below each number.
//
// The workbench is not built yet: the search for designs and the page that shows them will call this package,
// and until then no call of the engine does.
//
// It writes no prose. A message is a code with names and numbers, as the reasons of package explain are, and the
// sentences live with the pages. Not here: key templates, formulas of stores and the search for designs.
package sheet
