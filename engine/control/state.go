package control

import (
	"strconv"
	"time"

	"rowkey/engine"
	"rowkey/engine/clock"
	"rowkey/engine/edm"
)

func snapshot(c *call, _ *None) (Raw, error) { return c.e.Snapshot(c.ctx) }

func restore(c *call, in Raw) (*None, error) { return nil, c.e.Restore(c.ctx, in) }

// ResetRequest is the body of POST /-/reset.
type ResetRequest struct {
	Seed    *uint64 `json:"seed,omitempty"`    // 1 if it is absent
	Now     *string `json:"now,omitempty"`     // ISO 8601; a fixed time if it is absent
	Options Options `json:"options,omitempty"` // those that are absent are as the sandbox was opened
}

// reset empties the sandbox.
func reset(c *call, in *ResetRequest) (*None, error) {
	seed := uint64(1)
	set(&seed, in.Seed)
	now, err := in.time()
	if err != nil {
		return nil, err
	}
	settings := c.e.Opened()
	if err := in.Options.apply(&settings); err != nil {
		return nil, err
	}
	return nil, c.e.Reset(c.ctx, seed, now, settings)
}

// time returns when a reset begins, the zero time for the default.
func (in *ResetRequest) time() (now time.Time, err error) {
	if in.Now == nil {
		return now, nil
	}
	v, err := edm.ParseDateTime(*in.Now)
	if err != nil {
		return now, refuse(400, "reset-now", err.Error())
	}
	if now = v.Time(); now.Before(time.Unix(0, 0)) || now.After(clock.End) {
		return now, refuse(400, "reset-now-range", strconv.Itoa(clock.End.Year()))
	}
	return now, nil
}

func configure(c *call, in *Options) (*None, error) {
	return nil, c.e.Configure(c.ctx, func(s *engine.Settings) error { return in.apply(s) })
}

// maxAdvance is how far one request moves the clock, in milliseconds: a century.
const maxAdvance = 100 * 365 * 86_400_000

// Time is the answer to /-/clock.
type Time struct {
	Now string `json:"now"` // ISO 8601, UTC
}

func now(c *call, _ *None) (*Time, error) {
	return &Time{string(edm.AppendTime(nil, c.e.Clock().Now()))}, nil
}

// AdvanceRequest is the body of POST /-/clock.
type AdvanceRequest struct {
	Advance uint64 `json:"advance"` // milliseconds
}

func advance(c *call, in *AdvanceRequest) (*Time, error) {
	if err := atMost("advance", in.Advance, maxAdvance); err != nil {
		return nil, err
	}
	c.e.Advance(time.Duration(in.Advance) * time.Millisecond)
	return now(c, nil)
}

// Version is the answer to GET /-/version.
type Version struct {
	Version string `json:"version"`
}

func version(c *call, _ *None) (*Version, error) { return &Version{c.e.Version()}, nil }
