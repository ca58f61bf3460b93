package server

import (
	"crypto/rand"
	"crypto/tls"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"rowkey/engine"
	"rowkey/engine/auth"
	"rowkey/engine/store"
	"rowkey/serve/data"
	"rowkey/serve/seed"
	"rowkey/serve/site"
)

// off is the address of a listener that is not wanted.
const off = "off"

// options are the flags.
type options struct {
	site, table, queue, blob string // addresses or off

	dir     string          // folder of the built site, "" for the one inside the program
	files   http.FileSystem // of the site
	reload  bool            // pages load again when their files change
	data    string          // folder of the store, "" for memory
	engine  engine.Options
	auth    authMode
	origins origins
	hosts   []string
	anyHost bool // names of this machine are not checked
	seed    *seed.Files
	fault   *fault
	tls     *tls.Config // of the services, nil for http
	version bool        // say it and end
	control bool        // control paths are answered
	watch   *watcher    // of the page Watch, nil without a site
	log     string      // file that gets a line for each request to tables, "" for none

	maxHeader int           // bytes
	maxBody   int           // bytes
	timeout   time.Duration // for a request to arrive, and for its answer to be taken
}

// authMode says whose requests are answered.
type authMode string

const (
	authOn    authMode = "on"    // those that are signed
	authTrust authMode = "trust" // those, and unsigned ones for the owner's
	authOff   authMode = "off"   // all, and signatures are ignored
)

// usage is what -help says above the flags.
//
//go:embed usage.txt
var usage string

// parse reads the flags. accounts is the value of AZURITE_ACCOUNTS.
func parse(args []string, accounts string, out io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("serve", flag.ContinueOnError)
	f.SetOutput(out)
	f.Usage = func() { fmt.Fprint(out, usage); f.PrintDefaults() }
	o.addressFlags(f)
	f.StringVar(&o.dir, "dir", site.DefaultDir(), "`folder` of the built site; a released program contains one")
	f.BoolVar(&o.reload, "reload", false, "reload pages in the browser when their files change, for authors")
	f.StringVar(&o.data, "data", "", "`folder` for the data; without it data is in memory, and lost when the process ends")
	o.seed = seed.Flag(f)
	cert := certFlags(f)
	rules := f.String("faults", "",
		"`file` with rules for faults, such as lost answers; see /help/local-endpoint/ on the site")
	f.StringVar(&o.log, "log", "", "`file` that gets a line for each request to tables, without values of rows; "+
		"the page Watch and serve watch -log read it")
	f.BoolVar(&o.version, "version", false, "print the version and exit")
	sync := f.String("sync", "always", "when to flush data to the disk: always, everysecond or never")
	f.StringVar(&accounts, "accounts", accounts,
		"accounts as `name:key[:key2];…` (default AZURITE_ACCOUNTS or devstoreaccount1)")
	mode := f.String("auth", string(authOn),
		"which requests to accept: on (signed only), trust (unsigned ones too) or off (all)")
	cors := f.String("cors", "",
		"`origins` whose pages may send requests, separated by commas, or *; in addition to the CORS rules of the services")
	hosts := f.String("hosts", "",
		"other `names` that clients use for this machine, separated by commas; "+
			"unsigned changes to them need an x-ms- header, see above")
	f.BoolVar(&o.control, "control", false, "answer the control paths below /-/ and measure every request")
	f.Int64Var(&o.engine.Store.CompactFrom, "compact-from", data.CompactFrom,
		"compact a data file that has doubled in size and has at least this many `bytes`")
	f.DurationVar(&o.engine.Table.DeleteDelay, "delete-delay", 0,
		"how long a deleted name stays taken; on Azure 30s or more")
	f.IntVar(&o.maxHeader, "max-header", 64<<10, "largest header of a request, in `bytes`")
	f.IntVar(&o.maxBody, "max-body", 64<<20, "largest body of a request, in `bytes`; tables and queues take 4 MiB at most")
	f.DurationVar(&o.timeout, "timeout", time.Minute,
		"how long a request may take to arrive, and how long the client may take to read the answer")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q: all settings are flags, see -help", f.Arg(0))
	}
	if o.reload && o.dir == "" {
		return o, errors.New("-reload needs the folder of the pages: name it with -dir")
	}
	if err := errors.Join(o.bounds(), cert.load(&o)); err != nil {
		return o, err
	}
	var err error
	if o.fault, err = newFault(*rules, o.control); err != nil {
		return o, fmt.Errorf("-faults: %w", err)
	}
	if o.site != off && trustworthy(hostName(o.site)) {
		o.watch = &watcher{token: rand.Text()}
	}
	o.engine.Control = o.control || o.watch != nil || o.log != ""
	return o, o.set(*sync, *mode, accounts, *cors, *hosts)
}

// bounds refuses numbers with which no request would be answered.
func (o *options) bounds() error {
	switch {
	case o.engine.Table.DeleteDelay < 0:
		return fmt.Errorf("-delete-delay must not be negative, but is %v", o.engine.Table.DeleteDelay)
	case o.timeout <= 0:
		return fmt.Errorf("-timeout must be more than 0s, but is %v", o.timeout)
	case o.maxBody < 1:
		return fmt.Errorf("-max-body must be 1 byte or more, but is %d", o.maxBody)
	case o.maxHeader < 1:
		return fmt.Errorf("-max-header must be 1 byte or more, but is %d", o.maxHeader)
	case o.engine.Store.CompactFrom < 0:
		return fmt.Errorf("-compact-from must not be negative, but is %d", o.engine.Store.CompactFrom)
	}
	return nil
}

// scheme returns that of the services' addresses.
func (o *options) scheme() string { return o.schemeOf("table") }

// schemeOf returns the scheme of a listener's addresses. The site needs none: browsers trust loopback.
func (o *options) schemeOf(listener string) string {
	if o.tls == nil || listener == "site" {
		return "http"
	}
	return "https"
}

func (o *options) addressFlags(f *flag.FlagSet) {
	f.StringVar(&o.site, "site", "127.0.0.1:8080", "`address` of the site, or off")
	f.StringVar(&o.blob, "blob", "127.0.0.1:10000", "`address` of the blob service, or off")
	f.StringVar(&o.queue, "queue", "127.0.0.1:10001", "`address` of the queue service, or off")
	f.StringVar(&o.table, "table", "127.0.0.1:10002", "`address` of the table service, or off")
}

// set parses the flags that are more than a value.
func (o *options) set(sync, mode, accounts, cors, hosts string) (err error) {
	if o.engine.Store.Sync, err = parseSync(sync); err != nil {
		return err
	}
	if o.origins, err = parseOrigins(cors); err != nil {
		return err
	}
	o.hosts = words(hosts)
	o.auth, o.engine.Trusting = authMode(mode), authMode(mode) == authTrust
	switch o.auth {
	case authOff:
		return nil
	case authOn, authTrust:
		if o.engine.Accounts, err = parseAccounts(accounts); err != nil {
			return fmt.Errorf("-accounts, or AZURITE_ACCOUNTS: %w", err)
		}
		return nil
	}
	return fmt.Errorf("-auth must be on, trust or off, not %q", mode)
}

func parseSync(s string) (store.Sync, error) {
	policy, ok := map[string]store.Sync{"always": store.Always, "everysecond": store.EverySecond, "never": store.Never}[s]
	if !ok {
		return 0, fmt.Errorf("-sync must be always, everysecond or never, not %q", s)
	}
	return policy, nil
}

func parseAccounts(s string) (auth.Accounts, error) {
	if s == "" {
		return auth.Development(), nil
	}
	return auth.ParseAccounts(s)
}

// words cuts at commas.
func words(s string) []string {
	return strings.FieldsFunc(s, func(c rune) bool { return c == ',' || c == ' ' })
}

// banner prints what a user will want to know next.
func (o *options) banner() string {
	data := "data   in memory, lost when the process ends; -data DIR keeps it\n"
	if o.data != "" {
		data = "data   in " + o.data + "\n"
	}
	switch o.auth {
	case authTrust:
		return data + "auth   trust: unsigned requests are treated as the owner's, signatures are checked\n"
	case authOff:
		return data + "auth   off: every request is accepted, signatures are ignored\n"
	}
	return data + "auth   on: requests must be signed; -auth trust accepts unsigned ones too\n"
}
