package keys

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/lists"
	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
	"rowkey/engine/spelling"
	"rowkey/engine/template"
)

// reader reads one store of a design.
type reader struct {
	f        *facts.Facts
	store    *Store
	at       int // of the store in its design
	problems []Problem
	given    []string // names of the options that were read
}

func (r *reader) say(code ProblemCode, names ...string) {
	r.problems = append(r.problems, Problem{Code: code, Store: r.at, Other: -1, Names: names})
}

// read reads a store. One that cannot be used has the kind -1 then.
func (r *reader) read(text string) {
	st := r.store
	st.Text, st.Form = text, Entities
	parts := lists.Map(strings.Split(text, "|"), strings.TrimSpace)
	switch {
	case len(parts) < 2:
		r.say(MissingKeys)
	case r.early(parts[:2]):
	default:
		if len(parts) > 2 && template.IsOption(parts[2]) { // without a table
			parts = slices.Insert(parts, 2, "")
		}
		r.keys(parts)
		r.options(parts[min(len(parts), 3):])
		r.bind()
	}
	if len(r.problems) > 0 {
		st.Kind = -1
		return
	}
	st.Holds, st.Keeps = st.hold(r.f), st.keeps(r.f)
	st.Keys = AttrsIn(r.f, &st.Table, &st.Partition, &st.Row)
	st.Place = AttrsIn(r.f, &st.Table, &st.Partition)
}

// early reports whether an option is where a key should be.
func (r *reader) early(places []string) bool {
	for i, text := range places {
		if template.IsOption(text) {
			r.say(EarlyOption, text, [...]string{"PartitionKey", "RowKey"}[i])
			return true
		}
	}
	return false
}

func (r *reader) keys(parts []string) {
	table := defaultTable
	if len(parts) > 2 && parts[2] != "" {
		table = parts[2]
	}
	for i, t := range []*Template{&r.store.Partition, &r.store.Row, &r.store.Table} {
		var problem Problem
		if *t, problem = parseTemplate([]string{parts[0], parts[1], table}[i]); problem.Code != "" {
			problem.Store = r.at
			r.problems = append(r.problems, problem)
		}
	}
}

// optionExamples are an example of each of [template.Options].
var optionExamples = []string{"of order", "include name,price", "where status=open", "list", "slot at:hour", "part 252",
	"blob photo",
	"log 60s", "answer top ten", "kept every 10s", "shards 16"}

func (r *reader) options(parts []string) {
	for _, text := range parts {
		word, rest, _ := strings.Cut(text, " ")
		i := slices.Index(template.Options, word)
		switch {
		case i < 0:
			r.say(UnknownOption, text, spelling.Nearest(word, template.Options))
		case slices.Contains(r.given, word) && word != "where":
			r.say(TwiceOption, word)
		case !r.option(word, strings.TrimSpace(rest)):
			r.say(BadOption, text, optionExamples[i])
		}
		r.given = append(r.given, word)
	}
	if !slices.Contains(r.given, "of") && len(r.f.Sheet.Kinds) != 1 {
		r.say(KindNeeded)
	}
}

// option reads one option; ok is false if its text is not one.
func (r *reader) option(word, text string) (ok bool) {
	st := r.store
	switch word {
	case "of":
		return r.kind(text)
	case "include":
		if st.Include, ok = names(text); text == "" {
			st.Include, ok = []string{}, true // the keys say it all
		}
	case "blob":
		st.Blob, ok = names(text)
	case "where":
		attr, value, equal := strings.Cut(text, "=")
		st.Where = append(st.Where, sheet.Known{Attr: strings.TrimSpace(attr), Value: strings.TrimSpace(value)})
		ok = equal && strings.TrimSpace(value) != ""
	case "part":
		st.Part, ok = parts(text)
	case "shards":
		st.Shards, st.Apart, ok = shards(text)
	case "kept":
		return r.kept(text)
	default:
		return r.form(word, text)
	}
	return ok
}

func (r *reader) kind(name string) bool {
	if r.store.Kind = r.f.Sheet.KindOf(name); r.store.Kind < 0 && name != "" {
		known := lists.Map(r.f.Sheet.Kinds, func(k sheet.Kind) string { return k.Name })
		r.say(UnknownKind, name, spelling.Nearest(name, known))
	}
	return name != ""
}

// form reads an option that makes something else of the store than entities.
func (r *reader) form(word, text string) (ok bool) {
	st := r.store
	if st.Form != Entities {
		return false
	}
	switch word {
	case "list":
		st.Form, ok = List, text == ""
	case "slot":
		st.Form = Series
		st.Slot.Attr, st.Slot.Unit, ok = strings.Cut(text, ":")
		ok = ok && sheet.UnitSeconds(st.Slot.Unit) > 0
	case "log":
		st.Form = LogBlobs
		st.Log, ok = sheet.ParseSpan(text)
	case "answer":
		st.Form, st.Answer, ok = Answers, text, text != ""
	}
	return ok
}

func (r *reader) kept(text string) (ok bool) {
	k := &r.store.Kept
	how, every, _ := strings.Cut(text, " ")
	if k.How = how; how == KeptEvery {
		k.Every, ok = sheet.ParseSpan(strings.TrimSpace(every))
		return ok
	}
	return slices.Contains(Keepings, how) && every == ""
}

// parts reads how many properties a part has.
func parts(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= edm.MaxProperties && itoa(n) == text
}

// MaxShards is how many rows one entity may be in.
const MaxShards = 256

// shards reads "16", or "16 apart".
func shards(text string) (n int, apart, ok bool) {
	text, apart = strings.CutSuffix(text, " apart")
	n, err := strconv.Atoi(text)
	return n, apart, err == nil && n >= 2 && n <= MaxShards && itoa(n) == text
}

// names reads "a, b".
func names(text string) ([]string, bool) {
	list := lists.Map(strings.Split(text, ","), strings.TrimSpace)
	return list, !slices.Contains(list, "")
}

func itoa(n int) string { return strconv.Itoa(n) }
