package propose

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/plan"
	"rowkey/engine/plan/keys"
	"rowkey/engine/sheet"
)

// composer writes forms as stores of a design: it names their tables, and keeps those that share a partition apart by
// texts.
type composer struct {
	*sheet.Sheet
	library *keys.Library
	written map[wording]written
	names   map[named]string // of tables

	list   []house      // of the last design, as the next two
	homes  []int        // for each of its forms, the house
	stores []keys.Store // which the next design writes over
}

func newComposer(m *plan.Model) *composer {
	return &composer{Sheet: m.Facts.Sheet, library: keys.NewLibrary(m.Facts), written: map[wording]written{},
		names: map[named]string{}}
}

// named is a form, as the base of its kind or as a copy.
type named struct {
	form *form
	base bool
}

// wording is what the text of a form depends on. base is nil, unless a copy leads to it.
type wording struct {
	form, base   *form
	table, front string
}

// written is a form as a store; ok is false for one that cannot be read.
type written struct {
	text  string
	store keys.Store
	ok    bool
}

// house is a table with one PartitionKey, and the texts that its stores begin with.
type house struct {
	place, period, table string
	literals             []string
	forms                int
}

// store writes a form in its house as a store.
func (c *composer) store(forms []*form, f *form, h *house) written {
	w := wording{form: f, table: h.table}
	if f.lean == pointer {
		w.base = base(forms, f.kind)
	}
	if h.forms > 1 || f.row == "" {
		w.front = c.literal(h, f)
	}
	out, ok := c.written[w]
	if !ok {
		out.text = c.text(&w)
		out.store, out.ok = c.library.Store(out.text)
		c.written[w] = out
	}
	return out
}

func (c *composer) text(w *wording) string {
	f := w.form
	parts := []string{f.text, w.front + f.row, w.table + f.period}
	if len(c.Kinds) > 1 {
		parts = append(parts, "of "+c.Kinds[f.kind].Name)
	}
	if inc, ok := c.include(f, w.base); ok {
		parts = append(parts, strings.TrimSpace("include "+strings.Join(inc, ",")))
	}
	text := strings.Join(parts, " | ") + whereText(f.where)
	if f.option != "" {
		text += " | " + f.option
	}
	return text
}

// houses finds the table of each form: bases and near copies share one, every other PartitionKey has its own.
func (c *composer) houses(forms []*form) (list []house, homes []int) {
	list, homes = c.list[:0], c.homes[:0]
	for at, f := range forms {
		base := base(forms[:at], f.kind) == nil
		i := slices.IndexFunc(list, func(h house) bool {
			return h.place == f.place && h.period == f.period && !f.apart()
		})
		if i < 0 {
			i = len(list)
			list = append(list, house{place: f.place, period: f.period, table: c.table(list, f, base)})
			if f.apart() {
				list[i].place += whereText(f.where)
			}
		}
		list[i].forms++
		homes = append(homes, i)
	}
	c.list, c.homes = list, homes
	return list, homes
}

// table names a table, unlike those of a list.
func (c *composer) table(list []house, f *form, base bool) string {
	name, known := c.names[named{f, base}]
	if !known {
		name = c.name(f, base)
		c.names[named{f, base}] = name
	}
	for n := 2; ; n++ {
		if !slices.ContainsFunc(list, func(h house) bool { return strings.EqualFold(h.table, name) }) {
			return name
		}
		name = strings.TrimRight(name, "0123456789") + strconv.Itoa(n)
	}
}

// name names a table: that of a kind after it, one of copies after what they are found by.
func (c *composer) name(f *form, base bool) string {
	name := plural(c.Kinds[f.kind].Name)
	if len(f.where) > 0 {
		name = capital(f.where[0].Value) + name
	} else if !base {
		by := name + "By"
		for _, p := range f.part {
			by += capital(p.name)
		}
		if name = by; len(f.part) == 0 {
			name = by + capital(f.first)
		}
	}
	if name = name[:min(len(name), maxTable)]; name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "T" + name
	}
	return name
}

// maxTable leaves room for the digits of a period in the 63 characters of a table's name.
const maxTable = 40

// plural is the name of a kind as that of a table.
func plural(name string) string {
	name = capital(name)
	switch n := len(name); {
	case n > 1 && name[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(name[n-2])):
		return name[:n-1] + "ies"
	case n > 0 && name[n-1] == 's':
		return name + "es"
	}
	return name + "s"
}

// capital keeps the letters and digits that a table's name can have, and writes the first of each word large.
func capital(name string) string {
	var b strings.Builder
	large := true
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z':
			if large {
				r += 'A' - 'a'
			}
		case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		default:
			large = true
			continue
		}
		large = false
		b.WriteRune(r)
	}
	return b.String()
}

// literal returns a text for the rows of a form that none of its house begins with, as short as it can be, since every
// row has it: the beginning of the kind's name for whole entities by their identity, of what copies are ordered by, and
// of the value that those in a sparse one have.
func (c *composer) literal(h *house, f *form) string {
	word := c.Kinds[f.kind].Name
	if h.forms > 1 && f.alone && f.first != "" {
		word = f.first
	}
	if value := capital(f.value()); f.near && value != "" {
		word = strings.ToLower(value)
	}
	end := "_"
	if f.row == "" {
		end = ""
	}
	word = strings.ReplaceAll(word, " ", "-")
	letters := []rune(word)
	text := string(letters[:1])
	for n := 2; h.begins(text + end); n++ {
		if text = strconv.Itoa(n) + word; n <= len(letters) {
			text = string(letters[:n])
		}
	}
	h.literals = append(h.literals, text+end)
	return text + end
}

// begins reports whether a text begins as another one of the house does, so that it does not keep rows apart.
func (h *house) begins(text string) bool {
	return slices.ContainsFunc(h.literals, func(o string) bool {
		return strings.HasPrefix(o, text) || strings.HasPrefix(text, o)
	})
}

// include returns the properties of a copy that does not hold everything: one that leads to a base, what the keys of
// that need.
func (c *composer) include(f, base *form) (list []string, ok bool) {
	told := add(nil, f.rowKeys...)
	for _, p := range f.part {
		if !p.coarse() {
			told = add(told, p.key)
		}
	}
	switch {
	case f.include != nil:
		return f.include, true
	case f.option != "" && f.alone:
		return nil, false
	}
	switch f.lean {
	case wanted:
		for _, name := range f.wants {
			if k := one(c.Sheet, f.kind, name); k.name == "" || !has(told, k.ref) {
				list = append(list, name)
			}
		}
		return list, true
	case pointer:
		for _, k := range base.keys(c.Sheet) {
			if !has(told, k.ref) {
				list = lists.Add(list, k.name)
			}
		}
		return list, true
	}
	return nil, false
}

// base returns the first form of a kind.
func base(forms []*form, kind int) *form {
	for _, f := range forms {
		if f.kind == kind {
			return f
		}
	}
	return nil
}

// keys returns all attributes that the keys of a form and its table are made of.
func (f *form) keys(s *sheet.Sheet) []key {
	var list []key
	for _, p := range f.part {
		list = add(list, p.key)
	}
	list = add(list, f.rowKeys...)
	if name, _, _ := strings.Cut(strings.Trim(f.period, "{}"), ":"); name != "" {
		list = add(list, one(s, f.kind, name))
	}
	return list
}

// design makes a design of forms, the base of each kind before its copies, which is good until the next one. ok is
// false if one of its stores cannot be read.
func (c *composer) design(forms []*form) (d *keys.Design, texts []string, ok bool) {
	houses, homes := c.houses(forms)
	texts, c.stores = make([]string, 0, len(forms)), c.stores[:0]
	for i, f := range forms {
		w := c.store(forms, f, &houses[homes[i]])
		if !w.ok {
			return nil, nil, false
		}
		texts, c.stores = append(texts, w.text), append(c.stores, w.store)
	}
	return keys.Compose(c.Sheet, "", c.stores), texts, true
}
