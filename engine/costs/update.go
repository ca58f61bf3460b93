package costs

import (
	"slices"
	"strings"

	"rowkey/engine/order"
	"rowkey/engine/shape"
)

// header begins a new file.
const header = "# What this program may ask of its tables. `serve watch -update` writes it, and people review it.\n" +
	"# table, what is done, keys and properties or condition, class, bounds\n\n"

// Update returns the contract that what was sent keeps: bounds that are broken are raised, shapes that are new are
// added, and those that were not seen are removed. What people wrote stays: comments, the order of lines, reasons, and
// bounds that hold. f is not to be used any more.
func (f *File) Update(sums *shape.Sums) *File {
	if len(f.items) == 0 {
		f, _ = Parse(header) // comments can be read
	}
	next := &File{}
	seen := map[*Line]bool{}
	var added []*Line
	for i := range sums.Stats {
		s := &sums.Stats[i]
		switch l := f.of(s); {
		case l != nil && seen[l]:
			l.raise(s)
		case l != nil:
			seen[l] = true
			l.raise(s)
		case agreeable(s):
			added = merge(added, s)
		}
	}
	for _, it := range f.items {
		if it.line == nil || seen[it.line] {
			next.items = append(next.items, it)
		}
	}
	order.By(added, (*Line).compare)
	for _, l := range added {
		next.insert(l)
	}
	next.spend(sums)
	return next
}

// merge adds a shape to the new lines. Two shapes that differ in their class are one line.
func merge(added []*Line, s *shape.Stat) []*Line {
	for _, l := range added {
		if strings.EqualFold(l.Table, nameOf(s)) && l.Does == s.Does && l.Text == s.Text {
			l.raise(s)
			return added
		}
	}
	return append(added, &Line{Table: nameOf(s), Does: s.Does, Text: s.Text, Class: s.ClassText(), Bounds: boundsOf(s)})
}

// raise makes a line agree with what was seen.
func (l *Line) raise(s *shape.Stat) {
	if worse(s.ClassText(), l.Class) {
		l.Class = s.ClassText()
	}
	for _, b := range l.Bounds.all() {
		if n := seen(b.kind, s); b.most > 0 && n > b.most {
			*b.to = round(n)
		}
	}
}

// insert puts a new line before the first one that comes after it, and before the comment that is directly above that.
func (f *File) insert(l *Line) {
	at := f.end()
	for i := range f.items {
		if other := f.items[i].line; other != nil && l.compare(other) < 0 {
			at = i
			break
		}
	}
	for at > 0 && at < len(f.items) && f.items[at-1].isComment() {
		at--
	}
	f.items = slices.Insert(f.items, at, item{line: l})
}

func (it *item) isComment() bool { return it.line == nil && it.budget == nil && it.text != "" }

// end returns where a line goes that comes after all others: after the last one, or before the budget.
func (f *File) end() int {
	for i := len(f.items) - 1; i >= 0; i-- {
		if f.items[i].line != nil {
			return i + 1
		}
	}
	for i := range f.items {
		if f.items[i].budget != nil {
			return i
		}
	}
	return len(f.items)
}

// spend raises the budget to what was spent, or adds one.
func (f *File) spend(sums *shape.Sums) {
	b := f.Budget()
	if b == nil {
		b = &Budget{Requests: round(sums.Calls), Factor: factor(sums)}
		if n := len(f.items); n > 0 && f.items[n-1].line != nil {
			f.items = append(f.items, item{})
		}
		f.items = append(f.items, item{budget: b})
		return
	}
	if b.Requests > 0 && sums.Calls > b.Requests {
		b.Requests = round(sums.Calls)
	}
	if b.Factor > 0 && sums.All.Read > b.Factor*sums.All.Returned {
		b.Factor = factor(sums)
	}
}

// factor returns how many times as much may be read as is returned, 0 for no bound where nothing is returned.
func factor(sums *shape.Sums) int {
	if sums.All.Returned == 0 {
		return 0
	}
	return round((sums.All.Read + sums.All.Returned - 1) / sums.All.Returned)
}
