package costs

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/order"
	"rowkey/engine/shape"
)

// Kind says what of a contract is broken.
type Kind string

// The kinds.
const (
	New        Kind = "new"        // no line is about the shape
	Class      Kind = "class"      // the class is worse than agreed
	Read       Kind = "read"       // a request reads more
	Operations Kind = "operations" // a transaction has more
	Together   Kind = "together"   // a unit of work has more requests
	Calls      Kind = "calls"      // there are more requests
	Requests   Kind = "requests"   // budget: there are more requests in all
	Factor     Kind = "factor"     // budget: too much is read for what is returned
)

// Breach is one thing that is not as agreed.
type Breach struct {
	Kind   Kind
	Line   int         // of the file, 0 for a shape that has none
	Stat   *shape.Stat // what was sent, nil of a budget
	Agreed string      // as a line has it, "" for a new shape
	Found  string
	Like   *Line // of a new shape: the line that is most like it, nil if none is
}

// Check compares what was sent with the contract. Breaches come in the order of the file, those of new shapes before.
func (f *File) Check(sums *shape.Sums) (list []Breach) {
	for i := range sums.Stats {
		s := &sums.Stats[i]
		if l := f.of(s); l != nil {
			list = append(list, l.check(s)...)
		} else if agreeable(s) && (!f.loose || aboutRows(s)) {
			list = append(list, Breach{Kind: New, Stat: s, Found: found(s), Like: f.like(s)})
		}
	}
	if b := f.Budget(); b != nil {
		list = append(list, b.check(sums)...)
	}
	order.By(list, func(a, b Breach) int { return a.Line - b.Line })
	return list
}

// agreeable reports whether a contract is about a shape: a request that was refused before anybody knew what it asks is
// about nothing, and so is one about a table that cannot be there.
func agreeable(s *shape.Stat) bool {
	plain := strings.TrimSuffix(s.Name, "#")
	return s.Does != "refused" && strings.IndexFunc(plain, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9')
	}) < 0
}

// aboutRows reports whether a shape reads or writes rows, and not tables as such.
func aboutRows(s *shape.Stat) bool {
	return !strings.HasSuffix(s.Does, "table") && s.ClassText() != shape.Other
}

// nameOf returns the table of a shape as a line has it.
func nameOf(s *shape.Stat) string {
	if s.Name == "" {
		return "*"
	}
	return s.Name
}

func found(s *shape.Stat) string {
	text := s.ClassText()
	if s.MostRead > 0 {
		text += ", read " + strconv.Itoa(s.MostRead)
	}
	if s.MostOps > 0 {
		text += ", " + strconv.Itoa(s.MostOps) + " operations"
	}
	return text
}

func (l *Line) check(s *shape.Stat) (list []Breach) {
	if worse(s.ClassText(), l.Class) {
		list = append(list, Breach{Kind: Class, Line: l.Number, Stat: s, Agreed: l.Class, Found: s.ClassText()})
	}
	for _, b := range l.Bounds.all() {
		if n := seen(b.kind, s); b.most > 0 && n > b.most {
			list = append(list, Breach{Kind: b.kind, Line: l.Number, Stat: s, Agreed: b.text(), Found: strconv.Itoa(n)})
		}
	}
	return list
}

// worse reports whether a class costs more than another. What writes has one class.
func worse(class, agreed string) bool {
	names := shape.ClassNames()
	return slices.Index(names, class) > slices.Index(names, agreed)
}

// seen returns the number that a bound is about.
func seen(k Kind, s *shape.Stat) int {
	switch k {
	case Read:
		return s.MostRead
	case Operations:
		return s.MostOps
	case Together:
		return s.MostTogether
	}
	return s.Calls
}

func (b *Budget) check(sums *shape.Sums) (list []Breach) {
	if b.Requests > 0 && sums.Calls > b.Requests {
		list = append(list, Breach{Kind: Requests, Line: b.Number, Agreed: "requests <= " + strconv.Itoa(b.Requests),
			Found: strconv.Itoa(sums.Calls)})
	}
	if b.Factor > 0 && sums.All.Read > b.Factor*sums.All.Returned {
		list = append(list, Breach{Kind: Factor, Line: b.Number,
			Agreed: "read <= " + strconv.Itoa(b.Factor) + " x returned", Found: times(sums.All.Read, sums.All.Returned)})
	}
	return list
}

// times writes how many times one number another is, with one digit after the point.
func times(n, of int) string {
	if of == 0 {
		return strconv.Itoa(n) + " for nothing"
	}
	return strconv.FormatFloat(float64(n)/float64(of), 'f', 1, 64) + " x"
}

// like returns the line of the same table and deed whose text has most in common with a shape, nil for none.
func (f *File) like(s *shape.Stat) (best *Line) {
	most := 0
	for _, l := range f.Lines() {
		if !strings.EqualFold(l.Table, nameOf(s)) {
			continue
		}
		n := common(words(l.Does+" "+l.Text), words(s.Does+" "+s.Text))
		if l.Does == s.Does {
			n += 3
		}
		if n > most {
			best, most = l, n
		}
	}
	return best
}

func words(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' })
}

func common(a, b []string) (n int) {
	for _, w := range a {
		if i := slices.Index(b, w); i >= 0 {
			n, b = n+1, slices.Delete(slices.Clone(b), i, i+1)
		}
	}
	return n
}
