package control

import "rowkey/engine/lint"

// FindingsRequest is the body of POST /-/findings.
type FindingsRequest struct {
	Open string `json:"open,omitempty"` // the finding whose proposal is run on a copy, besides those of the first ones
}

// findings says what the requests of the ledger could have cost less, or may lose.
func findings(c *call, in *FindingsRequest) (*lint.Report, error) {
	return pointer(c.e.Advisor().Findings(c.ctx, in.Open))
}

// RehearseRequest is the body of POST /-/rehearse.
type RehearseRequest struct {
	Source
	Continue string `json:"continue,omitempty"` // the run that the script goes on from
}

// rehearse runs a script on a copy, and says what can be known before it is sent.
func rehearse(c *call, in *RehearseRequest) (*lint.Report, error) {
	before, err := c.session(in.Continue)
	if err != nil {
		return nil, err
	}
	return pointer(c.e.Advisor().Rehearse(c.ctx, in.parse(), before))
}
