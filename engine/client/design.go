package client

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/script"
	"rowkey/engine/verdict"
)

// runDesign judges all stores that the script describes.
func (s *Session) runDesign(ctx context.Context, j job) *Exchange {
	b := &s.script.Blocks[j.unit.First]
	x := s.begin(j)
	x.Line = b.FirstLine
	var stores []*script.Store
	for i := range s.script.Blocks {
		if c := &s.script.Blocks[i]; !c.Meta.Disabled {
			stores = append(stores, c.Meta.Keys...)
		}
	}
	if len(stores) == 0 {
		return stopped(x, problemOn(x.Line, "no-keys"))
	}
	report, problem := verdict.Judge(ctx, b.Meta.Workload, stores, x.Line)
	if problem != nil {
		return stopped(x, problemOf(problem.Line, problem.Text))
	}
	x.Design = report
	x.answer = &answer{design: report}
	if !s.hidden {
		s.totals.answers.add(x.answer)
	}
	s.checkAll(x, b, x.answer, scope{client: b.Client})
	return x
}

// askDesign answers about the report of a design.
func (a *answer) askDesign(arg string) value {
	if a.design == nil {
		return missing("no-design")
	}
	name, field, ofPattern := strings.Cut(arg, " ")
	if !ofPattern {
		return wholeValue(a.design, name)
	}
	for i := range a.design.Patterns {
		p := &a.design.Patterns[i]
		if strings.ReplaceAll(p.Name, " ", "-") == name {
			return patternValue(p, field)
		}
	}
	return missing("no-pattern", name)
}

func patternValue(p *verdict.Pattern, field string) value {
	if p.Said != "" && field != "pass" {
		return lacking(p.Sentences)
	}
	switch field {
	case "class":
		return textValue(p.Class)
	case "pass":
		return boolValue(p.Pass)
	case "workflow":
		return numberValue(p.Workflow)
	}
	switch name, figure, _ := strings.Cut(field, " "); figure {
	case "typical":
		return numberValue(p.Typical.Field(name))
	case "largest":
		return numberValue(p.Largest.Field(name))
	}
	return numberValue(p.P99.Field(field))
}

// wholeFields are what `design` can be asked of all patterns together.
var wholeFields = []string{"hottest", "bytes", "ratio", "entities", "transactions", "copies", "pass"}

func wholeValue(r *verdict.Report, field string) value {
	numbers := map[string]int{"hottest": r.Hottest, "bytes": r.Bytes, "ratio": r.Ratio, "entities": r.Entities,
		"transactions": r.Transactions, "copies": len(r.Copies)}
	if n, ok := numbers[field]; ok {
		return numberValue(n)
	}
	if field == "pass" {
		return boolValue(!slices.ContainsFunc(r.Patterns, func(p verdict.Pattern) bool { return !p.Pass }))
	}
	return missing("unknown-design-field", strings.Join(wholeFields, ", "))
}

func boolValue(b bool) value { return textValue(strconv.FormatBool(b)) }
