package control

import (
	"time"

	"rowkey/engine"
	"rowkey/engine/cluster"
	"rowkey/engine/table"
)

// Options are the options of a sandbox that a page can change; what is absent stays as it is.
type Options struct {
	PartitionBoundary *bool           `json:"partitionBoundary,omitempty"`
	PageReads         *uint64         `json:"pageReads,omitempty"`   // 0 for what the service reads in five seconds
	DeleteDelay       *uint64         `json:"deleteDelay,omitempty"` // seconds
	Unordered         *bool           `json:"unordered,omitempty"`
	Signatures        *bool           `json:"signatures,omitempty"`
	Cluster           *ClusterOptions `json:"cluster,omitempty"`
	Single            bool            `json:"single,omitempty"` // no cluster
}

// ClusterOptions are the options of a cluster; what is absent stays as it is.
type ClusterOptions struct {
	Nodes    *uint64 `json:"nodes,omitempty"`
	Target   *uint64 `json:"target,omitempty"`   // entities a second and partition
	Account  *uint64 `json:"account,omitempty"`  // entities a second
	Capacity *uint64 `json:"capacity,omitempty"` // entities a second and node
	Warm     *bool   `json:"warm,omitempty"`     // new tables are
}

// The largest numbers of the options of tables.
const (
	maxPageReads   = 1_000_000_000   // entities
	maxDeleteDelay = 366 * 24 * 3600 // seconds
)

func (o *Options) apply(s *engine.Settings) error {
	set(&s.Signatures, o.Signatures)
	if err := o.applyTable(&s.Table); err != nil {
		return err
	}
	switch {
	case o.Single:
		s.Cluster = nil
	case o.Cluster != nil:
		s.Cluster = o.Cluster.changed(s.Cluster)
	}
	return nil
}

func (o *Options) applyTable(to *table.Options) error {
	set(&to.PartitionBoundary, o.PartitionBoundary)
	set(&to.Unordered, o.Unordered)
	if n := o.PageReads; n != nil {
		if err := atMost("pageReads", *n, maxPageReads); err != nil {
			return err
		}
		to.PageReads = int(*n)
	}
	if n := o.DeleteDelay; n != nil {
		if err := atMost("deleteDelay", *n, maxDeleteDelay); err != nil {
			return err
		}
		to.DeleteDelay = time.Duration(*n) * time.Second
	}
	return nil
}

// changed returns the options of the cluster in force with what is there changed; in force is nil without a cluster.
func (o *ClusterOptions) changed(inForce *cluster.Options) *cluster.Options {
	var c cluster.Options
	set(&c, inForce)
	for _, n := range [...]struct {
		to   *int
		from *uint64
	}{
		{&c.Nodes, o.Nodes}, {&c.Target, o.Target}, {&c.Account, o.Account}, {&c.Capacity, o.Capacity},
	} {
		if n.from != nil {
			*n.to = int(min(*n.from, cluster.MaxTarget))
		}
	}
	if o.Warm != nil {
		c.Cold = !*o.Warm
	}
	return &c
}

// set changes a value that was given.
func set[T any](to, given *T) {
	if given != nil {
		*to = *given
	}
}
