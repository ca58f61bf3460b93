package control

import (
	"context"
	"strconv"

	"rowkey/engine/sample"
	"rowkey/engine/sheet"
)

// Exported is the answer to POST /-/export: one design of a sheet as a script that runs, or what is behind one of its lines.
type Exported struct {
	Messages []sheet.Message `json:"messages"`
	Script   string          `json:"script"`  // "" if there is an error among the messages, or the sample was refused, or does not hold it
	Data     string          `json:"data"`    // rows that the script is about, as lines of JSON; "" if it writes them itself
	Smaller  bool            `json:"smaller"` // answers are smaller than those of the sheet
	Refused  string          `json:"refused"` // what the service said about a row of the sample; "" if it took all
}

// export writes a design as a script; the query says which one, from 0. With "ask" or "do" it is one question or write, by
// its place in the report.
func (c *call) export() (any, error) {
	s, messages, err := c.readSheet()
	if err != nil {
		return nil, err
	}
	out := Exported{Messages: messages}
	if sheet.Failed(messages) {
		return out, nil
	}
	n, most, err := c.sampled(len(s.Designs))
	if err != nil {
		return nil, err
	}
	d := &s.Designs[n]
	if c.query["ask"] == "" && c.query["do"] == "" {
		out.Script, err = sample.Script(c.ctx, s, d, sampleSeed)
		return out.refusedBy(err), nil
	}
	find, line, err := c.line(s)
	if err != nil {
		return nil, err
	}
	b, err := find(c.ctx, s, d, line, most, sampleSeed)
	out.Script, out.Data, out.Smaller = b.Script, b.Data, b.Smaller
	return out.refusedBy(err), nil
}

func (x Exported) refusedBy(err error) Exported {
	if err != nil {
		x.Refused = err.Error()
	}
	return x
}

// line reads which line of the report is wanted, and returns what finds the requests behind it.
func (c *call) line(s *sheet.Sheet) (find behind, n int, err error) {
	what, of, find := "ask", len(s.Asks), sample.BehindAsk
	if c.query["do"] != "" {
		what, of, find = "do", len(s.Writes()), sample.BehindDo
	}
	if n, err = c.count(what); err == nil && n >= of {
		err = refuse(400, "control-number", what, strconv.Quote(c.query[what]))
	}
	return find, n, err
}

// behind finds the requests behind one line of a design.
type behind = func(ctx context.Context, s *sheet.Sheet, d *sheet.Design, line, most int, seed uint64) (sample.Behind, error)
