package odata

import (
	"slices"
	"strings"
	"sync"

	"rowkey/engine/apierr"
	"rowkey/engine/rest"
	"rowkey/engine/table"
)

const texUnreadable = "An error occurred while processing this request."

// batch answers POST /$batch: 202 with the answers inside, also when the transaction failed.
// Source: Performing entity group transactions.
func (c batches) batch() *rest.Response {
	c.NoteOperation("EntityGroupTransaction", "")
	e, ok := splitBatch(c.Fields.ContentType, c.Request.Body)
	switch {
	case !ok:
		return c.fail(apierr.Newf(apierr.InvalidInput, texUnreadable))
	case e.queries > 0 && e.queries+e.changesets > 1:
		return c.fail(apierr.New(apierr.InvalidInput))
	}
	w := c.newBatchWriter()
	switch {
	case e.queries == 1:
		c.runQuery(&w, &e.query)
	case e.changesets > 0:
		w.openChangeset()
		c.runChangeset(&w, e.changeset)
		w.closeChangeset()
		if e.changesets > 1 {
			c.refuseFurther(&w)
		}
	}
	return c.send(&reply{status: 202, noCache: true, body: w.end(), contentType: w.contentType()})
}

// refuseFurther answers the changesets after the first, once for all of them: they are rejected with 400. In which
// form is not recorded.
// Source: Performing entity group transactions.
func (c batches) refuseFurther(w *batchWriter) {
	c.NoteCode(apierr.InvalidInput)
	w.unreadable()
}

// runChangeset runs all parts as one transaction and writes their answers, or the one answer that
// says why nothing was done. Without parts there is nothing to answer.
func (c batches) runChangeset(w *batchWriter, parts []part) {
	if len(parts) == 0 {
		return
	}
	room := newRoom(len(parts))
	defer room.free()
	calls := room.calls
	for i := range parts {
		if parts[i].broken {
			c.NoteCode(apierr.InvalidInput)
			w.unreadable()
			return
		}
		calls[i] = c.child(&parts[i], &room.requests[i])
	}
	actions := room.actions
	for i := range calls {
		a, err := c.readAction(&calls[i], &calls[0], i)
		if err != nil {
			c.failPart(w, calls, i, err)
			return
		}
		actions[i] = a
	}
	c.NoteOperation("EntityGroupTransaction", calls[0].target.table)
	outcomes, err := calls[0].table().SubmitTransaction(c.Context, actions)
	if err != nil {
		c.failPart(w, calls, failedAt(err, len(calls)), err)
		return
	}
	for i := range outcomes {
		r := entities{&calls[i]}.changed(&actions[i], &outcomes[i])
		w.change(&calls[i], &r)
	}
}

// readAction reads one operation and checks what can be checked before any is run.
func (c batches) readAction(p, first *call, i int) (table.Action, error) {
	if i == table.MaxActions {
		err := apierr.Newf(apierr.InvalidInput,
			"The batch request operation exceeds the maximum %d changes per change set.", table.MaxActions)
		return table.Action{}, err.At(table.MaxActions - 1)
	}
	if err := p.address(); err != nil {
		return table.Action{}, err
	}
	if err := p.authorize(); err != nil {
		return table.Action{}, err
	}
	a, err := entities{p}.change()
	if err == nil && !strings.EqualFold(p.target.table, first.target.table) {
		err = apierr.New(apierr.BatchPartitionsDiffer)
	}
	return a, err
}

// child is a part of the batch as a request of its own. The caller and the version are those of
// the batch; what a part says about that is ignored.
func (c batches) child(p *part, req *rest.Request) call {
	path, query := c.relative(p.url)
	*req = rest.Request{
		Method: p.method, Service: c.Request.Service, Account: c.Request.Account, Secondary: c.Request.Secondary,
		Base: c.Request.Base, Path: path, Query: query, Header: p.header, Body: p.body, Room: c.Request.Room,
	}
	return newCall(c.Part(req), c.service)
}

// relative cuts the address of a part to what comes after the account. It may be absolute, or
// begin at the root of the host, or be relative.
func (c batches) relative(url string) (path, query string) {
	url, query, _ = strings.Cut(url, "?")
	scheme, rest, absolute := strings.Cut(url, "://")
	if absolute && !strings.ContainsAny(scheme, "/('") {
		slash := strings.IndexByte(rest, '/')
		if slash < 0 {
			return "", query
		}
		url = rest[slash:]
	}
	if below, ok := strings.CutPrefix(url, c.root()); ok && (below == "" || below[0] == '/') {
		url = below
	}
	return url, query
}

// root is the path of the account's URL: "" for host style.
func (c batches) root() string {
	_, rest, _ := strings.Cut(c.Request.Base, "://")
	if slash := strings.IndexByte(rest, '/'); slash >= 0 {
		return rest[slash:]
	}
	return "/\x00" // no path begins like this
}

// runQuery answers the single read that a batch may hold instead of a changeset.
func (c batches) runQuery(w *batchWriter, p *part) {
	if p.broken {
		c.NoteCode(apierr.InvalidInput)
		w.unreadable()
		return
	}
	child := c.child(p, new(rest.Request))
	w.response(&child, child.read())
	c.NoteOperation("EntityGroupTransaction", child.target.table)
}

// read answers a part that may only read.
func (c *call) read() *rest.Response {
	if err := c.address(); err != nil {
		return c.fail(err)
	}
	if c.verb != "GET" || c.target.kind == kindBatch {
		return c.fail(apierr.New(apierr.MethodNotAllowed))
	}
	if err := c.authorize(); err != nil {
		return c.deny(err)
	}
	return c.dispatch()
}

// room is where the operations of a changeset are while it is served. A hundred of them take 100 kB, most of what
// a transaction needs, so the next one takes the same room.
type room struct {
	calls    []call
	requests []rest.Request
	actions  []table.Action
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// newRoom returns room for n operations, all zero.
func newRoom(n int) *room {
	r := rooms.Get().(*room)
	r.calls = slices.Grow(r.calls, n)[:n]
	r.requests = slices.Grow(r.requests, n)[:n]
	r.actions = slices.Grow(r.actions, n)[:n]
	return r
}

// free gives the room back, unless it is large. It keeps nothing of what it held.
func (r *room) free() {
	if len(r.calls) > table.MaxActions {
		return
	}
	clear(r.calls)
	clear(r.requests)
	clear(r.actions)
	r.calls, r.requests, r.actions = r.calls[:0], r.requests[:0], r.actions[:0]
	rooms.Put(r)
}
