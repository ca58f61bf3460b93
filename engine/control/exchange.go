package control

import (
	"strconv"
	"strings"
	"time"

	"rowkey/engine/client"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/jsontext"
	"rowkey/engine/lists"
)

// Exchange is a step of a run as pages see it.
type Exchange struct {
	*client.Exchange
	Record *Record `json:"record"`
}

// Record is what a request did and cost.
type Record struct {
	ID    int    `json:"id"`
	Op    string `json:"op"`
	Table string `json:"table"`
	Plan  *Plan  `json:"plan"`
	*explain.Counts
	Latency int          `json:"latency"` // virtual, in microseconds
	Nodes   []string     `json:"nodes"`   // that were asked, with the option cluster
	Code    string       `json:"code"`
	Token   *explain.Key `json:"token"` // where the next page begins
	Changes []Change     `json:"changes"`
}

// Plan is the interval that a query walks, and why.
type Plan struct {
	Class  string       `json:"class"`
	Reason string       `json:"reason"`
	Low    *explain.Key `json:"low"`
	High   *explain.Key `json:"high"`
	Used   string       `json:"used"`
	Rest   string       `json:"rest"`
}

// Change is one entity or table before and after a write.
type Change struct {
	Kind   string      `json:"kind"`
	Table  string      `json:"table"`
	Key    explain.Key `json:"key"`
	Before Entity      `json:"before"`
	After  Entity      `json:"after"`
}

// Entity is an entity as minimal metadata shows it, without members "odata.*"; "" is null.
type Entity = jsontext.Raw

// maxPages is how many bytes the pages of a query that follows its tokens may have; of
// more only the beginnings are shown. All entities are in the body of the exchange.
const (
	maxPages = 1 << 20
	maxPage  = 16 << 10
)

func exchangeOf(x *client.Exchange) (Exchange, error) {
	x.Wire = shortened(x.Wire)
	if x.Record == nil {
		return Exchange{Exchange: x}, nil
	}
	rec, err := recordOf(x.Record)
	if rec != nil {
		rec.Token = x.Token
	}
	return Exchange{Exchange: x, Record: rec}, err
}

// shortened cuts long pages off; a request alone is shown whole.
func shortened(wire []client.Wire) []client.Wire {
	size := lists.Sum(wire, func(w client.Wire) int { return len(w.Response.Body) })
	if len(wire) < 2 || size <= maxPages {
		return wire
	}
	for i := range wire {
		body := &wire[i].Response.Body
		if more := len(*body) - maxPage; more > 0 {
			*body = strings.ToValidUTF8((*body)[:maxPage], "") + "\n… " + strconv.Itoa(more) + " more bytes"
		}
	}
	return wire
}

func recordOf(r *explain.Record) (*Record, error) {
	out := &Record{
		ID: r.ID, Op: r.Op, Table: r.Table, Plan: planOf(r.Plan), Counts: &r.Counts,
		Latency: int(r.Latency / time.Microsecond), Nodes: r.Nodes, Code: string(r.Code),
		Changes: make([]Change, len(r.Changes)),
	}
	for i, c := range r.Changes {
		before, err := entityOf(edm.Row(c.Before))
		if err != nil {
			return nil, err
		}
		after, err := entityOf(edm.Row(c.After))
		if err != nil {
			return nil, err
		}
		out.Changes[i] = Change{c.Kind, c.Table, c.Key, before, after}
	}
	return out, nil
}

func planOf(p *explain.Plan) *Plan {
	if p == nil {
		return nil
	}
	whole := p.Whole()
	return &Plan{p.Class.String(), string(p.Reason), whole.Low, whole.High, whole.Used, whole.Rest}
}

// entityOf writes a stored row as JSON, "" for none.
func entityOf(row edm.Row) (Entity, error) {
	if row == "" {
		return "", nil
	}
	e, err := row.Decode()
	if err != nil {
		return "", err
	}
	return textOf(&e), nil
}

func textOf(e *edm.Entity) Entity {
	return Entity(edm.AppendJSON(nil, e, &edm.Format{Metadata: edm.MinimalMetadata}))
}
