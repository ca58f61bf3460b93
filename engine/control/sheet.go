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

// readSheet reads the sheet of a body: {"text": …} in the text form, or {"sheet": …} in the JSON form.
func (c *call) readSheet() (*sheet.Sheet, []sheet.Message, error) {
	o, err := c.object()
	if err != nil {
		return nil, nil, err
	}
	text := o.Text("text")
	if err := o.Err(); err != nil {
		return nil, nil, unreadable(err)
	}
	if form, ok := jsontext.Member(string(c.body), "sheet"); ok {
		s, messages := sheet.ReadJSON(form)
		return s, messages, nil
	}
	s, messages := sheet.Parse(text)
	return s, messages, nil
}

// sheet reads a sheet, and does its arithmetic.
func (c *call) sheet() (any, error) {
	s, messages, err := c.readSheet()
	if err != nil {
		return nil, err
	}
	out := Sheeted{Text: sheet.Write(s), Sheet: jsontext.Raw(sheet.WriteJSON(s)), Messages: messages}
	if sheet.Failed(messages) {
		out.Assumptions = s.EarlyAssumptions()
		return out, nil
	}
	out.Assumptions, out.Working = s.Assumptions(), s.Working()
	for i := range s.Kinds {
		out.Kinds = append(out.Kinds, SheetKind{s.KindWorking(i), s.Population(i), s.Size(i)})
	}
	for i := range s.Asks {
		f := s.Answer(&s.Asks[i])
		out.Asks = append(out.Asks, SheetAsk{s.AskWorking(&s.Asks[i]), f.Typical, f.Most, f.Largest})
	}
	for _, d := range s.Writes() {
		out.Does = append(out.Does, SheetDo{d.Name, s.DoWorking(&d)})
	}
	return out, nil
}

// compare judges the designs of a sheet: POST /-/compare.
func (c *call) compare() (any, error) {
	s, messages, err := c.readSheet()
	if err != nil {
		return nil, err
	}
	out := plan.Report{Messages: messages}
	if !sheet.Failed(messages) {
		out.Designs = plan.Judge(s)
	}
	return out, nil
}
