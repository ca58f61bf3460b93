package watch

import (
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/shape"
	"rowkey/engine/table"
)

// starAfterRead finds rows that are read and then written whatever their version is, with something in what is written
// that was read.
func starAfterRead(u *shape.Unit) (hits []hit) {
	seen := map[rowOf]version{}
	for _, m := range u.Requests {
		switch {
		case m.Status >= 300:
		case m.Method == "GET":
			for _, k := range m.Record.Keys {
				seen[rowOf{m.Shape.Table, k}] = version{by: m, etag: m.ETag}
			}
		case len(m.Record.Changes) == 1 && len(m.Ops) == 0:
			c := &m.Record.Changes[0]
			at := rowOf{m.Shape.Table, c.Key}
			was, read := seen[at]
			if read && was.by.Method == "GET" && (m.IfMatch == "" || m.IfMatch == "*") &&
				(fromRead(c) || was.over(c) && fromAnswer(was.by, m)) {
				hits = append(hits, lostUpdate(m, &was, c))
			}
			seen[at] = version{by: m, etag: m.ETag}
		}
	}
	return hits
}

// rowOf is a row of a table.
type rowOf struct {
	table string
	key   explain.Key
}

// version is what a unit of work knows of a row: from which request, and with which ETag, "" if the answer had none.
type version struct {
	by   *shape.Member
	etag string
}

// lostUpdate says what a write did. What was there before it, if that is not what its client had seen, is lost.
func lostUpdate(m *shape.Member, was *version, c *explain.Change) hit {
	h := hit{about: []*shape.Member{m}, why: []*shape.Member{was.by}, before: costOf(m), after: costOf(m)}
	if was.over(c) {
		h.lost = 1
	}
	return h
}

// over reports whether a change is made to another version of the row than this one.
func (v *version) over(c *explain.Change) bool {
	before, err := edm.Row(c.Before).Decode()
	return err == nil && v.etag != "" && v.etag != string(table.ETagOf(before.Timestamp))
}

// fromAnswer reports whether a write has a number that goes on from the one in the answer of a read. What was there
// before the write does not tell if another client has counted meanwhile: then both write the same number.
func fromAnswer(read, m *shape.Member) (found bool) {
	jsontext.Each(m.Body, 0, func(name string, from, to int) bool {
		was, ok := jsontext.Member(read.Answer, name)
		found = found || ok && isNumber(was) && isNumber(m.Body[from:to]) && was != m.Body[from:to]
		return !found
	})
	return found
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// fromRead reports whether a change to a row keeps, or goes on from, what was there.
func fromRead(c *explain.Change) bool {
	if c.Before == "" || c.After == "" {
		return false
	}
	before, err := edm.Row(c.Before).Decode()
	after, err2 := edm.Row(c.After).Decode()
	if err != nil || err2 != nil {
		return false
	}
	for _, p := range after.Properties {
		for _, q := range before.Properties {
			if p.Name == q.Name && goesOn(q.Value, p.Value, c.Kind == "replace") {
				return true
			}
		}
	}
	return false
}

// goesOn reports whether a value comes from the one that was there: a number that changed, a text that became longer;
// in a row that is replaced also what stayed as it was.
func goesOn(before, after edm.Value, replaced bool) bool {
	switch {
	case before == after:
		return replaced
	case before.Type() != after.Type():
		return false
	}
	switch before.Type() {
	case edm.TypeInt32, edm.TypeInt64, edm.TypeDouble:
		return true
	case edm.TypeString:
		old, now := before.Text(), after.Text()
		return old != "" && len(now) > len(old) && strings.Contains(now, strings.Trim(old, "[]{}"))
	}
	return false
}
