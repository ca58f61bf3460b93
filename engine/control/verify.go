package control

import (
	"rowkey/engine/sample"
	"rowkey/engine/sheet"
)

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
