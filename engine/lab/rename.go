package lab

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// rename gives the answers of a client that has begun again names of their own, and so the variables that are made of
// them: the first run of the client may go on beside it.
func (r *replay) rename(lines []string, p *Point) []string {
	names := r.names(p.Lane)
	for i, l := range lines {
		lines[i] = renamed(l, names, strconv.Itoa(p.Again+1))
	}
	return slices.Insert(lines, min(1, len(lines)), r.variables(lines, names, strconv.Itoa(p.Again+1))...)
}

// names returns the names of the answers of a client, and of the variables that depend on them.
func (r *replay) names(lane int) (names []string) {
	for _, i := range r.w.blocks[lane] {
		if name := r.w.script.Blocks[i].Name; name != "" {
			names = append(names, name)
		}
	}
	for found := true; found; {
		found = false
		for _, l := range r.lines {
			name, value, ok := variable(l)
			if ok && !slices.Contains(names, name) && renamed(value, names, "") != value {
				names, found = append(names, name), true
			}
		}
	}
	return names
}

// variable reads "@name = text".
func variable(line string) (name, value string, ok bool) {
	rest, ok := strings.CutPrefix(line, "@")
	name, value, found := strings.Cut(rest, "=")
	return strings.TrimSpace(name), value, ok && found
}

// variables returns those of a client that has begun again which are neither in the script so far nor among lines.
func (r *replay) variables(lines, names []string, number string) (list []string) {
	for _, l := range r.lines {
		name, _, ok := variable(l)
		text := renamed(l, names, number)
		if ok && slices.Contains(names, name) && !slices.Contains(lines, text) && !strings.Contains(r.b.String(), text+"\n") {
			list = append(list, text)
		}
	}
	return list
}

// renamed adds a number to names, where a line names answers and variables; with "" it adds "'", so that
// something changes.
func renamed(line string, names []string, number string) string {
	number = cmp.Or(number, "'")
	var b strings.Builder
	for i := 0; i < len(line); {
		n := wordEnd(line[i:])
		if word := line[i : i+n]; n > 0 && slices.Contains(names, word) && isName(line, i) {
			b.WriteString(word + number)
			i += n
			continue
		}
		n = max(n, 1)
		b.WriteString(line[i : i+n])
		i += n
	}
	return b.String()
}

// isName reports whether a word of a line is a name: in braces, or after a key that names answers.
func isName(line string, at int) bool {
	before := line[:at]
	open, closed := strings.LastIndex(before, "{{"), strings.LastIndex(before, "}}")
	if open > closed {
		return at == 0 || line[at-1] != '.'
	}
	before = strings.TrimSpace(before)
	for _, key := range [...]string{"@name", "@if", "@ref", "@forceRef", "@"} {
		if before == key || strings.HasSuffix(before, " "+key) && key != "@" || strings.HasSuffix(before, "#"+key) {
			return true
		}
	}
	return false
}

func wordEnd(s string) int {
	for i := range len(s) {
		if c := s[i]; c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return i
		}
	}
	return len(s)
}
