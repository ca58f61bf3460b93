package control

import (
	"cmp"

	"rowkey/engine/cluster"
	"rowkey/engine/edm"
	"rowkey/engine/table"
)

// maxRows is how many entities one request of the data panel returns.
const maxRows = 1000

func tables(c *call, _ *None) ([]table.Stats, error) { return c.e.Data().TableStats(c.ctx) }

func extremes(c *call, _ *None) ([]table.Extremes, error) { return c.e.Data().Extremes(c.ctx) }

func partitions(c *call, _ *None) ([]table.Partition, error) {
	return c.e.Data().Partitions(c.ctx, c.path[1])
}

// ContainerInfo is one line of GET /-/containers.
type ContainerInfo struct {
	Name  string `json:"name"`
	Blobs int    `json:"blobs"`
	Bytes int    `json:"bytes"` // of their contents
}

func containers(c *call, _ *None) ([]ContainerInfo, error) {
	list, err := c.e.Data().ContainerStats(c.ctx)
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

func entities(c *call, _ *None) (*EntityPage, error) {
	rows, more, err := c.rows()
	if err != nil {
		return nil, err
	}
	out := &EntityPage{Entities: make([]Entity, len(rows)), More: more}
	for i, row := range rows {
		if out.Entities[i], err = entityOf(row); err != nil {
			return out, err
		}
	}
	return out, nil
}

// rows reads rows of a table: of a partition after a RowKey, or of all after so many.
func (c *call) rows() (rows []edm.Row, more bool, err error) {
	top, err := c.number("top", 200)
	skip, wrong := c.count("skip")
	if err = cmp.Or(err, wrong); err != nil {
		return nil, false, err
	}
	partition, ok := c.query["partition"]
	if !ok {
		return c.e.Data().AllRows(c.ctx, c.path[1], skip, min(top, maxRows))
	}
	from := ""
	if after := c.query["after"]; after != "" {
		from = after + "\x00" // the first key after it
	}
	return c.e.Data().Rows(c.ctx, c.path[1], partition, from, min(top, maxRows))
}

func nodes(c *call, _ *None) (*cluster.NodeMap, error) { return pointer(c.e.Nodes(), nil) }
