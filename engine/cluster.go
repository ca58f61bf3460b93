package engine

import (
	"context"
	"sync/atomic"
	"time"

	"rowkey/engine/clock"
	"rowkey/engine/cluster"
	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/table"
)

// clusters is the cluster that serves the tables, nil without the option.
type clusters struct {
	atomic.Pointer[cluster.Cluster]
	clock     *clock.Clock
	tables    *table.Service
	otherwise func(table.Load) (time.Duration, error) // asked without a cluster
}

// set gives the tables a cluster, or none if o is nil. An existing one with as many nodes keeps its map: only its
// targets change.
func (cs *clusters) set(ctx context.Context, o *cluster.Options) error {
	options := cs.tables.Options()
	options.Admit = cs.otherwise
	defer func() { cs.tables.SetOptions(options) }()
	old := cs.Load()
	if o == nil {
		cs.Store(nil)
		return nil
	}
	options.Admit = cs.admit
	if old != nil && old.SetOptions(*o) {
		return nil
	}
	c := cluster.New(cs.clock, *o)
	if err := cs.learn(ctx, c); err != nil {
		return err
	}
	cs.Store(c)
	return nil
}

// learn tells a cluster which tables and partitions there are.
func (cs *clusters) learn(ctx context.Context, c *cluster.Cluster) error {
	list, _, err := cs.tables.List(ctx, Account, table.Query{Top: -1})
	for i := 0; i < len(list) && err == nil; i++ {
		name := list[i].Name
		c.Create(Account, name)
		var partitions []table.Partition
		partitions, err = cs.tables.Table(Account, name).Partitions(ctx)
		for _, p := range partitions {
			load := cluster.Load{Account: Account, Table: name, Partition: p.Name, Free: true}
			if _, err := c.Admit(load); err != nil {
				return err
			}
		}
	}
	return err
}

// admit asks the cluster whether a request is admitted.
func (cs *clusters) admit(l table.Load) (time.Duration, error) {
	c := cs.Load()
	if c == nil {
		return 0, nil
	}
	return c.AdmitAt(cs.clock.Now().Add(l.Ahead), cluster.Load{
		Account: l.Account, Table: l.Table, Partition: l.Partition, Entities: l.Entities,
		Whole: l.Partition == "" && l.Entities == 0, Free: l.Free,
	})
}

// tell tells the cluster which tables were created and deleted, and the record which nodes were asked.
func tell(c *cluster.Cluster, account string, rec *explain.Record) {
	switch {
	case rec.Table == "" || rec.Code != "":
	case rec.Op == "CreateTable":
		c.Create(account, rec.Table)
	case rec.Op == "DeleteTable":
		c.Drop(account, rec.Table)
	case rec.Plan != nil && rec.Plan.Reason != explain.NoMatch:
		rec.Nodes = asked(c, account, rec)
	case len(rec.Changes) > 0:
		rec.Nodes = []string{c.Node(account, rec.Table, rec.Changes[0].Key.Partition)}
	}
}

// asked returns the nodes that a query had to ask: those of its interval, from where its page began to
// where that ended.
func asked(c *cluster.Cluster, account string, rec *explain.Record) []string {
	p, low := rec.Plan, ""
	if p.Low != nil {
		low = p.Low.Partition
	}
	if rec.From != nil && edm.CompareText(rec.From.Partition, low) > 0 {
		low = rec.From.Partition
	}
	return c.From(account, rec.Table, low, func(partition string) bool {
		switch {
		case p.Class <= explain.PartitionScan:
			return true
		case rec.Next != nil && rec.Last != nil:
			return edm.CompareText(partition, rec.Last.Partition) > 0
		case p.High == nil:
			return false
		}
		n := edm.CompareText(partition, p.High.Partition)
		return n > 0 || n == 0 && p.High.Row == "" // the bound is exclusive
	})
}

// Nodes returns the map of the cluster, an empty one without the option.
func (e *Engine) Nodes() cluster.NodeMap {
	defer e.gate.share()()
	cl := e.cluster.Load()
	if cl == nil {
		return cluster.NodeMap{Nodes: []cluster.Node{}}
	}
	return cl.Nodes()
}
