package sheet

import (
	"strings"
	"unicode/utf8"
)

// maxStore is the most bytes of the text of a store.
const maxStore = 1000

func (c *checker) checkDesign(d *Design) {
	c.name(d.Name)
	if len(d.Stores) == 0 {
		c.say(Missing, d.Name, []string{"stores"})
	}
	c.atMost(d.Name, "stores", len(d.Stores), MaxStores)
	c.each("stores", len(d.Stores), func(i int) { c.checkStore(d.Stores[i]) })
	for i := range c.Asks {
		c.checkFresh(d, &c.Asks[i])
	}
}

// checkStore checks that a store is one line with both keys. What they say is not for this package.
func (c *checker) checkStore(text string) {
	control := strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7F })
	keys := strings.Contains(text, " | ") && strings.TrimSpace(text) != "|"
	if !keys || control || len(text) > maxStore || !utf8.ValidString(text) {
		c.say(BadStore, text, nil, maxStore)
	}
}

// checkFresh tells of a question that wants the newest state of a kind, if all stores of that kind are only rewritten
// from time to time.
func (c *checker) checkFresh(d *Design, a *Ask) {
	name, every := "", ""
	for _, text := range d.Stores {
		parts := strings.Split(text, " | ")
		of, kept := option(parts, "of "), option(parts, "kept every ")
		if of != "" && of != a.Kind || of == "" && len(c.Kinds) > 1 {
			continue
		}
		if kept == "" {
			return
		}
		if name == "" && len(parts) > 2 {
			name, every = parts[2], kept
		}
	}
	if a.Fresh.Now && name != "" {
		c.say(Contradiction, a.Name, []string{name, every, d.Name})
	}
}

// option returns what follows a word in the options of a store.
func option(parts []string, word string) string {
	for _, p := range parts[min(2, len(parts)):] {
		if rest, ok := strings.CutPrefix(p, word); ok {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}
