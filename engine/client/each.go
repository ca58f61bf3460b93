package client

import (
	"strings"

	"rowkey/engine/jsontext"
	"rowkey/engine/script"
)

// loopItems works out the items of a job before its first round.
func (s *Session) loopItems(b *script.Block, j job) (job, *Problem) {
	e := b.Meta.Client.Each
	if e == nil || j.itemsKnown {
		return j, nil
	}
	var p *Problem
	j.items, p = s.items(e, s.scope(b, j), b.Meta.LoopLine)
	j.itemsKnown = true
	return j, p
}

// rounds returns how often a block is repeated.
func (j *job) rounds(b *script.Block) int {
	if b.Meta.Client.Each != nil {
		return len(j.items)
	}
	return max(1, b.Meta.Loop)
}

// items expands the list of a @loop each and cuts it: a JSON array into its elements, any other
// text at the separator. Elements are JSON texts, pieces are JSON strings. What an earlier answer
// does not have is an empty list: a client that got nothing has nothing to do.
func (s *Session) items(e *script.EachLoop, c scope, line int) ([]string, *Problem) {
	text, p := s.text.expand(e.Text, c)
	switch {
	case p != nil && p.missing:
		return nil, nil
	case p != nil:
		return nil, p
	}
	text = strings.TrimSpace(text)
	if e.Separator != "" {
		return pieces(text, e.Separator), nil
	}
	if !strings.HasPrefix(text, "[") || jsontext.Error(text) >= 0 {
		return nil, problemOn(line, "loop-each-no-array")
	}
	var list []string
	jsontext.Each(text, 0, func(_ string, from, to int) bool {
		list = append(list, text[from:to])
		return true
	})
	return list, nil
}

// pieces cuts a text. It drops spaces around a piece, and empty pieces.
func pieces(text, sep string) []string {
	var list []string
	for _, s := range strings.Split(text, sep) {
		if s = strings.TrimSpace(s); s != "" {
			list = append(list, string(jsontext.AppendString(nil, s)))
		}
	}
	return list
}

// item returns what {{$item}} stands for.
func (e *expander) item(r *script.Ref, c scope) (string, *Problem) {
	if c.item == "" {
		return "", problemAt(r, "item-outside-loop")
	}
	text, ok := script.Lookup(c.item, r.Path)
	if !ok {
		return "", problemAt(r, "item-property", c.item)
	}
	return jsonValue(text).text, nil
}
