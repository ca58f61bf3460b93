package client

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/hash"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// operation is one request inside a batch.
type operation struct {
	block *script.Block
	index int // of the loop
	out   *outgoing
	op    Op
}

// runBatch sends the requests of a batch as one entity group transaction.
// Source: Performing entity group transactions.
func (e *executor) runBatch(ctx context.Context, j job) *Exchange {
	x := e.begin(j)
	e.timeline.depart(x, &e.script.Blocks[j.unit.First])
	ops, p := e.operations(x, j)
	if p != nil {
		return stopped(x, p)
	}
	base, p := e.baseOf(ops)
	if p != nil {
		return stopped(x, p)
	}
	keys := entitiesOf(ops)
	e.timeline.awaitLocks(x, keys)
	resp, rec, p := e.sender.send(ctx, e.sender.networkOf(j.unit), x, e.envelope(base, ops))
	if p != nil {
		return stopped(x, p)
	}
	if resp != nil {
		x.addPage(resp, rec)
	} else {
		x.addCost(rec)
	}
	e.timeline.arrive(x)
	e.timeline.lock(x, keys)
	if resp != nil {
		x.readParts(ops, resp)
	}
	e.finish(x)
	if x.crashed {
		e.crash(x, j)
		return x
	}
	e.checkBatch(x, ops, j)
	return x
}

// operations builds the requests of a batch. A loop repeats its request inside the batch, and a request whose
// condition does not hold is left out. Inserts ask for no content back, as all official clients do inside a batch.
// Source: recorded traffic of azure-sdk-for-go and azure-sdk-for-js.
func (e *executor) operations(x *Exchange, j job) ([]operation, *Problem) {
	var ops []operation
	for i := j.unit.First; i <= j.unit.Last; i++ {
		b := &e.script.Blocks[i]
		e.timeline.sleep(x, b.Meta.Sleep)
		p := e.eachRound(b, j.unit, func(round job) *Problem {
			out, p := e.build(b.Request, e.scope(b, round))
			if p == nil {
				p = e.seal(b, out)
			}
			if p != nil {
				return p
			}
			if out.method == "POST" {
				out.setDefault("Prefer", "return-no-content")
			}
			out.setDefault("DataServiceVersion", dataVersion)
			ops = append(ops, operation{block: b, index: round.index, out: out})
			return nil
		})
		if p != nil {
			return nil, p
		}
	}
	return ops, nil
}

// entitiesOf returns what a transaction locks, by address.
func entitiesOf(ops []operation) []string {
	var keys []string
	for _, o := range ops {
		table, _, _ := strings.Cut(o.op.Target, "(")
		keys = append(keys, strings.ToLower(table)+"\n"+o.op.Key.Partition+"\n"+o.op.Key.Row)
	}
	return keys
}

// baseOf returns the address of the account, which all operations must share.
func (e *executor) baseOf(ops []operation) (string, *Problem) {
	base := ""
	for i := range ops {
		r, err := e.o.Bases.address(ops[i].out.method, ops[i].out.url)
		if err != nil {
			return "", noAddress(ops[i].block.Line, err)
		}
		if i > 0 && r.Base != base {
			return "", problemOn(ops[i].block.Line, "batch-of-two-accounts", ops[i].block.Batch)
		}
		base = r.Base
		ops[i].op = Op{Block: ops[i].block.Index, Method: ops[i].out.method,
			Target: strings.TrimPrefix(r.Path, "/"), Key: script.KeyOf(r.Path, ops[i].out.body)}
	}
	return base, nil
}

// envelope writes the multipart request. Boundaries come from the number of the step, so that the
// same script sends the same bytes.
func (e *executor) envelope(base string, ops []operation) *outgoing {
	ids := hash.NewRandom(^uint64(e.steps))
	batch, changes := "batch_"+ids.GUID(), "changeset_"+ids.GUID()
	query := len(ops) == 1 && ops[0].out.method == "GET" // alone, outside a changeset
	var b strings.Builder
	b.WriteString("--" + batch + "\r\n")
	if !query {
		b.WriteString("Content-Type: multipart/mixed; boundary=" + changes + "\r\n\r\n")
	}
	for _, op := range ops {
		if !query {
			b.WriteString("--" + changes + "\r\n")
		}
		op.out.writePart(&b)
	}
	if !query {
		b.WriteString("--" + changes + "--\r\n")
	}
	b.WriteString("--" + batch + "--\r\n")
	out := &outgoing{method: "POST", url: base + "/$batch" + tokenQuery(ops[0].out.url), body: b.String()}
	out.header.Set("Content-Type", "multipart/mixed; boundary="+batch)
	out.setDefault("Accept", defaultAccept)
	out.addVersions()
	return out
}

func (out *outgoing) writePart(b *strings.Builder) {
	b.WriteString("Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n")
	b.WriteString(out.method + " " + out.url + " HTTP/1.1\r\n")
	for _, f := range out.header {
		b.WriteString(f.Name + ": " + f.Value + "\r\n")
	}
	b.WriteString("\r\n")
	if out.body != "" {
		b.WriteString(out.body + "\r\n")
	}
}

// readParts finds out what became of each operation.
func (x *Exchange) readParts(ops []operation, resp *rest.Response) {
	parts := Parts(resp.Header.Get("Content-Type"), resp.Body)
	x.answers = map[int]*answer{}
	failing := -1
	if len(parts) > 0 && parts[0].Status >= 400 || len(parts) == 0 {
		failing = x.failing(parts, len(ops))
	}
	for i := range ops {
		op, a := &ops[i].op, &answer{rec: x.Record, pages: 1}
		switch {
		case len(parts) == 0: // the service refused the batch as a whole
			*a, op.State = *x.answer, Failed
		case failing < 0 && i < len(parts):
			*a, op.State = newAnswer(parts[i]), Done
			a.keepSent(ops[i].out, op.Key)
		case i == failing:
			*a, op.State = newAnswer(parts[0]), Failed
		default:
			a.rolledBack, op.State = true, Undone
		}
		a.rec, a.pages, a.client = x.Record, 1, x.answer.client
		op.Status, op.Code, op.Message = a.status, a.code, a.message
		x.Ops = append(x.Ops, *op)
		if old := x.answers[op.Block]; old == nil || old.rolledBack {
			x.answers[op.Block] = a
		}
	}
}

// readRaw reads the operations of a batch that a script writes out, so that pages can show
// it as they show one of separate requests. Its assertions ask about the outer answer.
func (x *Exchange) readRaw(b *script.Block, out *outgoing) {
	path, _, _ := strings.Cut(out.url, "?")
	if out.method != "POST" || !strings.HasSuffix(path, "/$batch") {
		return
	}
	var ops []operation
	base := strings.TrimSuffix(path, "$batch")
	for _, part := range requestParts(out.header.Get("Content-Type"), out.body) {
		below := strings.TrimPrefix(strings.TrimPrefix(part.url, base), "/")
		op := Op{Block: b.Index, Method: part.method, Target: below, Key: script.KeyOf(below, part.body)}
		ops = append(ops, operation{block: b, op: op})
	}
	last := x.Wire[len(x.Wire)-1].Response
	x.readParts(ops, &rest.Response{Header: fieldsOf(last.Headers), Body: []byte(last.Body)})
	x.answers = nil
}

// failing returns the index of the operation that a failed transaction names, and keeps its error
// as that of the exchange.
func (x *Exchange) failing(parts []*rest.Response, n int) int {
	if len(parts) == 0 {
		return -1
	}
	x.Code, x.Message = ErrorOf(string(parts[0].Body))
	x.answer.code, x.answer.message = x.Code, x.Message
	digits, _, ok := strings.Cut(x.Message, ":")
	if i, err := strconv.Atoi(digits); ok && err == nil && 0 <= i && i < n {
		return i
	}
	return 0
}

// statuses returns the status of the answer, and that of the operation that made a transaction fail.
func (x *Exchange) statuses() []string {
	all := []string{strconv.Itoa(x.Status)}
	for _, op := range x.Ops {
		if op.State == Failed && op.Status != x.Status {
			all = append(all, strconv.Itoa(op.Status))
		}
	}
	return all
}

// checkBatch evaluates the assertions of every block on the answer to its own operation.
func (e *executor) checkBatch(x *Exchange, ops []operation, j job) {
	for i, op := range ops {
		b := op.block
		if i > 0 && ops[i-1].block == b {
			continue
		}
		a := x.answers[b.Index]
		if b.Name != "" {
			e.state.answers[b.Name] = a
		}
		e.checkAll(x, b, a, e.scope(b, j))
		if (a.status >= 400 || a.code == NoAnswer) && !e.judging && !expectsRefusal(b.Assertions) {
			x.Stopped = true
		}
	}
	for i := j.unit.First; i <= j.unit.Last; i++ {
		b := &e.script.Blocks[i]
		sent := slices.ContainsFunc(ops, func(op operation) bool { return op.block == b })
		if b.InBatch() && b.Meta.Client.If != nil && !sent {
			e.askSilent(x, b, e.scope(b, j), &answer{client: clientSide{skipped: 1}})
		}
	}
}
