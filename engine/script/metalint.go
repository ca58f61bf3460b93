package script

import (
	"maps"
	"slices"
	"strings"

	"rowkey/engine/trail"
)

// parseDeliberately reads "# @deliberately rule reason".
func (p *parser) parseDeliberately(b *Block, v metaValue) {
	name, reason, _ := strings.Cut(v.text, " ")
	switch {
	case name == "":
		p.fail(v.line.from, v.line.to, "deliberately-without-rule")
	case !slices.Contains(trail.Rules, name):
		p.fail(v.from, v.from+len(name), "unknown-rule", name).suggest(name, trail.Rules)
	case strings.TrimSpace(reason) == "":
		p.fail(v.from, v.to, "deliberately-without-reason", name)
	default:
		if b.Meta.Silent == nil {
			b.Meta.Silent = map[trail.Rule]string{}
		}
		b.Meta.Silent[trail.Rule(name)] = strings.TrimSpace(reason)
	}
}

// Silent returns the rules of the linter that are switched off for a block, and why: what is above its own request, and
// what is in a block without one, which holds for the whole script.
func (s *Script) Silent(b *Block) map[trail.Rule]string {
	all := map[trail.Rule]string{}
	for i := range s.Blocks {
		if s.Blocks[i].Request == nil {
			maps.Copy(all, s.Blocks[i].Meta.Silent)
		}
	}
	maps.Copy(all, b.Meta.Silent)
	return all
}
