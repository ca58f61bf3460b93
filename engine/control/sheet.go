package control

import (
	"rowkey/engine/jsontext"
	"rowkey/engine/plan"
	"rowkey/engine/sheet"
)

// Sheeted is the answer to POST /-/sheet: a sheet in both of its forms, what is wrong with it, and the numbers that
// follow from it. With an error among the messages the forms have what could be read, there are no numbers, and of the
// assumptions those that need none.
type Sheeted struct {
	Text        string             `json:"text"`
	Sheet       jsontext.Raw       `json:"sheet"`
	Messages    []sheet.Message    `json:"messages"`
	Assumptions []sheet.Assumption `json:"assumptions"`
	Working     []sheet.Step       `json:"working"` // of the whole sheet
	Kinds       []SheetKind        `json:"kinds"`
	Asks        []SheetAsk         `json:"asks"`
	Does        []SheetDo          `json:"does"` // with the deletes by age that the sheet implies
}

// SheetKind is what follows for a kind.
type SheetKind struct {
	Working  []sheet.Step `json:"working"`
	Entities float64      `json:"entities"`
	Size     int          `json:"size"` // bytes of one entity, at most
}

// SheetAsk is what follows for a question: its rate, and how many entities it wants.
type SheetAsk struct {
	Working []sheet.Step `json:"working"`
	Typical float64      `json:"typical"`
	Often   float64      `json:"often"` // what 99 of 100 answers do not exceed
	Largest float64      `json:"largest"`
}

// SheetDo is what follows for a write.
type SheetDo struct {
	Name    string       `json:"name"`
	Working []sheet.Step `json:"working"`
}

// SheetSource is a sheet as a page sends it.
type SheetSource struct {
	Text  *string      `json:"text,omitempty"`
	Sheet jsontext.Raw `json:"sheet,omitempty"` // its JSON form, in place of the text
}

func (s *SheetSource) read() (*sheet.Sheet, []sheet.Message) {
	if s.Sheet != "" {
		return sheet.ReadJSON(string(s.Sheet))
	}
	var text string
	set(&text, s.Text)
	return sheet.Parse(text)
}

// readSheet reads a sheet, and does its arithmetic.
func readSheet(_ *call, in *SheetSource) (*Sheeted, error) {
	s, messages := in.read()
	out := &Sheeted{Text: sheet.Write(s), Sheet: jsontext.Raw(sheet.WriteJSON(s)), Messages: messages}
	if sheet.Failed(messages) {
		out.Assumptions = s.EarlyAssumptions()
		return out, nil
	}
	out.Assumptions, out.Working = s.Assumptions(), sheet.Working(s)
	for i := range s.Kinds {
		out.Kinds = append(out.Kinds, SheetKind{sheet.KindWorking(s, i), s.Population(i), s.Size(i)})
	}
	for i := range s.Asks {
		f := s.Answer(&s.Asks[i])
		out.Asks = append(out.Asks, SheetAsk{sheet.AskWorking(s, &s.Asks[i]), f.Typical, f.Most, f.Largest})
	}
	for _, d := range s.Writes() {
		out.Does = append(out.Does, SheetDo{d.Name, sheet.DoWorking(s, &d)})
	}
	return out, nil
}

// compare judges the designs of a sheet: POST /-/compare.
func compare(_ *call, in *SheetSource) (*plan.Report, error) {
	s, messages := in.read()
	out := &plan.Report{Messages: messages}
	if !sheet.Failed(messages) {
		out.Designs = plan.Judge(s)
	}
	return out, nil
}

// SheetCosts is the answer to POST /-/costs: what is billed for the designs of a sheet, none if it has a mistake.
type SheetCosts struct {
	Growth  float64            `json:"growth"` // how many times the users of today are in the grown month
	Designs []plan.DesignCosts `json:"designs"`
}

// costs says what the designs of a sheet cost.
func costs(_ *call, in *SheetSource) (*SheetCosts, error) {
	s, messages := in.read()
	out := &SheetCosts{Growth: plan.GrowthOfCosts, Designs: []plan.DesignCosts{}}
	if !sheet.Failed(messages) {
		out.Designs = plan.Costs(s)
	}
	return out, nil
}
