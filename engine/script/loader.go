package script

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/message"
)

// Open returns the text of a file that @setup names, and false if there is none.
type Open func(name string) (text string, ok bool)

// loader finds and parses the files that directives name.
type loader struct {
	*document
	name   string // of the script that names them
	open   Open
	outer  []string // scripts that are being parsed around the files, for cycles
	parse  func(name, text string) *Script
	parsed map[string]*Script // by name
}

// find looks for a file beside this script, then from the top, then without leading "../": a page
// carries its files flat.
func (p *loader) find(name string) (found, text string, ok bool) {
	if p.open == nil {
		return "", "", false
	}
	top := path.Clean(name)
	bare := top
	for strings.HasPrefix(bare, "../") {
		bare = bare[3:]
	}
	for _, candidate := range [...]string{path.Join(path.Dir(p.name), name), top, bare} {
		if text, ok := p.open(candidate); ok {
			return candidate, text, true
		}
	}
	return "", "", false
}

// load parses a file, nil if there is none or if it is around this script. The codes say what is wrong then.
func (p *loader) load(file word, missing, circular message.Code) (name string, s *Script) {
	name, text, ok := p.find(file.text)
	switch {
	case !ok:
		p.fail(file.from, file.to, missing, file.text)
		return file.text, nil
	case slices.Contains(p.outer, name):
		p.fail(file.from, file.to, circular, file.text)
		return "", nil
	}
	if s = p.parsed[name]; s == nil {
		s = p.parse(name, text)
		p.parsed[name] = s
	}
	if err, ok := s.Err().(*SyntaxError); ok {
		p.report(SeverityError, file.from, file.to, message.New("in-script", err.Name, strconv.Itoa(err.Line)).And(err.Text))
	}
	return name, s
}
