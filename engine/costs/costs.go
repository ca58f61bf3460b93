// Package costs reads, checks and writes a contract: which shapes of requests a program may send to its tables, and
// what they may cost. It is a text file that people read in a review, by custom named rowkey.costs.
//
//	# a comment
//	Orders  get     PartitionKey = ? and RowKey = ?      point          read 1
//	Orders  query   PartitionKey = ? and RowKey >= ?     row range      read <= 50
//	Orders  query   Email = ?                            table scan     allowed: the nightly export
//	Orders  merge   If-Match: ETag                       write          <= 20 calls     # see the wiki
//	*       budget  requests <= 400, read <= 20 x returned
//
// Rule book: ours.
//
//   - A line has columns with two spaces or more, or a tab, between them: the table, what is done, the text of the
//     shape as package shape writes it (nothing for some writes), its class, its bounds. A line of one column fewer has
//     no text. Letters of tables may have any case.
//   - The class is the worst that is agreed: a request of a cheaper class keeps the contract.
//   - Bounds are separated by commas: "read 1" or "read <= 50" is what one request may read; "<= 20 operations" is what
//     one transaction may have; "<= 2 in a unit of work" and "<= 20 calls" is how often there may be one, in a unit of
//     work or in all. "allowed: why" ends a line: nothing more is asked of it.
//   - A budget is about all requests together. "read <= 20 x returned" compares sums.
//   - A comment begins with "#" at the beginning of a line, or after two spaces. [File.Update] keeps all of them, and
//     the order of the lines; new lines come where the order of tables, reads, writes and texts has them.
//
// Not here: running a program (package serve/watch), the words of a report.
package costs

import (
	"cmp"
	"strings"

	"rowkey/engine/shape"
)

// File is a contract. [Parse] reads one; the zero value agrees to nothing.
type File struct {
	items []item
	loose bool // see [Of]
}

// Of makes a contract of lines, such as those of a design. It is about keys and properties alone: what of the rows a
// request returns, whether it reads one row by its address or by a filter, and which tables it creates, is as the
// program likes it.
func Of(lines []Line) *File {
	f := &File{loose: true}
	for i := range lines {
		f.items = append(f.items, item{line: &lines[i]})
	}
	return f
}

// item is a line of the file: one of the contract, a comment, or an empty one.
type item struct {
	text   string // of a comment, "" for an empty line
	line   *Line
	budget *Budget
}

// Line is what is agreed of one shape.
type Line struct {
	Number  int // in the file, from 1; 0 of a new one
	Table   string
	Does    string
	Text    string
	Class   string
	Bounds  Bounds
	Comment string // at its end, with its "#"
}

// Bounds are what requests of a shape may do at most. 0 is no bound.
type Bounds struct {
	Read       int    // entities, by one request
	Operations int    // of one transaction
	Together   int    // requests in a unit of work
	Calls      int    // requests in all
	Allowed    string // why there is no bound
}

// Budget is what all requests may do together. 0 is no bound.
type Budget struct {
	Number   int
	Requests int
	Factor   int // times as many entities may be read as are returned
	Comment  string
}

// Lines returns the lines about shapes, in the order of the file.
func (f *File) Lines() (list []*Line) {
	for i := range f.items {
		if l := f.items[i].line; l != nil {
			list = append(list, l)
		}
	}
	return list
}

// Budget returns the budget, nil if there is none.
func (f *File) Budget() *Budget {
	for i := range f.items {
		if b := f.items[i].budget; b != nil {
			return b
		}
	}
	return nil
}

// of returns the line about a shape, nil if there is none. Class is no part of what a line is about.
func (f *File) of(s *shape.Stat) *Line {
	for _, l := range f.Lines() {
		same := l.Does == s.Does && l.Text == s.Text
		if f.loose {
			same = kind(l.Does) == kind(s.Does) && shape.Terms(l.Text) == shape.Terms(s.Text)
		}
		if same && strings.EqualFold(l.Table, nameOf(s)) {
			return l
		}
	}
	return nil
}

// kind takes a point read for the query that it could be.
func kind(does string) string {
	if does == "get" {
		return "query"
	}
	return does
}

// compare is the order of lines: by table, reads before writes, and then by their texts.
func (l *Line) compare(m *Line) int {
	return cmp.Or(cmp.Compare(strings.ToLower(l.Table), strings.ToLower(m.Table)), rank(l.Does)-rank(m.Does),
		cmp.Compare(l.Does, m.Does), cmp.Compare(l.Text, m.Text))
}

func rank(does string) int {
	switch does {
	case "get":
		return 0
	case "query":
		return 1
	}
	return 2
}
