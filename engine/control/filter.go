package control

import (
	"errors"
	"strings"

	"rowkey/engine/lists"
	"rowkey/engine/message"
	"rowkey/engine/odata"
	"rowkey/engine/table"
	"rowkey/engine/utf16text"
)

// PlanRequest is the body of POST /-/plan.
type PlanRequest struct {
	Filter string `json:"filter"`
	Table  string `json:"table,omitempty"` // whose entities are counted
}

// Planned is the answer to POST /-/plan.
type Planned struct {
	Plan  *Plan `json:"plan"`
	Reads int   `json:"reads"` // entities of the table that was named, all pages together

	Simple bool   `json:"simple"` // the filter is nothing but comparisons that "and" connects
	Terms  []Term `json:"terms"`  // all its comparisons
}

// Term is a comparison of a filter.
type Term struct {
	Name  string `json:"name"`
	Op    string `json:"op"`
	Value string `json:"value"` // without quotes and suffix
	Type  string `json:"type"`  // without "Edm."
}

// explainFilter says which entities a filter reads, without running it.
func explainFilter(c *call, in *PlanRequest) (*Planned, error) {
	x, err := odata.Parse(in.Filter)
	if syntax, ok := errors.AsType[*odata.SyntaxError](err); ok {
		return nil, misspelt(in.Filter, syntax)
	}
	if err != nil {
		return nil, err
	}
	p := table.PlanOf(x)
	list, simple := odata.Comparisons(x)
	out := &Planned{Plan: planOf(&p), Simple: simple, Terms: lists.Map(list, termOf)}
	if in.Table != "" {
		out.Reads, err = c.e.Data().Reads(c.ctx, in.Table, &p)
	}
	return out, err
}

// misspelt says where a filter is wrong.
func misspelt(filter string, e *odata.SyntaxError) *Fault {
	at := utf16text.Len(filter[:min(e.Pos, len(filter))])
	return &Fault{
		status: 400, Message: e.Msg, Sentences: message.New("verbatim", e.Msg),
		Fix: e.Hint.String(), Label: e.Hint, Position: &at,
	}
}

// termOf describes a comparison.
func termOf(c *odata.Compare) Term {
	return Term{c.Property, c.Op.String(), odata.Plain(c.Literal), strings.TrimPrefix(c.Literal.Type().String(), "Edm.")}
}
