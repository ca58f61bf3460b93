package profile

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/sheet"
)

// Choices are what a reader decides before the sheet is filled. The zero value leaves it to the profile.
type Choices struct {
	Types   map[string]string // of columns, instead of the narrowest that fits
	Filters string            // what the application asks, a filter or the URL of a query in each line
	Keys    []int             // positions in Report.Keys, at most 3; nil for the first ones
}

// Filled is a sheet, and where its numbers come from. It holds no value of the file.
type Filled struct {
	Sheet    *sheet.Sheet
	Measured []string // paths of the JSON form whose numbers were measured
	Rows     int      // on so many rows
	LeftOut  []string // columns that did not fit into the sheet
	NoName   bool     // no columns identify a row: the sheet has an identity that the file does not have
	Unread   []Unread // filters that did not become a question of the sheet
	Messages []sheet.Message
}

const (
	comparedKeys = 3
	shareTotal   = 100 // a second, that shares of filters are of until the reader says better
	madeIdentity = "id"
)

// Fill fills a sheet. Its attributes and their spread are measured; its rates are not, so the author has to correct
// them.
func (p *Profile) Fill(c Choices) Filled {
	name := kindName(p.name, p.tableName())
	identities := p.findings().identities
	amount, horizon := p.amount(identities)
	kind := sheet.Kind{Name: name, Amount: amount}
	out := Filled{Rows: p.rows, Measured: []string{"/entities/0/count"}, LeftOut: []string{}, Unread: []Unread{}}
	if amount.Per != "" {
		out.Measured = []string{"/horizon", "/entities/0/arrival"}
	}
	for _, i := range p.forSheet(identities) {
		if len(kind.Attributes) == sheet.MaxAttributes-1 {
			out.LeftOut = append(out.LeftOut, p.columns.list[i].name)
			continue
		}
		out.Measured = append(out.Measured, "/entities/0/attributes/"+strconv.Itoa(len(kind.Attributes)))
		kind.Attributes = append(kind.Attributes, p.attribute(i, c.Types[p.columns.list[i].name], identities))
	}
	if out.NoName = len(identities) == 0; out.NoName {
		id := sheet.Attribute{Name: free(kind.Attributes), Type: sheet.Type{Name: sheet.GUID}, Identity: true}
		kind.Attributes = append(kind.Attributes, id)
	}
	s := &sheet.Sheet{Name: plainName(p.name), Horizon: horizon, Kinds: []sheet.Kind{kind}}
	q := questions{profile: p, kind: &kind}
	s.Asks, out.Unread = q.read(c.Filters)
	if len(s.Asks) > 0 {
		s.Total = sheet.Rate{N: shareTotal, Per: "s"}
	}
	s.Designs = p.designs(&c, name)
	if k := p.findings().present; k != nil && k.Unique {
		s.Present = s.Designs[0].Name
	}
	out.Sheet, out.Messages = s, s.Check()
	return out
}

func (p *Profile) tableName() string {
	if f, ok := p.format.(*objects); ok {
		return f.table
	}
	return ""
}

// forSheet returns the columns in the order of the file, but those that name rows or could be parts of keys first if
// there are more than a sheet holds.
func (p *Profile) forSheet(identities [][]int) []int {
	list := lists.Places(len(p.columns.list), func(i int) bool { return p.columns.list[i].filled > 0 })
	if len(list) >= sheet.MaxAttributes {
		order.By(list, func(a, b int) int { return p.use(a, identities) - p.use(b, identities) })
		order.By(list[:sheet.MaxAttributes-1], func(a, b int) int { return a - b })
	}
	return list
}

func (p *Profile) use(column int, identities [][]int) int {
	at := slices.Index(p.keys.chosen, column)
	switch {
	case at >= 0 && len(identities) > 0 && slices.Contains(identities[0], at):
		return 0
	case at >= 0:
		return 1
	}
	return 2
}

// attribute describes a column as an attribute.
func (p *Profile) attribute(i int, asked string, identities [][]int) sheet.Attribute {
	c := p.columns.list[i]
	k := c.typeAs(asked)
	a := sheet.Attribute{Name: p.columns.attribute(i), Type: sheet.Type{Name: k.names()[0]}}
	switch {
	case k&(textKind|binaryKind) != 0:
		a.Type.Length = max(1, c.sizes.often())
	case k == timeKind && sheet.TimeUnits[c.unit] != "tick":
		a.Type.Unit = sheet.TimeUnits[c.unit]
	}
	a.Signed = k&numberKinds != 0 && c.ends[0] < 0
	at := slices.Index(p.keys.chosen, i)
	a.Identity = at >= 0 && len(identities) > 0 && slices.Contains(identities[0], at)
	if at >= 0 && slices.ContainsFunc(identities, func(id []int) bool { return len(id) == 1 && id[0] == at }) {
		a.Unique = !a.Identity
		return a
	}
	a.Values = math.Max(1, math.Round(c.values(p.rows)))
	a.Skew = c.skew(p.rows)
	if a.Skew.Kind == sheet.Even || a.Values == 1 {
		a.Skew = sheet.Skew{}
	}
	return a
}

// free returns a name for the identity that the file does not have.
func free(attributes []sheet.Attribute) string {
	name := madeIdentity
	for slices.ContainsFunc(attributes, func(a sheet.Attribute) bool { return a.Name == name }) {
		name += "_"
	}
	return name
}

// designs returns the keys that are compared: those that the file has, then the chosen candidates.
func (p *Profile) designs(choices *Choices, kind string) []sheet.Design {
	var texts []string
	if k := p.findings().present; k != nil && k.Unique {
		texts = append(texts, k.Text)
	}
	candidates := p.findings().candidates
	for i, c := range candidates {
		first := choices.Keys == nil && len(texts) < comparedKeys && c.problem == ""
		if first || slices.Contains(choices.Keys, i) {
			texts = append(texts, p.keysText(c.partition, c.row, choices.Types))
		}
	}
	table := strings.ToUpper(kind[:1]) + kind[1:] + "s"
	if !edm.ValidName(table) || strings.Trim(table, alphanumeric) != "" {
		table = "Rows"
	}
	var list []sheet.Design
	for i, text := range texts[:min(comparedKeys, len(texts))] {
		name := "Design " + string(rune('A'+i))
		list = append(list, sheet.Design{Name: name, Stores: []string{text + " | " + table + " | of " + kind}})
	}
	return list
}

const alphanumeric = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// kindName returns what one row of a file is called: readings.csv holds readings, and one of them is a reading.
func kindName(file, table string) string {
	name := table
	if name == "" {
		name, _, _ = strings.Cut(file, ".")
	}
	letters := strings.Map(func(r rune) rune {
		if strings.ContainsRune(alphanumeric, r) {
			return r
		}
		return -1
	}, strings.ToLower(name))
	letters = strings.TrimLeft(letters, "0123456789")
	if len(letters) > 3 {
		letters = strings.TrimSuffix(letters, "s")
	}
	letters = letters[:min(len(letters), 30)]
	if len(letters) < 3 || sheet.IsReserved(letters) {
		return "row" + letters
	}
	return letters
}

// plainName returns a name for the sheet: letters, digits, blanks and hyphens.
func plainName(file string) string {
	name, _, _ := strings.Cut(file, ".")
	name = strings.Map(func(r rune) rune {
		if r == '_' || !edm.ValidName("n"+string(r)) && r != '-' {
			return ' '
		}
		return r
	}, name)
	words := strings.Fields(name)
	name = strings.Join(words, " ")
	if runes := []rune(name); len(runes) > sheet.MaxName {
		name = strings.TrimSpace(string(runes[:sheet.MaxName]))
	}
	if name == "" {
		return "own table"
	}
	return name
}
