package plan

import (
	"strconv"

	"rowkey/engine/plan/ask"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/write"
	"rowkey/engine/sheet"
)

// Model calculates what designs of a sheet cost.
type Model struct {
	Facts *facts.Facts
	Ask   *ask.Planner
	Write *write.Planner

	measured *result // whose lists the next measure writes over
}

// NewModel prepares a sheet without errors.
func NewModel(s *sheet.Sheet) *Model { return modelOf(ask.New(facts.New(s))) }

// NewCachedModel prepares a sheet for a search, which asks for the same stores of a library in many designs.
func NewCachedModel(s *sheet.Sheet) *Model {
	a := ask.Cached(facts.New(s))
	return &Model{Facts: a.Facts, Ask: a, Write: write.Cached(a)}
}

func modelOf(a *ask.Planner) *Model { return &Model{Facts: a.Facts, Ask: a, Write: write.New(a)} }

// reporting returns a model of the same sheet that collects what its numbers rest on.
func (m *Model) reporting() *Model { return modelOf(ask.Reporting(m.Facts)) }

// peakDefaults returns what numbers at the busiest time rest on.
func (m *Model) peakDefaults() (of []string) {
	if m.Facts.Sheet.Peak == 0 {
		return []string{"default:/peak"}
	}
	return nil
}

// rateDefaults returns what the rate of a question rests on.
func (m *Model) rateDefaults(ask int) (of []string) {
	if m.Facts.Sheet.Asks[ask].Rate == (sheet.Rate{}) {
		return []string{"default:/asks/" + strconv.Itoa(ask) + "/rate"}
	}
	return nil
}
