package watch

import (
	"encoding/json"

	"rowkey/engine/lint"
	"rowkey/engine/lists"
	"rowkey/engine/shape"
)

// The report as JSON. Fields are added, never renamed.
type (
	jsonReport struct {
		Command  []string      `json:"command"`
		Exit     int           `json:"exit"` // of the command
		Requests int           `json:"requests"`
		Read     int           `json:"read"`
		Returned int           `json:"returned"`
		Other    int           `json:"other"` // requests of shapes for which there was no room
		Findings []jsonFinding `json:"findings"`
		Breaches []jsonBreach  `json:"breaches"`
		Shapes   []jsonShape   `json:"shapes"`
	}
	jsonFinding struct {
		Rule   string    `json:"rule"`
		Title  string    `json:"title"`
		Advice string    `json:"advice"`
		Shapes []string  `json:"shapes"`
		Times  int       `json:"times"`
		Calls  int       `json:"calls"`
		Lost   int       `json:"lost"`
		Wrong  bool      `json:"wrong"`
		Tried  bool      `json:"tried"`
		Before lint.Cost `json:"before"`
		After  lint.Cost `json:"after"`
	}
	jsonBreach struct {
		Kind   string `json:"kind"`
		Line   int    `json:"line"`
		Shape  string `json:"shape,omitempty"`
		Agreed string `json:"agreed,omitempty"`
		Found  string `json:"found"`
		Advice string `json:"advice,omitempty"`
	}
	jsonShape struct {
		Table     string         `json:"table"`
		Does      string         `json:"does"`
		Text      string         `json:"text"`
		Class     string         `json:"class"`
		Calls     int            `json:"calls"`
		Refused   int            `json:"refused"`
		Read      int            `json:"read"`
		Returned  int            `json:"returned"`
		MostRead  int            `json:"mostRead"`
		Bytes     int            `json:"bytes"`
		Pages     int            `json:"pages"`
		Together  int            `json:"mostInUnitOfWork"`
		FirstSent int            `json:"first"` // milliseconds
		LastSent  int            `json:"last"`
		Agents    []string       `json:"agents"`
		Samples   []shape.Sample `json:"samples,omitempty"` // with -values
	}
)

func (r *report) json() (string, error) {
	out := jsonReport{
		Command: r.o.command, Exit: r.code, Requests: r.sums.Calls, Read: r.sums.All.Read, Returned: r.sums.All.Returned,
		Other: r.sums.Other.Calls, Findings: []jsonFinding{}, Breaches: []jsonBreach{}, Shapes: []jsonShape{},
	}
	for i := range r.findings {
		f := &r.findings[i]
		j := jsonFinding{Rule: f.Rule, Title: title(f), Advice: advice(f), Times: f.Times, Calls: f.Calls, Lost: f.Lost,
			Wrong: f.Wrong, Tried: f.Tried, Before: f.Before, After: f.After, Shapes: []string{}}
		j.Shapes = append(j.Shapes, lists.Map(f.Shapes, func(s shape.Shape) string { return line(r.statOf(s)) })...)
		out.Findings = append(out.Findings, j)
	}
	for i := range r.breaches {
		x := &r.breaches[i]
		j := jsonBreach{Kind: string(x.Kind), Line: x.Line, Agreed: x.Agreed, Found: found(x)}
		if x.Stat != nil {
			j.Shape, j.Advice = line(x.Stat), r.remedy(x.Stat)
		}
		out.Breaches = append(out.Breaches, j)
	}
	out.Shapes = append(out.Shapes, lists.Map(r.shapes(), func(s shape.Stat) jsonShape { return r.jsonShape(&s) })...)
	text, err := json.MarshalIndent(out, "", "  ")
	return string(text) + "\n", err
}

func (r *report) jsonShape(s *shape.Stat) jsonShape {
	j := jsonShape{
		Table: s.Name, Does: s.Does, Text: s.Text, Class: s.ClassText(), Calls: s.Calls, Refused: s.Refused, Read: s.Read,
		Returned: s.Returned, MostRead: s.MostRead, Bytes: s.BytesIn + s.BytesOut, Pages: s.Pages, Together: s.MostTogether,
		FirstSent: s.First, LastSent: s.Last, Agents: append([]string{}, s.Agents...),
	}
	if r.o.values {
		j.Samples = s.Samples()
	}
	return j
}
