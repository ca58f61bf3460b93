package control

import (
	"errors"
	"strconv"

	"rowkey/engine/explain"
	"rowkey/engine/message"
	"rowkey/engine/odata"
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

func (c *call) ledger() (any, error) {
	records, sum := c.e.Records()
	out := Ledger{Records: make([]*Record, len(records)), Sum: sum}
	for i, r := range records {
		rec, err := recordOf(r)
		if err != nil {
			return nil, err
		}
		out.Records[i] = rec
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

// Planned is the answer to POST /-/plan.
type Planned struct {
	Plan *Plan `json:"plan"`
}

// plan explains a filter without running it.
func (c *call) plan() (any, error) {
	in, err := c.object()
	if err != nil {
		return nil, err
	}
	filter := in.Text("filter")
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
	return Planned{planOf(&p)}, nil
}

// TableInfo is one line of GET /-/tables.
type TableInfo struct {
	Name       string `json:"name"`
	Entities   int    `json:"entities"`
	Partitions int    `json:"partitions"`
	Bytes      int    `json:"bytes"`
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
	from := ""
	if after := c.query["after"]; after != "" {
		from = after + "\x00" // the first key after it
	}
	rows, more, err := c.e.Rows(c.ctx, c.path[1], c.query["partition"], from, min(top, maxRows))
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
