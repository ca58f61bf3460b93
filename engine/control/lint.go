package control

// findings says what the requests of the ledger could have cost less, or may lose. The body may name the finding that is
// open, whose proposal is run on a copy like those of the first ones.
func (c *call) findings() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	open := in.Name("open")
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	return c.e.Findings(c.ctx, open)
}

// rehearse runs a script on a copy, and says what can be known before it is sent.
func (c *call) rehearse() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	src := sourceOf(in)
	before, err := c.runIf(in, "continue")
	if err != nil {
		return nil, err
	}
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	return c.e.Rehearse(c.ctx, src.parse(), before)
}
