package sheet

import (
	"slices"
	"strings"
)

// clauseWords begin the clauses of a question, beside the attributes of ranges.
var clauseWords = append([]string{"top", "wants", "with", "fresh", "asked", "must"}, OrderWords...)

// readAsk reads "latest, 100/s, reading by device, newest at, top 1; read <= 1".
func (p *parser) readAsk(text string) {
	main, limits, limited := strings.Cut(text, ";")
	list := fields(main)
	p.at("asks", len(p.sheet.Asks))
	a := Ask{Name: list[0]}
	list = p.readRate(&a.Rate, list[1:])
	if len(list) == 0 {
		p.say(Missing, a.Name, []string{"kind"})
	} else {
		a.Kind, a.Known = p.subject(strings.Fields(list[0]))
		back := false
		for _, f := range list[1:] {
			if f == "backwards" {
				back = true
			} else {
				p.clause(&a, f)
			}
		}
		if back {
			p.turnBack(&a)
		}
	}
	if limited {
		a.Budget = p.budget(limits, Counters)
	}
	p.sheet.Asks = append(p.sheet.Asks, a)
}

// turnBack makes the question for the page before of one for the page after. The service goes forwards alone, so it
// asks for what is on the other side of the first row that was shown, in the other order.
func (p *parser) turnBack(a *Ask) {
	if a.Order.Attr == "" || a.Top == 0 {
		p.say(Missing, a.Name, []string{"backwards"})
		return
	}
	how := After
	if !a.Order.Descending() {
		how = Before
	}
	if a.Range.Attr == "" || a.Range.Attr == a.Order.Attr {
		a.Range = Range{Attr: a.Order.Attr, How: how, Width: a.Range.Width}
	}
	n := len(OrderWords)
	a.Order.How = OrderWords[(slices.Index(OrderWords, a.Order.How)+n/2)%n]
}

// readRate takes the rate away from the fields, if the first one begins with a digit, perhaps after a sign.
func (p *parser) readRate(r *Rate, list []string) []string {
	if len(list) == 0 {
		return list
	}
	if number := strings.TrimLeft(list[0], "-"); number == "" || number[0] < '0' || number[0] > '9' {
		return list
	}
	*r = p.rate(list[0])
	return list[1:]
}

// subject reads "reading by device and at" as words.
func (p *parser) subject(words []string) (kind string, known []Known) {
	if len(words) == 0 {
		p.say(Missing, "", []string{"kind"})
		return "", nil
	}
	if len(words) > 1 && words[1] != "by" {
		p.unjoined(words[0], words[1], words[2:], "by")
		return words[0], nil
	}
	if len(words) > 1 {
		known = p.known(words[2:])
	}
	return words[0], known
}

func (p *parser) clause(a *Ask, field string) {
	words := strings.Fields(field)
	r := &a.Range
	if r.Attr != "" && a.Across.Attr == "" && words != nil && words[0] != r.Attr {
		r = &a.Across
	}
	if p.readRange(r, words) {
		return
	}
	word, rest, _ := strings.Cut(field, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case forEach(word, words[min(1, len(words)):]):
		p.say(Cannot, field, []string{distinct})
	case slices.Contains(OrderWords, word):
		p.checkDuplicate(a.Order.Attr != "", "order")
		a.Order = Order{rest, word}
	case word == "top":
		once(p, &a.Top, word, p.whole(rest))
	case word == "wants":
		p.checkDuplicate(a.Wants != nil, word)
		a.Wants = p.names(words[1:], true, "attribute")
	case word == "with":
		p.checkDuplicate(a.With != nil, word)
		a.With = p.names(words[1:], true, "kind")
	case word == "fresh" && rest == "now":
		a.Fresh = Fresh{Now: true}
	case word == "fresh":
		a.Fresh = Fresh{Span: p.span(rest)}
	case word == "asked":
		once(p, &a.Asked, word, choice(p, rest, Askings))
	case field == "must":
		a.Must = true
	case isRange(words):
		p.say(RangeOfNothing, field, nil)
	case refusal(words) != "":
		p.say(Cannot, field, []string{refusal(words)})
	case p.sheet.KindOf(field) >= 0: // "by user, post", which resembles another word
		p.unknown(field, nil)
	default:
		p.unknown(field, slices.Concat(clauseWords, []string{"by"}))
	}
}

// forEach reports whether an order, or a number of rows, is meant for each value, as in "newest of each status".
func forEach(word string, rest []string) bool {
	return (word == "top" || slices.Contains(OrderWords, word)) && len(rest) > 1 &&
		(slices.Contains(rest, "each") || slices.Contains(rest, "per"))
}

// rangeWord finds how a range lies in words that begin with it, and returns what comes after that.
func rangeWord(words []string) (how, width string) {
	text := strings.Join(words, " ") + " "
	for _, how := range Ranges {
		if width, ok := strings.CutPrefix(text, how+" "); ok {
			return how, strings.TrimSpace(width)
		}
	}
	return "", ""
}

// isRange reports whether words are a range without its attribute.
func isRange(words []string) bool {
	how, _ := rangeWord(words)
	return how != ""
}

// readRange reads "at last 1h", "at one day", "price between 2 %", "at before" or "due up to now" as words. It reports
// false for what is no range.
func (p *parser) readRange(r *Range, words []string) bool {
	if len(words) < 2 || slices.Contains(reserved, words[0]) || !isRange(words[1:]) {
		return false
	}
	p.checkDuplicate(r.Attr != "", "range")
	how, width := rangeWord(words[1:])
	*r = Range{Attr: words[0], How: how}
	switch {
	case r.Optional() && width == "":
	case width == "":
		p.say(Missing, strings.Join(words, " "), []string{"width"})
	case (r.How == One || r.How == Last) && wholePeriods[width] != "":
		r.Width = Width{1, wholePeriods[width]}
	default:
		w, ok := readWidth(width)
		if r.Width = w; !ok || w.N == 0 {
			p.unread(BadWidth, width)
		}
	}
	return true
}

// readDo reads "move, 0.001/s, update device, sets customer".
func (p *parser) readDo(text string) {
	main, limits, limited := strings.Cut(text, ";")
	list := fields(main)
	p.at("does", len(p.sheet.Does))
	d := Do{Name: list[0]}
	list = p.readRate(&d.Rate, list[1:])
	if len(list) == 0 {
		p.say(Missing, d.Name, []string{"verb"})
	} else {
		p.readVerb(&d, strings.Fields(list[0]))
		for _, f := range list[1:] {
			p.writeClause(&d, strings.Fields(f))
		}
	}
	if limited {
		d.Budget = p.budget(limits, Counters)
	}
	p.sheet.Does = append(p.sheet.Does, d)
}

// readVerb reads "update reading by device and at" as words.
func (p *parser) readVerb(d *Do, words []string) {
	if len(words) == 0 || !slices.Contains(Verbs, words[0]) {
		p.unknown(strings.Join(words, " "), Verbs)
		return
	}
	d.Verb = words[0]
	d.Kind, d.Known = p.subject(words[1:])
}

// writeWords begin the clauses of a write, beside the attributes of ranges.
var writeWords = []string{"sets", "adds", "if", "for"}

// doWords are all of them: the last one may be a name, too.
var doWords = append(slices.Clip(writeWords), Largest)

func (p *parser) writeClause(d *Do, words []string) {
	if len(words) == 0 {
		p.unknown("", doWords)
	}
	if len(words) == 0 || p.readRange(&d.Range, words) {
		return
	}
	word, rest := words[0], words[1:]
	switch {
	case word == "sets":
		p.checkDuplicate(d.Sets != nil, word)
		d.Sets = p.names(rest, true, "attribute")
	case word == "adds":
		once(p, &d.Adds, word, readAdds(p, rest))
	case word == "for" && len(rest) > 0 && rest[0] == "each":
		p.checkDuplicate(d.Each.Kind != "", "for each")
		d.Each.Kind, d.Each.Known = p.subject(rest[1:])
	case word == "at" && len(rest) > 0 && rest[0] == "most":
		once(p, &d.Most, "at most", readMost(p, rest[1:]))
	case word == Largest:
		once(p, &d.Hot, word, p.share(strings.Join(rest, " ")))
	case word == "if" && len(rest) == 1:
		once(p, &d.If, word, choice(p, rest[0], Conditions))
	case word == "if": // "if absent mail", which a condition alone would not guard
		p.unknown(strings.Join(rest, " "), nil)
	default:
		p.unknown(strings.Join(words, " "), doWords)
	}
}

// readAdds reads "1 to views" or "-1 to stock" as words.
func readAdds(p *parser, words []string) Adds {
	if len(words) != 3 || words[1] != "to" {
		p.say(Missing, strings.Join(words, " "), []string{"attribute"})
		return Adds{}
	}
	text, less := strings.CutPrefix(words[0], "-")
	n := p.number(text)
	if less {
		n = -n
	}
	return Adds{words[2], n}
}

// readMost reads "100 of event" as words.
func readMost(p *parser, words []string) Most {
	of := len(words) - 2
	if of < 1 || words[of] != "of" {
		p.say(Missing, strings.Join(words, " "), []string{"most"})
		return Most{}
	}
	return Most{float64(p.whole(strings.Join(words[:of], " "))), words[of+1]}
}

// readTogether reads "post, insert message, update room".
func (p *parser) readTogether(text string) {
	list := fields(text)
	p.at("together", len(p.sheet.Together))
	t := Together{Name: list[0]}
	for _, f := range list[1:] {
		words := strings.Fields(f)
		if len(words) != 2 || !slices.Contains(Verbs, words[0]) {
			p.unknown(f, Verbs)
			continue
		}
		t.Actions = append(t.Actions, Action{words[0], words[1]})
	}
	p.sheet.Together = append(p.sheet.Together, t)
}

// What the service cannot do, and what helps instead: the names of the patterns that [Cannot] has.
const (
	goBack     = "backwards" // a stack of tokens
	skipRows   = "offset"    // the last key that was seen
	searchText = "fullText"  // a row for each word
	beginsWith = "prefix"    // a range
	nearby     = "area"      // two ranges, and cells of a grid
	counts     = "aggregate" // a number that writes keep
	joins      = "join"      // with, or a list that is read first
	either     = "or"        // a list
	unlike     = "not"       // a sparse copy
	distinct   = "distinct"  // an entity for each value
	anyOf      = "random"    // a bucket
	newsFeed   = "feed"      // rows that are written for each reader
	noList     = "list"      // an attribute of a kind that belongs to something
)

// What is said otherwise here.
const (
	firstRows = "top"
	sorting   = "order"
	comparing = "compare" // a range says how it lies
	filtering = "where"
)

// refusals are the words by which questions are asked elsewhere.
var refusals = []struct {
	pattern string
	words   []string
}{
	{goBack, []string{"previous", "prev", "back", "backward", "backwards"}},
	{skipRows, []string{"skip", "offset", "page", "pages", "paged"}},
	{searchText, []string{"contains", "containing", "like", "ilike", "search", "matches", "matching", "fulltext"}},
	{beginsWith, []string{"startswith", "starts", "begins", "prefix"}},
	{nearby, []string{"near", "nearest", "nearby", "within", "inside", "radius", "distance", "box", "around"}},
	{counts, []string{"count", "sum", "avg", "average", "min", "max", "total", "aggregate", "group", "grouped",
		"rank"}},
	{joins, []string{"join", "joined", "joins"}},
	{either, []string{"or", "either"}},
	{unlike, []string{"not", "except", "without", "excluding", "!=", "<>", "ne"}},
	{distinct, []string{"distinct", "different", "each"}},
	{anyOf, []string{"random", "shuffled"}},
	{firstRows, []string{"limit", "first", "take", "fetch"}},
	{sorting, []string{"order", "orderby", "sort", "sorted", "ascending", "descending", "asc", "desc", "latest"}},
	{comparing, []string{"<", "<=", ">", ">=", "since", "until", "from", "to", "older", "newer", "greater", "less",
		"lt", "le", "gt", "ge"}},
	{filtering, []string{"where", "filter", "filtered", "having"}},
	{newsFeed, []string{"feed", "timeline", "followers", "following", "followed", "friends"}},
}

// refusal returns the pattern that helps with words that ask for what the service cannot do: one of the first two says
// so, as in "contains word" or "text contains word". It is "" for other words.
func refusal(words []string) string {
	for _, word := range words[:min(2, len(words))] {
		for _, r := range refusals {
			name, _, _ := strings.Cut(strings.ToLower(word), "(") // count(*)
			if slices.Contains(r.words, name) {
				return r.pattern
			}
		}
	}
	return ""
}
