package control

import (
	"rowkey/engine/sample"
	"rowkey/engine/sheet"
)

// Exported is the answer to POST /-/export: one design of a sheet as a script that runs.
type Exported struct {
	Messages []sheet.Message `json:"messages"`
	Script   string          `json:"script"`  // "" if there is an error among the messages, or the sample was refused
	Refused  string          `json:"refused"` // what the service said about a row of the sample; "" if it took all
}

// export writes a design as a script; the query says which one, from 0.
func (c *call) export() (any, error) {
	s, messages, err := c.readSheet()
	if err != nil {
		return nil, err
	}
	out := Exported{Messages: messages}
	if sheet.Failed(messages) {
		return out, nil
	}
	n, _, err := c.sampled(len(s.Designs))
	if err != nil {
		return nil, err
	}
	if out.Script, err = sample.Script(c.ctx, s, &s.Designs[n], sampleSeed); err != nil {
		out.Refused = err.Error()
	}
	return out, nil
}
