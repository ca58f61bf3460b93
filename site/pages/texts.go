package pages

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Texts are the interface strings of one language, a flat map. What scripts and the generator say is in
// i18n/<lang>.first.json, which every page loads, and in i18n/<lang>.json, which browsers load when something is
// touched; what the generator alone says is in i18n/<lang>.pages.json.
// "{name}" in a text is a parameter. A text that depends on a number has the keys "x.one", "x.other" and so on; a
// caller asks for "x" with a parameter "n". Words beside other numbers have their forms in the text, as in ICU's
// messages: "{rows, plural, one {{rows} row} other {{rows} rows}}".
type Texts struct {
	Lang  string // as the files are named
	lang  language.Tag
	texts map[string]string

	mu  sync.Mutex // guards err
	err error      // the first key that is missing
}

// LoadTexts reads the texts of a language.
func LoadTexts(site fs.FS, lang string) (*Texts, error) {
	tag, err := language.Parse(lang)
	if err != nil {
		return nil, fmt.Errorf("i18n: %w", err)
	}
	x := &Texts{Lang: lang, lang: tag}
	for _, end := range []string{".first.json", ".json", ".pages.json"} {
		name := "i18n/" + lang + end
		data, err := fs.ReadFile(site, name)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &x.texts); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return x, nil
}

// LoadLanguages reads the texts of several languages. Each has every text of the first.
func LoadLanguages(site fs.FS, langs []string) ([]*Texts, error) {
	all := make([]*Texts, len(langs))
	for i, lang := range langs {
		var err error
		if all[i], err = LoadTexts(site, lang); err != nil {
			return nil, err
		}
		if missing := all[i].missing(all[0]); missing != nil {
			return nil, fmt.Errorf("site/i18n/%s.json, %s.first.json, %s.pages.json: translate %s", lang, lang, lang,
				strings.Join(missing, ", "))
		}
	}
	return all, nil
}

// missing returns the keys that only another language has, sorted; of a text that depends on a number, "other" will do.
func (x *Texts) missing(from *Texts) []string {
	var keys []string
	for key := range from.texts {
		stem := key[:strings.LastIndexByte(key, '.')+1]
		if plural := from.Has(stem + "other"); !x.Has(key) && !(plural && x.Has(stem+"other")) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// T returns the text of a key; args are names and values in turn. A missing key is kept for Err.
func (x *Texts) T(key string, args ...any) string {
	params := map[string]any{}
	for i := 0; i+1 < len(args); i += 2 {
		params[fmt.Sprint(args[i])] = args[i+1]
	}
	src, ok := x.lookup(key, params["n"])
	if !ok {
		x.fail("text %q is missing in i18n/%s.json", key, x.Lang)
		return key
	}
	src = x.inflected(src, params)
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(src, "{")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		v, ok := params[name]
		if !ok {
			x.fail("text %q: parameter {%s} is not given", key, name)
		}
		out.WriteString(x.value(v))
		src = after
	}
}

var (
	inflection = regexp.MustCompile(`\{(\w+), plural, ((?:\w+ \{(?:[^{}]|\{\w+\})*\} ?)+)\}`)
	form       = regexp.MustCompile(`(\w+) \{((?:[^{}]|\{\w+\})*)\}`)
	notDigits  = regexp.MustCompile(`\D`)
)

// inflected chooses the forms of words beside numbers, which may be written with separators already.
func (x *Texts) inflected(src string, params map[string]any) string {
	return inflection.ReplaceAllStringFunc(src, func(all string) string {
		m := inflection.FindStringSubmatch(all)
		count, _ := strconv.Atoi(notDigits.ReplaceAllString(fmt.Sprint(params[m[1]]), ""))
		forms := map[string]string{}
		for _, f := range form.FindAllStringSubmatch(m[2], -1) {
			forms[f[1]] = f[2]
		}
		return cmp.Or(forms[pluralForm(x.lang, count)], forms["other"])
	})
}

// Has tells whether there is a text with a computed key.
func (x *Texts) Has(key string) bool { _, ok := x.texts[key]; return ok }

// Err returns the first mistake of a call of T.
func (x *Texts) Err() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.err
}

func (x *Texts) value(v any) string {
	if n, ok := v.(int); ok {
		return x.Number(n)
	}
	return fmt.Sprint(v)
}

func (x *Texts) fail(format string, args ...any) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.err == nil {
		x.err = fmt.Errorf(format, args...)
	}
}

// lookup finds the text of a key, or the plural form of it that fits n.
func (x *Texts) lookup(key string, n any) (string, bool) {
	if s, ok := x.texts[key]; ok {
		return s, true
	}
	count, ok := n.(int)
	if !ok {
		return "", false
	}
	for _, form := range []string{pluralForm(x.lang, count), "other"} {
		if s, ok := x.texts[key+"."+form]; ok {
			return s, true
		}
	}
	return "", false
}

var pluralNames = map[plural.Form]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two",
	plural.Few: "few", plural.Many: "many", plural.Other: "other",
}

// pluralForm returns the CLDR category of a count, as Intl.PluralRules does.
func pluralForm(lang language.Tag, n int) string {
	return pluralNames[plural.Cardinal.MatchPlural(lang, n, 0, 0, 0, 0)]
}

// Number writes an integer as the language does, in English with a comma between thousands.
func (x *Texts) Number(n int) string { return message.NewPrinter(x.lang).Sprint(n) }
