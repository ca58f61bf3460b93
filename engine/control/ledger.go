package control

import (
	"math"
	"strconv"

	"rowkey/engine/advise"
	"rowkey/engine/explain"
	"rowkey/engine/rest"
	"rowkey/engine/table"
)

// Ledger is the answer to GET /-/ledger.
type Ledger struct {
	Records []*Record        `json:"records"`
	Sum     explain.Counters `json:"sum"`
}

// ledger answers with all records, or those after a number; brief ones have only their first change.
func ledger(c *call, _ *None) (*Ledger, error) {
	after, err := c.number("after", 0)
	if err != nil {
		return nil, err
	}
	records, sum := c.e.Records()
	out := &Ledger{Sum: sum}
	for _, r := range records {
		if r.ID <= after {
			continue
		}
		if c.query["brief"] != "" && len(r.Changes) > 1 {
			short := *r
			short.Changes, r = r.Changes[:1], &short
		}
		rec, err := recordOf(r)
		if err != nil {
			return out, err
		}
		out.Records = append(out.Records, rec)
	}
	return out, nil
}

func keyLine(c *call, _ *None) (*table.KeyLine, error) {
	id, err := strconv.Atoi(c.path[1])
	if err != nil {
		id = 0 // no request has that number
	}
	line, ok, err := c.e.Data().KeyLine(c.ctx, id)
	if !ok {
		return nil, refuse(404, "no-keyline", c.path[1])
	}
	return &line, err
}

// CheaperRequest is the body of POST /-/cheaper.
type CheaperRequest struct {
	Record uint64 `json:"record"`        // of a query, in the ledger
	Top    uint64 `json:"top,omitempty"` // entities that the client wants, 0 for all
}

// cheaper finds what would read less than a query of the ledger.
func cheaper(c *call, in *CheaperRequest) (*advise.Report, error) {
	report, ok, err := c.e.Advisor().Cheaper(c.ctx, int(min(in.Record, math.MaxInt32)), int(min(in.Top, math.MaxInt32)))
	if err == nil && !ok {
		err = refuse(404, "no-query", strconv.FormatUint(in.Record, 10))
	}
	return &report, err
}

// NarrowerRequest is the body of POST /-/narrower.
type NarrowerRequest struct {
	URL    string `json:"url"`              // of a query
	Accept string `json:"accept,omitempty"` // its header field
}

// narrower says what a query would send without its heaviest properties; null if there is nothing to say.
func narrower(c *call, in *NarrowerRequest) (*advise.Narrower, error) {
	r, err := Request("GET", in.URL)
	if err != nil {
		return nil, err
	}
	r.Header = rest.Header{{Name: "Accept", Value: in.Accept}}
	return c.e.Advisor().Narrower(c.ctx, r)
}
