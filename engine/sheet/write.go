package sheet

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"rowkey/engine/lists"
)

// Write writes the text form of a sheet without errors. [Parse] of it gives the sheet again, and of a text that
// Write wrote it writes the same text.
func Write(s *Sheet) string {
	var b strings.Builder
	b.WriteString("### " + title(s.Name) + "\n")
	line(&b, "sheet", sheetFields(s))
	for i := range s.Kinds {
		line(&b, "entity", s.Kinds[i].fields())
	}
	for i := range s.Kinds {
		for j := range s.Kinds[i].Attributes {
			line(&b, "attribute", s.Kinds[i].Attributes[j].fields(s.Kinds[i].Name))
		}
	}
	for i := range s.Asks {
		line(&b, "ask", s.Asks[i].fields(), s.Asks[i].Budget...)
	}
	for i := range s.Does {
		line(&b, "do", s.Does[i].fields(), s.Does[i].Budget...)
	}
	for _, t := range s.Together {
		line(&b, "together", t.fields())
	}
	for _, d := range s.Designs {
		b.WriteString("\n### " + d.Name + "\n")
		for _, store := range d.Stores {
			line(&b, "keys", []string{store})
		}
	}
	return b.String()
}

// title begins a name with a capital letter.
func title(name string) string {
	_, size := utf8.DecodeRuneInString(name)
	return strings.ToUpper(name[:size]) + name[size:]
}

func line(b *strings.Builder, directive string, fields []string, limits ...Limit) {
	b.WriteString("# @" + directive + " " + strings.Join(fields, ", "))
	for i, l := range limits {
		b.WriteString([]string{"; ", ", "}[min(i, 1)] + l.text())
	}
	b.WriteByte('\n')
}

func sheetFields(s *Sheet) []string {
	list := []string{s.Name}
	if s.Peak != 0 {
		list = append(list, "peak "+number(s.Peak))
	}
	if s.Headroom != 0 {
		list = append(list, "headroom "+number(s.Headroom))
	}
	if s.Horizon != (Span{}) {
		list = append(list, "horizon "+s.Horizon.text())
	}
	if s.Total != (Rate{}) {
		list = append(list, "total "+s.Total.text())
	}
	if p := s.Prices; p != (Prices{}) {
		list = append(list, "prices "+number(p.Transactions)+" transactions and "+number(p.Storage)+" storage in "+p.Currency)
	}
	if s.Order != "" {
		list = append(list, "order "+s.Order)
	}
	if s.Present != "" {
		list = append(list, "present "+s.Present)
	}
	return append(list, lists.Map(s.Budget, Limit.text)...)
}

func (k *Kind) fields() []string {
	amount := k.Amount.text()
	if len(k.Of) > 0 {
		amount += " of " + strings.Join(parents(k), " and ")
	}
	list := []string{k.Name, amount}
	for _, o := range k.Of {
		switch {
		case o.Largest == 0:
		case len(k.Of) == 1:
			list = append(list, "largest "+share(o.Largest))
		default:
			list = append(list, "largest "+o.Kind+" "+share(o.Largest))
		}
	}
	if k.Kept != (Span{}) {
		list = append(list, "kept "+k.Kept.text())
	}
	if k.Grows != "" {
		list = append(list, "grows "+k.Grows)
	}
	return list
}

func (a *Attribute) fields(kind string) []string {
	list := []string{kind + "." + a.Name}
	if a.Type.Name != "" {
		list = append(list, a.Type.text())
	}
	add := func(given bool, text string) {
		if given {
			list = append(list, text)
		}
	}
	add(a.Identity, "identity")
	add(a.Unique && a.Within == "", "unique")
	add(a.Within != "", "unique in "+a.Within)
	add(a.Case != "", a.Case)
	add(a.Values != 0, quantity(a.Values)+" values")
	add(a.Skew.Kind != "", a.Skew.text())
	add(a.Changes, "changes")
	add(a.Signed, "signed")
	add(a.Follows != "", "follows "+a.Follows)
	return list
}

func (t Type) text() string {
	switch {
	case t.Length != 0:
		return t.Name + " " + strconv.Itoa(t.Length)
	case t.Unit != "":
		return t.Name + " " + t.Unit
	}
	return t.Name
}

func (s Skew) text() string {
	switch s.Kind {
	case Largest:
		return Largest + " " + share(s.Share)
	case Zipf:
		return Zipf + " " + number(s.S)
	case Weights:
		list := lists.Map(s.Weights, func(w Weight) string { return w.Value + " " + share(w.Share) })
		return Weights + " " + strings.Join(list, " and ")
	}
	return s.Kind
}
