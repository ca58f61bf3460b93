package copy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"rowkey/engine"
	"rowkey/engine/client"
	"rowkey/engine/rest"
	"rowkey/engine/store"
	"rowkey/serve/data"
	"rowkey/serve/run"
)

// side says what a place is for.
type side int

const (
	source side = iota
	target
)

// place is where a copy begins or ends.
type place struct {
	name     string // as it is shown, without secrets
	account  string // "" for a place whose address names it
	stamp    string // changes when a file does; "" for places that are not files
	handler  rest.Handler
	bases    client.Bases
	near     bool // on this machine: counting it first costs nothing
	inside   bool // a file or a folder that is opened in this process: its requests cost nothing
	most     int  // bytes of a transaction
	policy   policy
	answered atomic.Bool // something, at any time
	lines    *lineFile   // the target is a file; the other fields but name are not used then
	close    func() error
}

// Sizes of a transaction, with some room for what frames it.
// Source: Performing entity group transactions; for Cosmos DB the limits of its service.
const (
	maxTransaction       = 4<<20 - 16<<10
	maxTransactionCosmos = 2<<20 - 16<<10
)

// engineBase is the address of an account in a handler that is not reached over a network.
const engineBase = "http://127.0.0.1/"

// place opens one of the two places.
func (o *options) place(ctx context.Context, s side, notes io.Writer) (*place, error) {
	text, key := o.from, o.fromKey
	if s == target {
		text, key = o.to, o.toKey
	}
	var p *place
	var err error
	switch {
	case isAddress(text) || isConnection(text):
		p, err = remotePlace(text, key, o.parallel)
	case s == source:
		p, err = o.openSource(ctx, text)
	default:
		p, err = o.openTarget(text)
	}
	if err != nil {
		return nil, err
	}
	p.policy = policy{tries: o.retries, notes: notes}
	p.most = cmp.Or(p.most, maxTransaction)
	return p, nil
}

// remotePlace is an account at an address.
func remotePlace(text, key string, parallel int) (*place, error) {
	var o run.RemoteOptions
	var err error
	if isAddress(text) {
		o, err = parseAddress(text, key)
	} else {
		o, err = parseConnection(text)
	}
	if err != nil {
		return nil, err
	}
	base := cmp.Or(o.Bases.Table, o.Bases.Queue, o.Bases.Blob)
	if _, err := rest.Locate(rest.TableService, "GET", base+"/"); err != nil {
		return nil, fmt.Errorf("%s is not the address of an account: write https://ACCOUNT.table.core.windows.net "+
			"or http://127.0.0.1:10002/ACCOUNT", base)
	}
	if err := namesTable(base); err != nil {
		return nil, err
	}
	r, err := run.NewRemote(o, io.Discard)
	if err != nil {
		return nil, errors.New("this is not an account key: a key is base64, as the portal shows it")
	}
	transport := r.Client.Transport.(*http.Transport)
	transport.MaxIdleConnsPerHost = parallel + 2
	p := &place{name: base, handler: r, bases: o.Bases, near: isLoopback(base)}
	p.close = func() error { transport.CloseIdleConnections(); return nil }
	if strings.Contains(base, ".cosmos.") {
		p.most = maxTransactionCosmos
	}
	return p, nil
}

// namesTable refuses the address of a table, as signatures for one table are often handed over.
func namesTable(base string) error {
	u, err := url.Parse(base)
	if err != nil || !strings.Contains(u.Host, ".table.") {
		return nil
	}
	if table := strings.Trim(u.Path, "/"); table != "" {
		return fmt.Errorf("the address includes the table %s: use the address of the account, https://%s/, and -tables %s",
			table, u.Host, table)
	}
	return nil
}

func isLoopback(base string) bool {
	u, err := url.Parse(base)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// openSource opens a file or a folder to read.
func (o *options) openSource(ctx context.Context, path string) (*place, error) {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s does not exist: a place is a file, a data folder, an address or a connection string", path)
	}
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return o.fileSource(ctx, path)
	}
	if _, err := os.Stat(filepath.Join(path, data.File)); err != nil {
		return nil, fmt.Errorf("%s is not a data folder: rowkey.db, which serve -data writes, is missing", path)
	}
	return folderPlace(path, o.account, source)
}

// openTarget opens a folder, or a file that a copy began.
func (o *options) openTarget(path string) (*place, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".jsonl", ".ndjson":
		full, err := filepath.Abs(path)
		l := &lineFile{path: full}
		return &place{name: full, lines: l, close: l.close}, err
	case ".http", ".rest", ".rowkey", ".json", ".csv", ".tsv", ".txt", ".xml", ".log", ".db", ".zip", ".gz":
		return nil, fmt.Errorf("%s: cannot copy to this kind of file: "+
			"name a file of JSON lines (.jsonl), a data folder or a server", path)
	}
	if o.dry {
		full, err := filepath.Abs(path)
		return &place{name: full, close: func() error { return nil }}, err // nothing is written
	}
	return folderPlace(path, o.account, target)
}

// folderPlace is the data in a folder, without a server. Every request is answered. A source is not changed, and may
// be a folder that cannot be.
func folderPlace(dir, account string, s side) (*place, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	h, done, err := data.Open(full, engine.Options{
		Store: store.FileOptions{Sync: store.Always, ReadOnly: s == source, CompactFrom: data.CompactFrom},
	})
	if err != nil {
		return nil, fmt.Errorf("%w; if a server is using the folder, name the address of the server instead", err)
	}
	p := inProcess(h, full, account)
	p.close = done
	return p, nil
}

// inProcess is a place whose requests never leave this process.
func inProcess(h rest.Handler, name, account string) *place {
	base := engineBase + account
	return &place{
		name: name, account: account, handler: h, near: true, inside: true, bases: client.Bases{Table: base, Queue: base,
			Blob: base},
		close: func() error { return nil },
	}
}
