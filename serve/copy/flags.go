package copy

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"path"
	"slices"
	"strings"
)

// usage is what "copy -help" says above the flags.
//
//go:embed usage.txt
var usage string

// mode is what happens to an entity that the target already has.
type mode string

const (
	insertMode  mode = "insert"  // refused, unless it is the same
	replaceMode mode = "replace" // replaced
	mergeMode   mode = "merge"   // keeps the properties that the source does not have
)

// options are the flags of copy.
type options struct {
	from, to              string
	fromKey, toKey        string
	tables, queues, blobs patterns
	mode                  mode
	account               string // in data folders
	journal               string
	parallel              int
	retries               int
	hold                  int // seconds
	dry                   bool
	price                 prices
}

func parse(args []string, out io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("serve copy", flag.ContinueOnError)
	f.SetOutput(out)
	f.Usage = func() { fmt.Fprint(out, usage); f.PrintDefaults() }
	f.StringVar(&o.from, "from", "", "`place` to copy from")
	f.StringVar(&o.to, "to", "", "`place` to copy to")
	key := f.String("key", "", "`key` of the account, if one place is an address without a signature; or env:NAME")
	f.StringVar(&o.fromKey, "from-key", "", "`key` of the account to copy from, if both need one")
	f.StringVar(&o.toKey, "to-key", "", "`key` of the account to copy to, if both need one")
	f.StringVar(&o.account, "account", "devstoreaccount1", "`name` of the account in a data folder or a snapshot")
	tables := f.String("tables", "", "`patterns` of the tables, separated by commas")
	queues := f.String("queues", "", "`patterns` of the queues, with their messages")
	blobs := f.String("blobs", "", "`patterns` of the containers, with their blobs")
	how := f.String("mode", string(replaceMode),
		"what to do with an entity that the target already has: insert (an error if it differs), replace or merge")
	f.StringVar(&o.journal, "journal", "",
		"`file` that records how far the copy is (default copy-NUMBER.journal in this folder)")
	f.IntVar(&o.parallel, "parallel", 8, "how many `transactions` to send at the same time")
	f.IntVar(&o.retries, "retries", 10, "how often to repeat a request that a busy server refused")
	f.IntVar(&o.hold, "hold", 600, "for how many `seconds` messages are hidden at the source while they are copied")
	f.BoolVar(&o.dry, "dry", false, "read the source and print which requests a copy would take; write nothing")
	price := f.String("price", "",
		"your price for 10,000 transactions, in any currency, for -dry: 0.036, or read=0.02,write=0.04")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q: write serve copy -from PLACE -to PLACE; -help lists the flags",
			f.Arg(0))
	}
	o.mode = mode(*how)
	if err := o.patterns(*tables, *queues, *blobs); err != nil {
		return o, err
	}
	if err := o.check(); err != nil {
		return o, err
	}
	var err error
	if o.price, err = parsePrices(*price); err != nil {
		return o, err
	}
	return o, o.resolve(*key)
}

// check refuses options with which nothing can be copied.
func (o *options) check() error {
	switch {
	case o.from == "" || o.to == "":
		return errors.New("both places are needed: write serve copy -from PLACE -to PLACE; -help lists the flags")
	case o.from == o.to && !isAddress(o.from) && !isConnection(o.from):
		return fmt.Errorf("-from and -to are the same place: %s", o.from)
	case o.mode != insertMode && o.mode != replaceMode && o.mode != mergeMode:
		return fmt.Errorf("-mode must be insert, replace or merge, not %q", o.mode)
	case o.parallel < 1 || o.parallel > maxParallel:
		return fmt.Errorf("-parallel must be 1 to %d, not %d", maxParallel, o.parallel)
	case o.retries < 0 || o.retries > 100:
		return fmt.Errorf("-retries must be 0 to 100, not %d", o.retries)
	case o.hold < 1 || o.hold > maxHold:
		return fmt.Errorf("-hold must be 1 to %d seconds, not %d", maxHold, o.hold)
	}
	return nil
}

const (
	maxParallel = 256
	maxHold     = 7 * 24 * 60 * 60 // Source: Get Messages, "visibilitytimeout".
)

// patterns reads which names are copied.
func (o *options) patterns(tables, queues, blobs string) (err error) {
	if tables+queues+blobs == "" {
		tables = "*"
	}
	for _, p := range []struct {
		flag, text string
		to         *patterns
	}{{"-tables", tables, &o.tables}, {"-queues", queues, &o.queues}, {"-blobs", blobs, &o.blobs}} {
		if *p.to, err = parsePatterns(p.text); err != nil {
			return fmt.Errorf("%s: %w", p.flag, err)
		}
	}
	return nil
}

// patterns match names, as files are matched.
type patterns []string

func parsePatterns(text string) (patterns, error) {
	var all patterns
	for one := range strings.SplitSeq(text, ",") {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		if _, err := path.Match(one, ""); err != nil {
			return nil, fmt.Errorf("%q is not a valid pattern: its [ needs a ]", one)
		}
		all = append(all, one)
	}
	return all, nil
}

func (p patterns) String() string { return strings.Join(p, ",") }

// match reports whether a name is wanted. Letter case does not matter, as for the names of tables.
func (p patterns) match(name string) bool {
	return slices.ContainsFunc(p, func(one string) bool {
		ok, _ := path.Match(strings.ToLower(one), strings.ToLower(name)) // the pattern was checked
		return ok
	})
}

// journalPath is where the journal of a copy between two places is kept.
func (o *options) journalPath(from, to *place) string {
	if o.journal != "" {
		return o.journal
	}
	h := fnv.New32a()
	fmt.Fprintf(h, "%s\n%s\n%s\n%s\n%s %s %s", from.name, to.name, o.account, o.mode, o.tables, o.queues, o.blobs)
	return fmt.Sprintf("copy-%08x.journal", h.Sum32())
}
