package design

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"rowkey/engine/edm"
)

// bounds are those of a key; the upper one is exclusive. "" is none.
type bounds struct{ low, high string }

// How far one question is spread at most.
const (
	maxBuckets = 64   // partitions of a table
	maxTables  = 1000 // tables
)

// spread returns the tables or partitions that can hold the answer: one if all that its key is made of is known, several
// for the periods of a range of time and for buckets of something unknown. It returns nil if there are more than most,
// or any.
func (b *bench) spread(q *question, t Template, most int) []string {
	list := []string{""}
	for _, s := range t.segments {
		choices := b.choices(q, s, most/len(list))
		if choices == nil {
			return nil
		}
		next := make([]string, 0, len(list)*len(choices))
		for _, before := range list {
			for _, choice := range choices {
				next = append(next, before+choice)
			}
		}
		list = next
	}
	return list
}

// choices returns the texts that a segment can have in the answer, nil if there are more than most.
func (b *bench) choices(q *question, s segment, most int) (list []string) {
	switch {
	case s.form == literal || slices.Contains(q.known, s.attr):
		return []string{s.value(b.w, q.of)}
	case s.attr == q.from && s.span(b.w) != 0:
		return b.periods(q, s, most)
	case s.form == bucket && s.n <= most:
		for i := range s.n {
			list = append(list, pad(i, len(strconv.Itoa(s.n-1))))
		}
	}
	return list
}

// periods returns those that the range of a question touches, the earliest first.
func (b *bench) periods(q *question, s segment, most int) (list []string) {
	u := s.span(b.w)
	for at := q.low; at <= q.high; at = u.Next(at) {
		if len(list) == most {
			return nil
		}
		list = append(list, s.write(b.w, strconv.Itoa(at)))
	}
	return list
}

// bound bounds a key of which only the beginning is known. told says that the bounds leave exactly the range of the
// question. next is the first segment that is not known.
func (b *bench) bound(q *question, t Template) (next segment, to bounds, told bool) {
	known, whole := t.fixed(b.w, q.of, q.known)
	if to = (bounds{known, after(known)}); whole == len(t.segments) {
		return next, to, false
	}
	next = t.segments[whole]
	sorted := next.sorted(b.w)
	if next.attr == "" || next.attr != q.from || sorted == 0 {
		return next, to, false
	}
	low, high := next.write(b.w, strconv.Itoa(q.low)), next.write(b.w, strconv.Itoa(q.high))
	if sorted < 0 {
		low, high = high, low
	}
	return next, bounds{known + low, after(known + high)}, next.tells(b.w) || next.span(b.w).Whole(q.low, q.high)
}

// discriminator bounds the RowKey of a scan to the rows of one copy, if other copies are in its table and the RowKey
// begins with a literal.
func (b *bench) discriminator(k int) bounds {
	c := &b.copies[k]
	shared := false
	for i := range b.copies {
		shared = shared || i != k && b.copies[i].Table.text == c.Table.text
	}
	if s := c.Row.segments; shared && len(s) > 0 && s[0].form == literal {
		return bounds{s[0].text, after(s[0].text)}
	}
	return bounds{}
}

// filter compares a key with both bounds, as far as there are any.
func (to bounds) filter(key string) (list []string) {
	if to.low != "" {
		list = append(list, key+" ge "+quote(to.low))
	}
	if to.high != "" {
		list = append(list, key+" lt "+quote(to.high))
	}
	return list
}

// after returns the first text after all that begin with prefix, "" if there is none, in the order of
// keys: that of UTF-16, where the surrogates of what is above U+FFFF come before U+E000.
func after(prefix string) string {
	if prefix == "" {
		return ""
	}
	last, size := utf8.DecodeLastRuneInString(prefix)
	before := prefix[:len(prefix)-size]
	switch last {
	case 0xD7FF:
		return before + "\U00010000"
	case utf8.MaxRune:
		return before + "\uE000"
	case 0xFFFF:
		return after(before)
	}
	return before + string(last+1)
}

// contain reports whether a key is between the bounds.
func (to bounds) contain(key string) bool {
	return edm.CompareText(key, to.low) >= 0 && (to.high == "" || edm.CompareText(key, to.high) < 0)
}
