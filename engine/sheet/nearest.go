package sheet

import (
	"strings"

	"rowkey/engine/spelling"
)

// Nearest returns the name that a mistyped one was probably meant to be, as an entity of the kind is asked for it.
// Attributes of the kinds that it belongs to are compared without their prefix too.
func (s *Sheet) Nearest(kind int, name string) string {
	var words []string
	full := map[string]string{}
	add := func(word, name string) {
		if full[word] == "" {
			words, full[word] = append(words, word), name
		}
	}
	for i := range s.Kinds[kind].Attributes {
		add(s.Kinds[kind].Attributes[i].Name, s.Kinds[kind].Attributes[i].Name)
	}
	for _, above := range s.Ancestors(kind) {
		k := &s.Kinds[above]
		for _, path := range s.members(above) {
			add(path, k.Name+"."+path)
			add(k.Name+"."+path, k.Name+"."+path)
		}
		add(k.Name, k.Name)
	}
	_, last, _ := strings.Cut(name, ".")
	if found := spelling.Nearest(name, words); found != "" || last == "" {
		return full[found]
	}
	return full[spelling.Nearest(last, words)]
}

// members returns what an entity of a kind can be asked for after its name and a dot: its attributes and its parents.
func (s *Sheet) members(kind int) []string {
	names := parents(&s.Kinds[kind])
	for i := range s.Kinds[kind].Attributes {
		names = append(names, s.Kinds[kind].Attributes[i].Name)
	}
	return names
}

// unknownWord says that a word means nothing where it is, with the nearest of those that would.
func (r *report) unknownWord(word string, known []string) {
	r.say(UnknownWord, word, []string{spelling.Nearest(word, known)})
}
