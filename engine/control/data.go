package control

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/message"
	"rowkey/engine/odata"
	"rowkey/engine/rest"
	"rowkey/engine/table"
	"rowkey/engine/utf16text"
)

// maxRows is how many entities one request of the data panel returns.
const maxRows = 1000

// Ledger is the answer to GET /-/ledger.
type Ledger struct {
	Records []*Record        `json:"records"`
	Sum     explain.Counters `json:"sum"`
}

// ledger answers with all records, or those behind a number; of brief ones only the first change is told.
func (c *call) ledger() (any, error) {
	after, err := c.number("after", 0)
	if err != nil {
		return nil, err
	}
	records, sum := c.e.Records()
	out := Ledger{Records: []*Record{}, Sum: sum}
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
			return nil, err
		}
		out.Records = append(out.Records, rec)
	}
	return out, nil
}

func (c *call) keyline() (any, error) {
	id, err := strconv.Atoi(c.path[1])
	if err != nil {
		id = 0 // no request has that number
	}
	line, ok, err := c.e.KeyLine(c.ctx, id)
	if !ok {
		return nil, refuse(404, "no-keyline", c.path[1])
	}
	return line, err
}

// cheaper finds what would read less than a query of the ledger. The body names its record, and how many entities the
// client wants, if not all.
func (c *call) cheaper() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	id, limit := in.Uint("record"), in.Uint("top")
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	report, ok, err := c.e.Cheaper(c.ctx, int(min(id, math.MaxInt32)), int(min(limit, math.MaxInt32)))
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, refuse(404, "no-query", strconv.FormatUint(id, 10))
	}
	return report, nil
}

// narrower says what a query would send without its heaviest properties. The body holds the address that was asked and
// the Accept of the request; null if there is nothing to say.
func (c *call) narrower() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	url, accept := in.Text("url"), in.Text("accept")
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	r, err := Request("GET", url)
	if err != nil {
		return nil, err
	}
	r.Header = rest.Header{{Name: "Accept", Value: accept}}
	return c.e.Narrower(c.ctx, r)
}

// Planned is the answer to POST /-/plan.
type Planned struct {
	Plan  *Plan `json:"plan"`
	Reads int   `json:"reads"` // entities of the table that was named, all pages together

	Simple bool   `json:"simple"` // the filter is nothing but comparisons that "and" connects
	Terms  []Term `json:"terms"`  // those comparisons
}

// Term is a comparison of a filter.
type Term struct {
	Name  string `json:"name"`
	Op    string `json:"op"`
	Value string `json:"value"` // without quotes and suffix
	Type  string `json:"type"`  // without "Edm."
}

// termsOf returns the comparisons of a filter, ok is false if it is more than comparisons that "and" connects.
func termsOf(x odata.Expr, list []Term) (_ []Term, ok bool) {
	switch x := x.(type) {
	case nil:
		return list, true
	case *odata.And:
		if list, ok = termsOf(x.X, list); ok {
			list, ok = termsOf(x.Y, list)
		}
		return list, ok
	case *odata.Compare:
		return append(list, Term{x.Property, x.Op.String(), odata.Plain(x.Literal), strings.TrimPrefix(x.Literal.Type().String(), "Edm.")}), true
	}
	return nil, false
}

// plan explains a filter without running it.
func (c *call) plan() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	filter, name := in.Text("filter"), ""
	if in.Has("table") {
		name = in.Text("table")
	}
	if err := in.Err(); err != nil {
		return nil, unreadable(err)
	}
	x, err := odata.Parse(filter)
	var syntax *odata.SyntaxError
	if errors.As(err, &syntax) {
		at := utf16text.Len(filter[:min(syntax.Pos, len(filter))])
		return nil, &Fault{
			status: 400, Message: syntax.Msg, Sentences: message.New("verbatim", syntax.Msg),
			Fix: syntax.Hint.String(), Label: syntax.Hint, Position: &at,
		}
	}
	if err != nil {
		return nil, err
	}
	p := table.PlanOf(x)
	out := Planned{Plan: planOf(&p)}
	out.Terms, out.Simple = termsOf(x, nil)
	if name != "" {
		out.Reads, err = c.e.Reads(c.ctx, name, &p)
	}
	return out, err
}

// TableInfo is one line of GET /-/tables.
type TableInfo struct {
	Name       string        `json:"name"`
	Entities   int           `json:"entities"`
	Partitions int           `json:"partitions"`
	Bytes      int           `json:"bytes"`
	Properties []table.Named `json:"properties"` // at most 1,000, without keys and Timestamp
}

func (c *call) tables() (any, error) {
	stats, err := c.e.TableStats(c.ctx)
	if err != nil {
		return nil, err
	}
	out := make([]TableInfo, len(stats))
	for i, s := range stats {
		out[i] = TableInfo(s)
	}
	return out, nil
}

func (c *call) extremes() (any, error) {
	list, err := c.e.Extremes(c.ctx)
	if list == nil {
		list = []table.Extremes{}
	}
	return list, err
}

// PartitionInfo is one line of GET /-/tables/{name}/partitions.
type PartitionInfo struct {
	Name  string `json:"name"`
	N     int    `json:"n"` // entities
	Bytes int    `json:"bytes"`
}

func (c *call) partitions() (any, error) {
	list, err := c.e.Partitions(c.ctx, c.path[1])
	if err != nil {
		return nil, err
	}
	out := make([]PartitionInfo, len(list))
	for i, p := range list {
		out[i] = PartitionInfo(p)
	}
	return out, nil
}

// ContainerInfo is one line of GET /-/containers.
type ContainerInfo struct {
	Name  string `json:"name"`
	Blobs int    `json:"blobs"`
	Bytes int    `json:"bytes"` // of their contents
}

func (c *call) containers() (any, error) {
	list, err := c.e.ContainerStats(c.ctx)
	out := make([]ContainerInfo, len(list))
	for i, s := range list {
		out[i] = ContainerInfo(s)
	}
	return out, err
}

// EntityPage is the answer to GET /-/tables/{name}/entities.
type EntityPage struct {
	Entities []Entity `json:"entities"`
	More     bool     `json:"more"`
}

func (c *call) entities() (any, error) {
	top, err := c.number("top", 200)
	if err != nil {
		return nil, err
	}
	skip, err := c.count("skip")
	if err != nil {
		return nil, err
	}
	from := ""
	if after := c.query["after"]; after != "" {
		from = after + "\x00" // the first key after it
	}
	var rows []edm.Row
	var more bool
	if partition, ok := c.query["partition"]; ok {
		rows, more, err = c.e.Rows(c.ctx, c.path[1], partition, from, min(top, maxRows))
	} else {
		rows, more, err = c.e.AllRows(c.ctx, c.path[1], skip, min(top, maxRows))
	}
	if err != nil {
		return nil, err
	}
	out := EntityPage{Entities: make([]Entity, len(rows)), More: more}
	for i, row := range rows {
		if out.Entities[i], err = entityOf(row); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (c *call) nodes() (any, error) { return c.e.Nodes(), nil }
