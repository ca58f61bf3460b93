package main

import (
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Texts are the interface strings of one language. Templates, blocks and scripts read the same
// file, i18n/<lang>.json: a flat map. "{name}" in a text is a parameter. A text that depends on a
// number stands under the keys "x.one", "x.other" and so on, and is asked for as "x" with a
// parameter "n".
type Texts struct {
	lang  language.Tag
	texts map[string]string

	mu  sync.Mutex // guards err
	err error      // the first key that is missing
}

// loadTexts reads i18n/<lang>.json.
func loadTexts(site fs.FS, lang string) (*Texts, error) {
	name := "i18n/" + lang + ".json"
	data, err := fs.ReadFile(site, name)
	if err != nil {
		return nil, err
	}
	tag, err := language.Parse(lang)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	x := &Texts{lang: tag}
	if err := json.Unmarshal(data, &x.texts); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return x, nil
}

// T returns the text of a key; args are names and values in turn. A missing key is kept for Err.
func (x *Texts) T(key string, args ...any) string {
	return x.fill(key, args, plainValue, func(s string) string { return s })
}

// HTML returns the text of a key as HTML: the text itself is escaped, values of type [Raw] are not.
func (x *Texts) HTML(key string, args ...any) string {
	return x.fill(key, args, func(v any) string {
		if raw, ok := v.(Raw); ok {
			return string(raw)
		}
		return html.EscapeString(plainValue(v))
	}, html.EscapeString)
}

// Has tells whether there is a text with a computed key.
func (x *Texts) Has(key string) bool { _, ok := x.texts[key]; return ok }

// Text returns a text with its parameters still in it.
func (x *Texts) Text(key string) string { return x.texts[key] }

// Raw is HTML that was made here.
type Raw string

// Err returns the first mistake of a call of T or HTML.
func (x *Texts) Err() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.err
}

func plainValue(v any) string {
	if n, ok := v.(int); ok {
		return number(n)
	}
	return fmt.Sprint(v)
}

func (x *Texts) fill(key string, args []any, value func(any) string, text func(string) string) string {
	params := map[string]any{}
	for i := 0; i+1 < len(args); i += 2 {
		params[fmt.Sprint(args[i])] = args[i+1]
	}
	src, ok := x.lookup(key, params["n"])
	if !ok {
		x.fail("text %q is missing in i18n/%s.json", key, x.lang)
		return key
	}
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(src, "{")
		out.WriteString(text(before))
		if !ok {
			return out.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		v, ok := params[name]
		if !ok {
			x.fail("text %q: parameter {%s} is not given", key, name)
		}
		out.WriteString(value(v))
		src = after
	}
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

// number writes an integer with a comma between thousands.
func number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// sizeText writes a count of bytes as site/app/i18n.ts does: "940 B", "1.1 kB", "12 kB", "3.2 MB".
func sizeText(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n) + " B"
	case n < 1e6:
		return twoDigits(n, 1e3) + " kB"
	}
	return twoDigits(n, 1e6) + " MB"
}

// twoDigits writes n in a unit: one decimal below ten, none from there. Halves go up, as twoDigits of
// site/app/i18n.ts has it.
func twoDigits(n, unit int) string {
	tenths := (10*n + unit/2) / unit
	if tenths >= 100 {
		return strconv.Itoa((n + unit/2) / unit)
	}
	return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10)
}

// durationText writes milliseconds as site/app/i18n.ts does: "40 ms", "1.2 s", "42 s", "2.5 min", "3 h".
func durationText(ms int) string {
	for _, u := range []struct {
		of   int
		name string
	}{{3_600_000, "h"}, {60_000, "min"}, {1000, "s"}} {
		if ms < u.of {
			continue
		}
		return strings.TrimSuffix(twoDigits(ms, u.of), ".0") + " " + u.name
	}
	return strconv.Itoa(ms) + " ms"
}
