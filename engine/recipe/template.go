package recipe

import (
	"strconv"
	"strings"

	"rowkey/engine/calendar"
	"rowkey/engine/edm"
	"rowkey/engine/hash"
	"rowkey/engine/message"
	"rowkey/engine/order"
	"rowkey/engine/template"
)

// key says how a key is made of attributes: "{lastName}_{id:6}".
type key []template.Segment

// parseKey reads a template. Errors: a brace without its partner, a form that does not exist or that a recipe has not,
// an attribute that does not exist, a period of what is not a time.
func (w *Entities) parseKey(text string) (key, error) {
	list, wrong, where := template.Parse(text)
	switch wrong {
	case template.Close:
		return nil, message.New("template-close", text)
	case template.Open:
		return nil, message.New("template-open", text)
	case template.Attr, template.Shape:
		return nil, unknownForm(where)
	}
	for _, s := range list {
		switch i := w.Index(s.Attr); {
		case s.Form == template.Literal:
		case s.Form == template.Decimal || s.Form == template.Lower:
			return nil, unknownForm(s.Text)
		case i < 0:
			return nil, message.New("keys-unknown-attribute", text, s.Attr, strings.Join(w.Names(), ", "))
		case s.Unit != "" && w.Attributes[i].Kind != "time":
			return nil, message.New("keys-not-a-time", text, s.Attr)
		}
	}
	return list, nil
}

// unknownForm says that the form of a segment, which is written in braces, does not exist.
func unknownForm(segment string) message.Text {
	return message.New("template-form", segment[1:len(segment)-1])
}

// of makes the key of an entity.
func (k key) of(w *Entities, e thing) string {
	var b strings.Builder
	for i := range k {
		if s := &k[i]; s.Form == template.Literal {
			b.WriteString(s.Text)
		} else {
			b.WriteString(write(s, &w.Attributes[w.Index(s.Attr)], e[w.Index(s.Attr)]))
		}
	}
	return b.String()
}

// write brings a value of an attribute into the form of a segment.
func write(s *template.Segment, a *Attribute, v string) string {
	switch s.Form {
	case template.Period, template.PeriodDown:
		at, _ := edm.ParseDateTime(v) // as moment wrote it
		if s.Form == template.Period {
			return calendar.Of(s.Unit).Digits(int(at.Time().Unix()))
		}
		return calendar.Of(s.Unit).Down(int(at.Time().Unix()))
	case template.Inverted:
		if a.Kind == "time" {
			return invertedTicks(v)
		}
		n, _ := strconv.Atoi(v)
		return order.Pad(strconv.Itoa(a.ceiling()-n), len(strconv.Itoa(a.ceiling())))
	case template.Padded:
		return order.Pad(v, s.N)
	case template.Bucket:
		return order.Pad(strconv.Itoa(int(hash.Text(v)%uint32(s.N))), len(strconv.Itoa(s.N-1)))
	case template.Beginning:
		return template.FirstOf(v, s.N)
	}
	return v
}
