package sheet

import (
	"slices"
	"strings"
	"unicode"

	"rowkey/engine/lists"
)

// readEntity reads "reading, 50 million/day of device, largest 5 %, kept 90d, grows users".
func (p *parser) readEntity(text string) {
	list := fields(text)
	k := Kind{Name: list[0]}
	p.at("entities", len(p.sheet.Kinds))
	for i, f := range list[1:] {
		p.kindField(&k, f, i == 0)
	}
	p.sheet.Kinds = append(p.sheet.Kinds, k)
}

func (p *parser) kindField(k *Kind, field string, first bool) {
	word, rest, _ := strings.Cut(field, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case word == "largest":
		p.readLargest(k, rest)
	case word == "kept":
		once(p, &k.Kept, word, p.span(rest))
	case word == "grows":
		once(p, &k.Grows, word, choice(p, rest, Growths))
	case first:
		p.readAmount(k, field)
	default:
		p.unknown(field, []string{"largest", "kept", "grows"})
	}
}

// readAmount reads "20000 of customer" or "50 million/day of device and room".
func (p *parser) readAmount(k *Kind, field string) {
	words := strings.Fields(field)
	of := slices.Index(words, "of")
	if of < 0 {
		of = len(words)
	}
	amount := strings.Join(words[:of], " ")
	if n, ok := readQuantity(amount); ok && n > 0 {
		k.Amount = Amount{N: n}
	} else if r, ok := readRate(amount); ok && r.N > 0 && r.Per != Percent {
		k.Amount = Amount(r)
	} else {
		p.badNumber(amount)
	}
	for _, parent := range p.names(words[min(of+1, len(words)):], of < len(words), "kind") {
		k.Of = append(k.Of, Parent{Kind: parent})
	}
}

// readLargest reads "5 %", or "room 5 %" of a kind with two parents.
func (p *parser) readLargest(k *Kind, text string) {
	i := 0
	if name, rest, ok := strings.Cut(text, " "); ok && rest != Percent {
		i = slices.IndexFunc(k.Of, func(o Parent) bool { return o.Kind == name })
		text = strings.TrimSpace(rest)
	}
	if i < 0 || i >= len(k.Of) {
		p.unknown("largest "+text, parents(k))
		return
	}
	once(p, &k.Of[i].Largest, "largest", p.share(text))
}

func parents(k *Kind) []string { return lists.Map(k.Of, func(o Parent) string { return o.Kind }) }

// attributeWords begin the options of an attribute.
var attributeWords = slices.Concat(
	[]string{"identity", "unique", "values", "changes", "signed", "follows"}, Cases, Skews, Types,
	typeWords())

// typeNames are what languages, databases and the service call the types of a sheet, in small letters.
var typeNames = [...]struct{ name, is string }{
	{"string", Text}, {"varchar", Text}, {"nvarchar", Text}, {"char", Text}, {"edm.string", Text},
	{"integer", Int}, {"int32", Int}, {"edm.int32", Int},
	{"smallint", Int}, {"tinyint", Int}, {"serial", Int},
	{"bigint", Long}, {"int64", Long}, {"edm.int64", Long}, {"bigserial", Long},
	{"float", Double}, {"decimal", Double}, {"number", Double}, {"edm.double", Double},
	{"numeric", Double}, {"real", Double},
	{"boolean", Bool}, {"edm.boolean", Bool},
	{"date", Time + " day"}, {"datetime", Time}, {"datetimeoffset", Time}, {"timestamp", Time}, {"edm.datetime", Time},
	{"timestamptz", Time}, {"datetime2", Time},
	{"uuid", GUID}, {"uniqueidentifier", GUID}, {"edm.guid", GUID},
	{"bytes", Binary}, {"blob", Binary}, {"varbinary", Binary}, {"edm.binary", Binary},
}

func typeWords() (list []string) {
	for _, t := range typeNames {
		list = append(list, t.name)
	}
	return list
}

// typeOf writes a type as a sheet has it: "text 40" for "varchar(40) not null", "double" for "decimal(10,2)".
func typeOf(field string) string {
	words := strings.FieldsFunc(field, func(r rune) bool { return r == '(' || r == ')' || unicode.IsSpace(r) })
	if len(words) == 0 {
		return field
	}
	name, unit := strings.ToLower(words[0]), ""
	for _, t := range typeNames {
		if t.name == name {
			name, unit, _ = strings.Cut(t.is, " ")
			break
		}
	}
	if !slices.Contains(Types, name) {
		return field
	}
	digits := strings.Contains(field, "(") && !Type{Name: name}.IsLong() // that a number or a time has
	text := name
	for _, w := range words[1:] {
		number := strings.Trim(w, "0123456789,") == ""
		if !(digits && number) && !strings.Contains(needless, " "+strings.ToLower(w)+" ") {
			text += " " + w
		}
	}
	if text == name && unit != "" {
		return name + " " + unit
	}
	return text
}

// needless are the words after the name of a type that say nothing to a sheet.
const needless = " not null precision unsigned with without time zone "

// readAttribute reads "device.model, text 12, 40 values".
func (p *parser) readAttribute(text string) {
	list := joinWeights(fields(text))
	kind, name, dotted := strings.Cut(list[0], ".")
	i := p.sheet.KindOf(kind)
	if !dotted || i < 0 {
		p.unknownKind(kind, &p.sheet)
		return
	}
	k := &p.sheet.Kinds[i]
	p.at(pathOf("entities", i)[1:]+"/attributes", len(k.Attributes))
	a := Attribute{Name: name}
	for j, f := range list[1:] {
		if j > 0 || !p.readType(&a.Type, f) {
			p.attributeField(&a, f)
		}
	}
	a.Skew.complete()
	k.Attributes = append(k.Attributes, a)
}

// joinWeights makes one field of the values and shares of an attribute, however they are written: people part them by
// commas, and leave the word out.
func joinWeights(list []string) []string {
	joined := list[:1:1]
	for _, f := range list[1:] {
		value, rest, _ := strings.Cut(f, " ")
		_, share := readShare(strings.TrimSpace(rest))
		last := &joined[len(joined)-1]
		switch {
		case !share || slices.Contains(attributeWords, value):
			joined = append(joined, f)
		case strings.HasPrefix(*last, Weights+" "):
			*last += " and " + f
		default:
			joined = append(joined, Weights+" "+f)
		}
	}
	return joined
}

// readType reads "text 8" or "time day". It reports false for what is no type.
func (p *parser) readType(t *Type, field string) bool {
	name, rest, more := strings.Cut(typeOf(field), " ")
	if rest = strings.TrimSpace(rest); !slices.Contains(Types, name) {
		return false
	}
	t.Name = name
	switch {
	case !more:
	case name == Time:
		t.Unit = choice(p, rest, TimeUnits)
	case name == Text || name == Binary:
		t.Length = p.whole(rest)
	default:
		p.unknown(rest, nil)
	}
	return true
}

func (p *parser) attributeField(a *Attribute, field string) {
	word, rest, _ := strings.Cut(field, " ")
	rest = strings.TrimSpace(rest)
	number, isValues := strings.CutSuffix(field, " values")
	flags := map[string]*bool{"identity": &a.Identity, "unique": &a.Unique, "changes": &a.Changes, "signed": &a.Signed}
	switch flag := flags[field]; {
	case flag != nil:
		once(p, flag, field, true)
	case strings.HasPrefix(field, "unique in "):
		p.checkDuplicate(a.Unique, "unique")
		a.Unique, a.Within = true, strings.TrimSpace(strings.TrimPrefix(field, "unique in "))
	case slices.Contains(Cases, field):
		once(p, &a.Case, "case", field)
	case word == "follows":
		once(p, &a.Follows, word, rest)
	case isValues:
		once(p, &a.Values, "values", p.number(number))
	case slices.Contains(Skews, word):
		p.checkDuplicate(a.Skew.Kind != "", "skew")
		a.Skew = p.readSkew(word, rest)
	default:
		p.unknown(field, attributeWords)
	}
}

// complete gives what one value leaves to all others together.
func (s *Skew) complete() {
	if s.Kind == Weights && len(s.Weights) == 1 && s.Weights[0].Share < 100 {
		s.Weights = append(s.Weights, Weight{others(s.Weights[0].Value), 100 - s.Weights[0].Share})
	}
}

// others names all values but one.
func others(value string) string {
	if value == "other" {
		return "rest"
	}
	return "other"
}

func (p *parser) readSkew(word, rest string) Skew {
	s := Skew{Kind: word}
	switch {
	case word == Largest:
		s.Share = p.share(rest)
	case word == Zipf:
		s.S = p.number(rest)
	case word == Weights:
		s.Weights = p.readWeights(strings.Fields(strings.ReplaceAll(rest, Percent, " % ")))
	case rest != "":
		p.unknown(rest, nil)
	}
	return s
}

// readWeights reads "open 2 % and paid 98 %" as words.
func (p *parser) readWeights(words []string) []Weight {
	var list []Weight
	for len(words) > 0 {
		if len(words) < 3 || words[2] != Percent || len(words) > 3 && words[3] != "and" {
			p.say(BadWeights, strings.Join(words, " "), nil)
			return nil
		}
		list = append(list, Weight{words[0], p.number(words[1])})
		words = words[min(4, len(words)):]
	}
	return list
}
