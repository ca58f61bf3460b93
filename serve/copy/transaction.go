package copy

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"rowkey/engine/client"
	"rowkey/engine/edm"
	"rowkey/engine/odata"
	"rowkey/engine/percent"
	"rowkey/engine/rest"
)

// transaction is what one request writes: entities of one partition.
type transaction struct {
	table    string
	mode     mode
	entities []*edm.Entity
	bodies   [][]byte // their JSON
	size     int      // bytes, roughly, with what frames them
}

// maxOperations is how many entities an entity group transaction holds.
// Source: Performing entity group transactions, "Requirements for entity group transactions".
const maxOperations = 100

// frame is how many bytes surround an entity in a transaction, without its keys.
const frame = 512

// transactions groups the entities of a page by their partition, in the order in which partitions come.
// Entities of a key that comes twice go into different transactions: one may hold each key once.
func transactions(table string, m mode, docs []edm.Document, most int) []*transaction {
	var all []*transaction
	open := map[string]*transaction{}
	seen := map[string]bool{}
	for i := range docs {
		e := &docs[i].Entity
		body := appendEntity(nil, e)
		size := len(body) + 3*(len(e.PartitionKey)+len(e.RowKey)) + frame
		t, key := open[e.PartitionKey], e.PartitionKey+"\x00"+e.RowKey
		if t == nil || len(t.entities) == maxOperations || t.size+size > most || seen[key] {
			t = &transaction{table: table, mode: m}
			open[e.PartitionKey] = t
			all = append(all, t)
		}
		seen[key] = true
		t.entities, t.bodies, t.size = append(t.entities, e), append(t.bodies, body), t.size+size
	}
	return all
}

// write writes a transaction. In insert mode, an entity that is there already and is the same counts as
// written: a copy that goes on after an interruption repeats its last requests.
func (p *place) write(ctx context.Context, t *transaction) error {
	if len(t.entities) == 1 {
		return p.writeOne(ctx, t.entities[0], t)
	}
	_, err := p.repeat(ctx, func() (*rest.Response, *refusal) { return p.sendBatch(ctx, t) })
	if t.mode == insertMode && is(err, "EntityAlreadyExists") {
		return p.writeEach(ctx, t)
	}
	return err
}

// writeEach writes the entities of a transaction that was refused as a whole, one by one.
func (p *place) writeEach(ctx context.Context, t *transaction) error {
	for i := range t.entities {
		one := &transaction{table: t.table, mode: t.mode, entities: t.entities[i : i+1], bodies: t.bodies[i : i+1]}
		if err := p.writeOne(ctx, t.entities[i], one); err != nil {
			return err
		}
	}
	return nil
}

func (p *place) writeOne(ctx context.Context, e *edm.Entity, t *transaction) error {
	method, path := t.target(e)
	q := &question{service: rest.TableService, method: method, path: path, body: t.bodies[0], header: rest.Header{
		{Name: "Accept", Value: minimal}, {Name: "Content-Type", Value: "application/json"},
		{Name: "Prefer", Value: "return-no-content"},
	}}
	_, err := p.ask(ctx, q)
	if t.mode == insertMode && is(err, "EntityAlreadyExists") {
		if same, e2 := p.holds(ctx, t.table, e); same || e2 != nil {
			return e2
		}
	}
	return about(err, e)
}

// about adds the entity that a refusal is about.
func about(err error, e *edm.Entity) error {
	var r *refusal
	if errors.As(err, &r) {
		r.what += " " + nameOf(e)
	}
	return err
}

func nameOf(e *edm.Entity) string {
	return fmt.Sprintf("PartitionKey %s, RowKey %s", shown(e.PartitionKey), shown(e.RowKey))
}

// shown quotes a key for a message.
func shown(key string) string {
	if len(key) > 80 {
		key = strings.ToValidUTF8(key[:80], "") + "…"
	}
	return strconv.Quote(key)
}

// holds reports whether the place has the same entity.
func (p *place) holds(ctx context.Context, table string, e *edm.Entity) (bool, error) {
	res, err := p.ask(ctx, &question{service: rest.TableService, method: "GET", path: entityPath(table, e),
		header: rest.Header{{Name: "Accept", Value: full}}})
	if err != nil {
		return false, err
	}
	doc, err := edm.ParseJSON(string(res.Body))
	var a, b sum
	a.add(e)
	b.add(&doc.Entity)
	return a == b, err
}

const (
	minimal = "application/json;odata=minimalmetadata"
	full    = "application/json;odata=fullmetadata"
)

// target returns how an entity is written.
func (t *transaction) target(e *edm.Entity) (method, path string) {
	switch t.mode {
	case insertMode:
		return "POST", below(t.table)
	case mergeMode:
		return "MERGE", entityPath(t.table, e)
	}
	return "PUT", entityPath(t.table, e)
}

func entityPath(table string, e *edm.Entity) string {
	return below(table) + "(PartitionKey='" + escapeKey(e.PartitionKey) + "',RowKey='" + escapeKey(e.RowKey) + "')"
}

func escapeKey(key string) string {
	return string(percent.Append(nil, odata.Escape(key), percent.Unreserved))
}

// Boundaries of the parts. No entity contains them in a line of its own: JSON has no line breaks.
const (
	batchBoundary  = "batch_rowkey-copy"
	changeBoundary = "changeset_rowkey-copy"
)

// sendBatch sends an entity group transaction.
func (p *place) sendBatch(ctx context.Context, t *transaction) (*rest.Response, *refusal) {
	q := &question{service: rest.TableService, method: "POST", path: "/$batch", body: t.envelope(p.bases.Table),
		header: rest.Header{{Name: "Accept", Value: minimal},
			{Name: "Content-Type", Value: "multipart/mixed; boundary=" + batchBoundary}}}
	res, refused := p.once(ctx, q)
	if refused != nil {
		return nil, refused
	}
	return res, p.readBatch(t, res)
}

// envelope writes the body of an entity group transaction.
// Source: Performing entity group transactions.
func (t *transaction) envelope(base string) []byte {
	b := bytes.NewBuffer(make([]byte, 0, t.size+frame))
	b.WriteString("--" + batchBoundary + "\r\nContent-Type: multipart/mixed; boundary=" + changeBoundary + "\r\n\r\n")
	for i, e := range t.entities {
		method, path := t.target(e)
		b.WriteString("--" + changeBoundary +
			"\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n")
		b.WriteString(method + " " + base + path + " HTTP/1.1\r\nAccept: " + minimal + "\r\n")
		b.WriteString("Content-Type: application/json\r\nPrefer: return-no-content\r\nDataServiceVersion: 3.0\r\n\r\n")
		b.Write(t.bodies[i])
		b.WriteString("\r\n")
	}
	b.WriteString("--" + changeBoundary + "--\r\n--" + batchBoundary + "--\r\n")
	return b.Bytes()
}

// readBatch reads the answers of the operations. One refusal is that of all of them.
func (p *place) readBatch(t *transaction, res *rest.Response) *refusal {
	what := fmt.Sprintf("transaction of %d entities in %s", len(t.entities), t.table)
	answers := partsOf(res.Header.Get("Content-Type"), res.Body)
	for _, part := range answers {
		if part.Status < 400 {
			continue
		}
		refused := p.refused(what, part)
		if i, ok := failing(refused.message); ok && i < len(t.entities) {
			refused.what += ", " + nameOf(t.entities[i])
		} else {
			refused.what += " of PartitionKey " + shown(t.entities[0].PartitionKey)
		}
		return refused
	}
	if len(answers) != len(t.entities) {
		return &refusal{place: p.name, what: what, status: http.StatusBadGateway, code: "IncompleteAnswer",
			message: fmt.Sprintf("the answer covers %d of the %d operations", len(answers), len(t.entities))}
	}
	return nil
}

// failing reads the number of the operation that a message begins with.
func failing(message string) (int, bool) {
	digits, _, ok := strings.Cut(message, ":")
	i, err := strconv.Atoi(digits)
	return i, ok && err == nil && i >= 0
}

// partsOf returns the answers inside an answer. One that has no status is one of a broken server.
func partsOf(contentType string, body []byte) []*rest.Response {
	all := client.Parts(contentType, body)
	for _, part := range all {
		part.Status = cmp.Or(part.Status, http.StatusBadGateway)
	}
	return all
}
