package control

import (
	"context"

	"rowkey/engine/sample"
	"rowkey/engine/sheet"
)

// Exported is the answer to POST /-/export: one design of a sheet as a script that runs, or the requests from which
// one of its lines is calculated.
type Exported struct {
	Messages []sheet.Message `json:"messages"`
	Script   string          `json:"script"`  // "" with an error in the messages, or a sample that was refused or lacks it
	Data     string          `json:"data"`    // rows that the script is about, as JSON lines; "" if it writes them
	Smaller  bool            `json:"smaller"` // answers are smaller than those of the sheet
	Refused  string          `json:"refused"` // what the service said about a row of the sample; "" if it took all
}

// export writes a design as a script; the query says which one, from 0. With "ask" or "do" it is one question or
// write, by its place in the report, and with "race" the test of what two of that write at once must not break.
func export(c *call, in *SheetSource) (*Exported, error) {
	s, messages := in.read()
	out := &Exported{Messages: messages}
	if sheet.Failed(messages) {
		return out, nil
	}
	n, most, err := c.sampled(len(s.Designs))
	if err != nil {
		return out, err
	}
	d := &s.Designs[n]
	if c.query["ask"] == "" && c.query["do"] == "" && c.query["race"] == "" {
		out.Script, err = sample.Script(c.ctx, s, d, sampleSeed)
		return out.refusedBy(err), nil
	}
	find, line, err := c.line(s)
	if err != nil {
		return out, err
	}
	b, err := find(c.ctx, s, d, line, most, sampleSeed)
	out.Script, out.Data, out.Smaller = b.Script, b.Data, b.Smaller
	return out.refusedBy(err), nil
}

func (x *Exported) refusedBy(err error) *Exported {
	if err != nil {
		x.Refused = err.Error()
	}
	return x
}

// line reads which line of the report is wanted, and returns what finds its requests.
func (c *call) line(s *sheet.Sheet) (find behind, n int, err error) {
	what, of, find := "ask", len(s.Asks), sample.BehindAsk
	if c.query["do"] != "" {
		what, of, find = "do", len(s.Writes()), sample.BehindDo
	}
	if c.query["race"] != "" {
		what, of, find = "race", len(s.Writes()), sample.Race
	}
	n, err = c.below(what, of)
	return find, n, err
}

// behind finds the requests from which one line of a design is calculated.
type behind = func(
	ctx context.Context, s *sheet.Sheet, d *sheet.Design, line, most int, seed uint64,
) (sample.Behind, error)

// Verified is the answer to POST /-/verify: how a sample of one design agrees with what its plan predicts.
type Verified struct {
	Messages []sheet.Message `json:"messages"`
	Sample   sample.Report   `json:"sample"` // empty if there is an error among the messages
}

// verify stores a sample of a design and asks it; the query says which design, from 0, and how many entities there
// may be, 2,000 if it does not.
func verify(c *call, in *SheetSource) (*Verified, error) {
	s, messages := in.read()
	out := &Verified{Messages: messages}
	if sheet.Failed(messages) {
		return out, nil
	}
	n, most, err := c.sampled(len(s.Designs))
	if err != nil {
		return out, err
	}
	out.Sample, err = sample.Verify(c.ctx, s, &s.Designs[n], most, sampleSeed)
	return out, err
}

// sampleSeed makes the same sample each time.
const sampleSeed = 1

// sampled reads which design is asked for, from 0, and how large its sample may be.
func (c *call) sampled(designs int) (n, most int, err error) {
	if n, err = c.below("design", designs); err != nil {
		return 0, 0, err
	}
	most, err = c.number("entities", sample.Most)
	return n, min(most, sample.Largest), err
}
