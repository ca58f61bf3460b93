// Package cluster models the nodes that serve the tables: which node serves which partition, how much
// a partition, a node and an account can handle, and what happens above that.
//
// Rule book: "Scalability and performance targets for Table storage" for the two targets; the paper
// on Windows Azure Storage (SOSP 2011) for ranges of partitions that are split, moved and merged.
// All other numbers are ours, and much faster than the real ones: seconds instead of minutes. Time
// is virtual and everything follows from the requests, so the same steps give the same map.
//
// Not here: what a request does (package table) and how long it takes by itself (package explain).
package cluster

import (
	"strings"
	"sync"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/clock"
	"rowkey/engine/units"
)

// Defaults of [Options] of our own: four nodes together handle what an account may ask for, and a node handles more
// than one partition may ask for, so that a split helps several partitions and never one.
const (
	DefaultNodes    = 4
	DefaultCapacity = 5_000 // entities per second and node
)

// MaxNodes is how many nodes a cluster has at most.
const MaxNodes = 16

// MaxTarget is the largest of the numbers of [Options].
const MaxTarget = 1_000_000

// MaxWait is how long a request waits for its turn at most; a request that would have to wait longer is refused. So
// for a moment requests above a target are still served, but more slowly.
const MaxWait = 100 * time.Millisecond

// Options of a cluster. A number that is 0 means its default.
type Options struct {
	Nodes    int
	Target   int  // entities per second and partition
	Account  int  // entities per second and account
	Capacity int  // entities per second and node
	Cold     bool // new tables have to warm up
}

func (o Options) filled() Options {
	for _, d := range [...]struct {
		n         *int
		otherwise int
	}{
		{&o.Nodes, DefaultNodes}, {&o.Target, units.PartitionTarget}, {&o.Account, units.AccountTarget},
		{&o.Capacity, DefaultCapacity},
	} {
		if *d.n <= 0 {
			*d.n = d.otherwise
		}
	}
	o.Nodes = min(o.Nodes, MaxNodes)
	return o
}

// Load is the work that a request asks for.
type Load struct {
	Account   string
	Table     string // as the caller wrote it; letter case does not matter
	Partition string
	Entities  int  // a transaction counts all of its entities; less than 1 counts as 1
	Whole     bool // the request is not bound to one partition
	Free      bool // takes nothing and is never refused: it only makes the partition known
	Ghost     bool // nothing is stored
}

// Cluster is a data centre. It is safe for concurrent use.
type Cluster struct {
	clock *clock.Clock

	mu sync.Mutex // guards the fields below
	o  Options
	state
}

// state is what a cluster knows.
type state struct {
	tables   map[string]*table // by account and lower-cased name
	accounts map[string]*queue
	nodes    []queue
	second   int64 // the one that is being counted, since 1970
	latest   int64 // when the last request came
	busy     int64 // the last one in which anything was asked for
	events   []Event
}

// New returns a cluster whose nodes serve nothing yet.
func New(c *clock.Clock, o Options) *Cluster {
	cl := &Cluster{clock: c, o: o.filled()}
	cl.reset()
	return cl
}

func (c *Cluster) reset() {
	c.state = state{
		tables: map[string]*table{}, accounts: map[string]*queue{}, nodes: make([]queue, c.o.Nodes),
		second: second(c.clock.Now().UnixNano()),
	}
}

// Options returns the options, with the defaults filled in.
func (c *Cluster) Options() Options {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.o
}

// SetOptions changes the targets. It returns false, and changes nothing, if the number of nodes differs, which takes a
// new cluster.
func (c *Cluster) SetOptions(o Options) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if o = o.filled(); o.Nodes != len(c.nodes) {
		return false
	}
	c.o = o
	return true
}

// Admit asks for admission now. It returns how long the request waits for its turn.
// Errors: ServerBusy above what the partition, its node, its table while that is cold, or the
// account can handle.
func (c *Cluster) Admit(l Load) (time.Duration, error) { return c.AdmitAt(c.clock.Now(), l) }

// AdmitAt is Admit at a time that the clock has not reached yet. Times do not run backwards: a request
// that comes after a later one, as when requests in flight are tried one by one with their
// repetitions, is admitted at the later time.
func (c *Cluster) AdmitAt(at time.Time, l Load) (time.Duration, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.latest = max(c.latest, at.UnixNano())
	now := c.latest
	c.settle(now)
	account := c.account(l.Account)
	if l.Whole {
		if l.Free {
			return 0, nil
		}
		if account.full(now) {
			return 0, overAccount()
		}
		return account.add(now, 1, c.o.Account), nil
	}
	t := c.table(l.Account, l.Table)
	p, r := t.partition(l.Partition), t.rangeOf(l.Partition)
	p.stored = p.stored || !l.Ghost
	t.guests = t.guests || l.Ghost
	if l.Free {
		return 0, nil
	}
	n := max(1, l.Entities)
	c.busy = c.second
	t.count(p, r, n)
	wait, err := c.enter(now, n, t, p, r, account)
	if err != nil {
		r.refused += n
	}
	return wait, err
}

// enter lets n entities into all queues that they have to pass, or into none.
func (c *Cluster) enter(now int64, n int, t *table, p *partition, r *span, account *queue) (time.Duration, error) {
	if account.full(now) {
		return 0, overAccount()
	}
	node := &c.nodes[r.node]
	if p.full(now) || node.full(now) || t.cold() && t.full(now) {
		return 0, apierr.New(apierr.ServerBusy)
	}
	wait := max(account.add(now, n, c.o.Account), node.add(now, n, c.o.Capacity),
		p.add(now, n, t.share(c.o.Target)))
	if t.cold() {
		wait = max(wait, t.add(now, n, t.share(c.o.Capacity)))
	}
	return wait, nil
}

// overAccount is the refusal of an account that asks for too much, whatever the partitions.
// Source: Status and error codes, "ServerBusy".
func overAccount() error {
	return apierr.Newf(apierr.ServerBusy, "Operations per second is over the account limit.")
}

func (c *Cluster) account(name string) *queue {
	q := c.accounts[name]
	if q == nil {
		q = new(queue)
		c.accounts[name] = q
	}
	return q
}

func tableKey(account, name string) string { return account + "/" + strings.ToLower(name) }

// table returns a table, which begins on the node that serves the fewest ranges.
func (c *Cluster) table(account, name string) *table {
	key := tableKey(account, name)
	t := c.tables[key]
	if t == nil {
		t = &table{key: key, name: name, parts: map[string]*partition{}, warmth: warm}
		if c.o.Cold {
			t.warmth = newborn
		}
		t.ranges = []*span{{node: c.emptiest(), since: c.second}}
		c.tables[key] = t
	}
	return t
}

// emptiest returns the node that serves the fewest ranges, the first of several.
func (c *Cluster) emptiest() int {
	ranges := make([]int, len(c.nodes))
	for _, t := range c.tables {
		for _, r := range t.ranges {
			ranges[r.node]++
		}
	}
	return quietest(ranges)
}

// Create makes a table known before anything is asked of it.
func (c *Cluster) Create(account, name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.settle(c.clock.Now().UnixNano())
	c.table(account, name)
}

// Drop forgets a table: one that is created again with its name is new.
func (c *Cluster) Drop(account, name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.tables, tableKey(account, name))
}
