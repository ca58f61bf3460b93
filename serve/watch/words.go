package watch

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"rowkey/engine/lint"
	"rowkey/engine/shape"
	engine "rowkey/engine/watch"
	"rowkey/serve/data"
)

// words are what reports say of a rule: what happened, and what costs less or loses nothing.
type words struct{ Title, Advice string }

//go:embed words.json
var wordsText []byte

var rules = sync.OnceValue(func() (all map[string]words) {
	_ = json.Unmarshal(wordsText, &all) // tests read all of it
	return all
})

// title says what a finding is about.
func title(f *engine.Finding) string {
	if f.Rule == "n-plus-one" {
		return fmt.Sprintf("A query, then a read for each of its %s rows", data.Grouped(f.Most))
	}
	return cmp.Or(rules()[f.Rule].Title, f.Rule)
}

// advice says what to do.
func advice(f *engine.Finding) string {
	if f.Rule == "n-plus-one" && len(f.Names) > 0 && f.Names[0] == "same" {
		return "Let the query return whole rows instead of reading each one again."
	}
	return rules()[f.Rule].Advice
}

// saves says what a finding costs and what the cheaper form would, or what it loses.
func saves(f *engine.Finding) string {
	switch {
	case f.After.Requests == 0 && (f.Rule == "scan" || f.Rule == "busy"): // of a log
		return data.Plural(f.Calls, "request", "requests")
	case f.Wrong && f.Lost > 0:
		return data.Plural(f.Lost, "change", "changes") + " lost"
	case f.Wrong:
		return "may lose a change"
	}
	name, of := counter(f)
	return fmt.Sprintf("%s %s -> %s", data.Grouped(of(f.Before)), name, data.Grouped(of(f.After)))
}

// counter returns the number that a finding lowers.
func counter(f *engine.Finding) (name string, of func(lint.Cost) int) {
	switch {
	case f.Rule == "whole-rows" || f.Rule == "no-select" || f.Rule == "replace-little":
		return "bytes", func(c lint.Cost) int { return c.Bytes }
	case f.Rule == "n-plus-one" || f.Rule == "client-join":
		return "round trips", func(c lint.Cost) int { return c.Roundtrips }
	case f.Before.Read-f.After.Read > f.Before.Requests-f.After.Requests:
		return "reads", func(c lint.Cost) int { return c.Read }
	}
	return "requests", func(c lint.Cost) int { return c.Requests }
}

// cheaper says what to do about a shape for which there is no finding.
func cheaper(s *shape.Stat) string {
	switch s.ClassText() {
	case "table scan", "partition range":
		return rules()["scan"].Advice
	case "partition scan":
		return "Name the RowKey, or a range of row keys."
	case shape.Write:
		if s.Calls > 1 && !strings.HasPrefix(s.Does, "transaction") {
			return rules()["single-writes"].Advice
		}
	}
	return ""
}

// name writes table and deed of a shape.
func name(s *shape.Stat) string { return strings.TrimSpace(plain(s.Name) + " " + s.Does) }

// line writes a shape in one line.
func line(s *shape.Stat) string { return strings.TrimSpace(name(s) + " " + s.Text) }
