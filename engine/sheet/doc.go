// Package sheet reads and writes the sheet of the design workbench: what an application stores, what it asks and
// writes, how often, and what each answer may cost. A sheet has two forms, a text made of comments ([Parse], [Write])
// and JSON ([ReadJSON], [WriteJSON]). The package also checks it, and does the arithmetic that a page shows below each
// number.
//
// A message is a code with names and numbers; its sentences are texts of the pages. Not here: key templates and
// formulas of stores (package plan), and the search for designs (package propose).
//
// The text form has one part in each line, which begins with "# @":
//
//	sheet     = "sheet" name *("," setting)
//	setting   = ("peak" | "headroom") number | "horizon" time | "total" rate | "order" preset | "present" design
//	          | counter "<=" number
//	          | "prices" number "transactions and" number "storage in" currency
//	entity    = "entity" name "," (number | rate) ["of" kind ["and" kind]] *("," kindopt)
//	kindopt   = "largest" [kind] percent | "kept" time | "grows" ("users" | "density" | "no")
//	attribute = "attribute" kind "." name ["," type] *("," attropt)
//	attropt   = "identity" | "unique" | number "values" | skew | value percent | "changes" | "signed"
//	          | "follows" (attr | "now")
//	skew      = "even" | "largest" percent | "zipf" number | "weights" value percent *("and" value percent)
//	ask       = "ask" name ["," rate] "," kind ["by" listed] *("," clause) [";" limits]
//	clause    = range (at most two) | ("newest" | "oldest" | "smallest" | "greatest") attr | "top" number
//	          | "wants" names | "with" kinds | "fresh" ("now" | time) | "must"
//	          | "asked" ("popular" | "evenly" | "largest")
//	range     = attr ("last" | "one" | "between" | "older") width | attr ("before" | "after" | "up to now") [width]
//	do        = "do" name ["," rate] "," verb kind ["by" names] ["," "sets" names] ["," range] *("," docl) [";" limits]
//	docl      = "adds" ["-"] number "to" attr | "if" ("unchanged" | "absent") | "at most" number "of" kind
//	          | "for each" kind ["by" names] | "largest" percent
//	together  = "together" name 1*("," verb kind)
//	keys      = "keys" partition "|" row *("|" option)
//	limits    = counter "<=" most *("," counter "<=" most)          most = number ["x answer"] | class
//	names     = known *("and" known)                                known = attr ["=" value]
//	listed    = names, of which one attribute may be followed by "in" (number | kind "." attr)
//	          or the values themselves, of which only the number counts: in (a, b, c)
//	rate      = number ["thousand" | "million" | "billion"] "/" ("s" | "min" | "h" | "day" | "week" | "month") | percent
//	width     = time | percent | number
//	time      = number ("s" | "min" | "h" | "d" | "week" | "month")
//
// What has one meaning is read in other words as well: 5M, 1_000_000, 90 days, 1 year, 40 per second, 3x, varchar(40).
//
// The stores of a design are the lines "keys" of one block, whose title names the design.
package sheet
