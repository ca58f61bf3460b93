package copy

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/rest"
)

// reader reads a table page by page.
type reader struct {
	from  *place
	table string
	keys  bool   // only keys are wanted
	next  string // query string of the next page, without $top
	top   int
	ended bool
	seen  marks
}

// Sizes of pages. A server may refuse a page that is too large for its memory, so pages of large entities
// have fewer of them.
const (
	firstTop  = 100
	maxTop    = 1000
	pageBytes = 4 << 20
)

func newReader(from *place, table, next string) *reader {
	return &reader{from: from, table: table, next: next, top: firstTop}
}

// page returns the next entities, which may be none before the end of the table.
// Source: Query timeout and pagination.
func (r *reader) page(ctx context.Context) ([]edm.Document, error) {
	res, err := r.ask(ctx)
	if err != nil {
		return nil, err
	}
	docs, err := readPage(res.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: table %s: %w", r.from.name, r.table, err)
	}
	if len(docs) > 0 {
		r.top = max(1, min(maxTop, pageBytes*len(docs)/len(res.Body)))
	}
	r.next = continuation(res.Header)
	r.ended = r.next == ""
	if err := r.seen.next(r.next, len(docs)); err != nil {
		return nil, fmt.Errorf("%s: table %s: %w", r.from.name, r.table, err)
	}
	return docs, nil
}

// ask asks for a page, and for a smaller one each time that the place cannot answer.
func (r *reader) ask(ctx context.Context) (*rest.Response, error) {
	return r.from.repeat(ctx, func() (*rest.Response, *refusal) {
		query := fmt.Sprintf("$top=%d", r.top)
		if r.keys {
			query += "&$select=PartitionKey,RowKey"
		}
		if r.next != "" {
			query += "&" + r.next
		}
		res, refused := r.from.once(ctx, &question{service: rest.TableService, method: "GET", path: below(r.table) + "()",
			query: query, header: rest.Header{{Name: "Accept", Value: full}}})
		if refused != nil && refused.retryable() {
			r.top = max(1, r.top/2)
		}
		return res, refused
	})
}

// continuation returns the query string that asks for the next page, "" at the end.
func continuation(h rest.Header) string {
	var parts []string
	for _, name := range []string{"NextPartitionKey", "NextRowKey", "NextTableName"} {
		if value, ok := h.Lookup("x-ms-continuation-" + name); ok && value != "" {
			parts = append(parts, name+"="+url.QueryEscape(value))
		}
	}
	return strings.Join(parts, "&")
}

// count counts the entities of a table, by their keys alone.
func (p *place) count(ctx context.Context, table string) (int, error) {
	n := 0
	r := newReader(p, table, "")
	r.keys, r.top = true, maxTop
	for !r.ended {
		docs, err := r.page(ctx)
		if err != nil {
			return 0, err
		}
		n += len(docs)
	}
	return n, nil
}

// tables returns the names of the tables that are wanted, and how many lists it read for that. Names without
// a pattern are not looked up: a signature for one table does not permit to list them.
func (p *place) tables(ctx context.Context, wanted patterns) (all []string, lists int, err error) {
	if names := wanted.plain(); names != nil {
		return names, 0, nil
	}
	var pages marks
	for next := ""; ; {
		res, err := p.ask(ctx, &question{service: rest.TableService, method: "GET", path: "/Tables", query: next,
			header: rest.Header{{Name: "Accept", Value: minimal}}})
		if err != nil {
			return nil, lists, err
		}
		lists++
		var list struct{ Value []struct{ TableName string } }
		if err := json.Unmarshal(res.Body, &list); err != nil {
			return nil, lists, fmt.Errorf("%s: the list of tables is not JSON: %w", p.name, err)
		}
		for _, t := range list.Value {
			if err := p.checkName(t.TableName); err != nil {
				return nil, lists, err
			}
			if wanted.match(t.TableName) {
				all = append(all, t.TableName)
			}
		}
		next = continuation(res.Header)
		if err := cmp.Or(pages.next(next, len(list.Value)), checkCount(len(all))); err != nil {
			return nil, lists, fmt.Errorf("%s: the list of tables: %w", p.name, err)
		}
		if next == "" {
			return all, lists, nil
		}
	}
}

// plain returns the names, if no pattern is among them.
func (p patterns) plain() []string {
	for _, one := range p {
		if strings.ContainsAny(one, `*?[\`) {
			return nil
		}
	}
	return p
}

// createTable creates a table. existing reports whether it was there before and holds entities.
func (p *place) createTable(ctx context.Context, name string) (existing bool, err error) {
	body, err := json.Marshal(map[string]string{"TableName": name})
	if err != nil {
		return false, err
	}
	_, err = p.ask(ctx, &question{service: rest.TableService, method: "POST", path: "/Tables", body: body,
		header: rest.Header{
			{Name: "Accept", Value: minimal}, {Name: "Content-Type", Value: "application/json"}, {Name: "Prefer",
				Value: "return-no-content"},
		}})
	var refused *refusal
	switch {
	case err == nil:
		return false, nil
	case is(err, "TableBeingDeleted"):
		return false, fmt.Errorf("%w: the table was deleted a moment ago, try again in a minute", err)
	case !is(err, "TableAlreadyExists") && !(errors.As(err, &refused) && refused.status == 403):
		return false, err
	}
	// A signature that may write entities often may not create tables: what the next request says counts.
	return p.holdsAny(ctx, name)
}

// holdsAny reports whether a table has entities. Errors: TableNotFound.
func (p *place) holdsAny(ctx context.Context, table string) (bool, error) {
	first, err := p.ask(ctx,
		&question{service: rest.TableService, method: "GET", path: below(table) + "()", query: "$top=1",
			header: rest.Header{{Name: "Accept", Value: minimal}}})
	if err != nil {
		return false, err
	}
	docs, err := readPage(first.Body)
	return len(docs) > 0 || continuation(first.Header) != "", err
}
