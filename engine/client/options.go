package client

import (
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/cluster"
	"rowkey/engine/explain"
	"rowkey/engine/hash"
	"rowkey/engine/trail"
)

// MaxTraffic is how many bytes of bodies a script sends and receives, with all that run inside it.
const MaxTraffic = 256 << 20

// Epoch is where time begins by default.
var Epoch = time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)

// Options of a run. The zero value runs every block at the epoch.
type Options struct {
	Now      func() time.Time      // of the virtual clock; nil is always the epoch
	Advance  func(time.Duration)   // what @sleep does; nil does nothing
	Random   *hash.Random          // nil begins at seed 1
	Blocks   []int                 // run only these, after what they @setup and @ref; nil runs all
	Continue *Session              // an earlier run: its answers are known, its setups are done
	Setups   []string              // that have already run, as @setup names them
	Meter    func(*explain.Record) // gets what each visible exchange cost; nil drops it
	Log      func(trail.Request)   // gets each visible exchange after that; nil drops it
	Learner  *Session              // the run that "answer" and "run" ask about; nil is this run
	Accounts auth.Accounts         // whose keys sign; nil: nothing is signed, and $sas knows the development account
	Began    func()                // is called after the setups, before the first block; nil is not
	Elapse   bool                  // the clock moves by what requests take, and not by waits alone
	Sandbox  Sandbox               // in which checks replay the run of Learner; nil: they cannot
	Bases    Bases                 // of the accounts that {{table}}, {{queue}} and {{blob}} are

	// Cluster returns what @load runs against, nil if there is no cluster. nil has none.
	Cluster func() *cluster.Cluster

	// Unmetered says that the cost of a request is unknown: assertions about it are skipped.
	Unmetered bool
}
