//go:build !js || workbench

package client

import (
	"slices"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/order"
	"rowkey/engine/script"
)

// Lanes are the clients of a script, as its blocks name them, and what each of them runs.
type Lanes struct {
	Names  []string         // in the order of their first blocks
	Blocks map[string][]int // of each; those before the last block of a client that name none are of ""
	After  []int            // what comes after that: it looks at how the clients have ended
}

// LanesOf finds the lanes of a script.
func LanesOf(s *script.Script) Lanes {
	l := Lanes{Blocks: map[string][]int{"": {}}}
	run, last := laneNames{}, 0
	for i := range s.Blocks {
		for _, name := range run.lanesOf(&s.Blocks[i]) {
			if name != "" {
				l.Names = lists.Add(l.Names, name)
				last = len(l.Blocks[""])
			}
			l.Blocks[name] = append(l.Blocks[name], i)
		}
	}
	if len(l.Names) > 0 {
		l.Blocks[""], l.After = l.Blocks[""][:last], l.Blocks[""][last:]
	}
	return l
}

// lanesOf returns the lanes that a block does something in.
func (l laneNames) lanesOf(b *script.Block) []string {
	var names []string
	if b.Meta.Disabled {
		return nil
	}
	for i := range b.Meta.Client.Programs {
		names = append(names, l.laneOfProgram(b, &b.Meta.Client.Programs[i]))
	}
	if acts(b) {
		names = append(names, l.laneOf(b))
	}
	order.By(names, strings.Compare)
	return slices.Compact(names)
}

// Takes reports whether a block, or a program that it runs, takes messages from a queue.
func Takes(b *script.Block) bool {
	if inPrograms(b, Takes) {
		return true
	}
	if b.Request == nil || b.Request.Method != "GET" {
		return false
	}
	var target strings.Builder
	for _, p := range b.Request.Target {
		target.WriteString(p.Text)
	}
	path, query, _ := strings.Cut(target.String(), "?")
	return strings.HasSuffix(path, "/messages") && !strings.Contains(query, "peekonly=true")
}

// Loads reports whether a block, or a program that it runs, puts a load on the cluster.
func Loads(b *script.Block) bool {
	return b.Meta.Load != nil || inPrograms(b, Loads)
}

// inPrograms reports whether a block of a program that a block runs is what is asked.
func inPrograms(b *script.Block, is func(*script.Block) bool) bool {
	return slices.ContainsFunc(b.Meta.Client.Programs, func(p script.Program) bool {
		return p.Script != nil && slices.ContainsFunc(p.Script.Blocks, func(b script.Block) bool { return is(&b) })
	})
}
