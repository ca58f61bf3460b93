// Package advise finds what would answer a query with fewer reads: another filter, several queries, or a copy of the
// entities below other keys. Nothing is guessed: each proposal is counted on the tables as they are, and one
// that does not find the same entities, or reads as many, is dropped.
//
// Rule book: the Azure Table storage design guide, "Query design" and "Table design patterns"; the proposals are ours.
// Not here: what a query reads (package table), the texts (the pages keep them under "cheaper.<kind>").
package advise

import (
	"cmp"
	"context"
	"slices"

	"rowkey/engine/edm"
	"rowkey/engine/explain"
	"rowkey/engine/odata"
	"rowkey/engine/order"
	"rowkey/engine/table"
)

// Kind is what is proposed.
type Kind string

// The kinds.
const (
	Partition  Kind = "partition"  // name the one partition in which all entities found lie
	Partitions Kind = "partitions" // one query for each partition in which entities were found
	Upper      Kind = "upper"      // add the bound that the range of row keys lacks above
	Prefix     Kind = "prefix"     // bound the row keys by the prefix that all entities found share
	Split      Kind = "split"      // one query for each side of an "or"
	Index      Kind = "index"      // a copy in the same partition whose row key begins with a property
	ByValue    Kind = "byValue"    // a copy with a partition for each value of a property
)

// Cost is what queries cost together when a client follows their tokens to the end.
type Cost struct {
	Read     int `json:"read"`     // entities
	Returned int `json:"returned"` // entities
	Requests int `json:"requests"` // 0 of a copy, whose pages are not known before it is made
}

// Advice is one proposal.
type Advice struct {
	Kind    Kind     `json:"kind"`
	Class   string   `json:"class"`   // of its queries, the most expensive one
	Filters []string `json:"filters"` // of its queries, in order
	Names   []string `json:"names"`   // what it names: partitions, a prefix
	Cost
	Copy *Copy `json:"copy"` // that the queries need, null if they need none
}

// Report is what a query costs as it is, and what would cost less, the cheapest first.
type Report struct {
	Cost
	Advice []Advice `json:"advice"`
}

// proposals make the advice of some kinds.
var proposals = [...]struct {
	kinds []Kind
	make  func(*adviser) *Advice
}{
	{[]Kind{Partition, Partitions}, (*adviser).partitions}, {[]Kind{Upper}, (*adviser).upper},
	{[]Kind{Prefix}, (*adviser).prefix}, {[]Kind{Split}, (*adviser).split}, {[]Kind{Index, ByValue}, (*adviser).copy},
}

// For advises on a query for at most limit entities, all of them if limit is 0; with kinds only these are tried.
// Errors: those of [table.Table.ListEntities].
func For(ctx context.Context, t table.Table, filter odata.Expr, limit int, kinds ...Kind) (Report, error) {
	a := adviser{ctx: ctx, table: t, limit: limit, terms: odata.Terms(filter)}
	var err error
	if a.now, a.found, err = a.count(filter); err != nil {
		return Report{}, err
	}
	report := Report{Cost: a.now, Advice: []Advice{}}
	if a.now.Read <= a.now.Returned {
		return report, nil // each read was of use
	}
	for _, propose := range proposals {
		if len(kinds) > 0 && !slices.Contains(kinds, propose.kinds[0]) {
			continue
		}
		p := propose.make(&a)
		if a.err != nil {
			return Report{}, a.err
		}
		if p != nil && p.Read < a.now.Read {
			report.Advice = append(report.Advice, *p)
		}
	}
	order.By(report.Advice, func(p, q Advice) int {
		return cmp.Or(p.Read-q.Read, p.Requests-q.Requests)
	})
	return report, nil
}

// adviser knows the query and what it found.
type adviser struct {
	ctx   context.Context
	table table.Table
	limit int
	terms []odata.Expr // of the uppermost "and"
	now   Cost
	found []explain.Key // in key order
	err   error         // that ended the counting
}

// instead counts queries that take the place of the one that was asked; nil if they do not find the same entities, or
// read no fewer.
func (a *adviser) instead(kind Kind, names []string, filters ...odata.Expr) *Advice {
	p := &Advice{Kind: kind, Names: names}
	class := explain.None
	var found []explain.Key
	for _, x := range filters {
		cost, keys, err := a.count(x)
		if err != nil {
			a.err = err
			return nil
		}
		p.Read, p.Requests = p.Read+cost.Read, p.Requests+cost.Requests
		if p.Read >= a.now.Read {
			return nil
		}
		found = append(found, keys...)
		plan := table.PlanOf(x)
		class = max(class, plan.Class)
		p.Filters = append(p.Filters, odata.Text(x))
	}
	order.By(found, compareKeys)
	if found = slices.Compact(found); !slices.Equal(found, a.found) {
		return nil
	}
	p.Returned, p.Class = len(found), class.String()
	return p
}

// Count runs a query to its end, or until it has found limit entities if that is not 0. Errors: those of
// [table.Table.ListEntities].
func Count(ctx context.Context, t table.Table, filter odata.Expr, limit int) (Cost, []explain.Key, error) {
	a := adviser{ctx: ctx, table: t, limit: limit}
	return a.count(filter)
}

// count runs a query to its end, or until it has found enough.
func (a *adviser) count(filter odata.Expr) (cost Cost, found []explain.Key, err error) {
	q := table.Query{Filter: filter, Top: -1}
	if a.limit > 0 {
		q.Top = min(a.limit, table.MaxPage)
	}
	for {
		rec := &explain.Record{}
		page, err := a.table.ListEntities(explain.NewContext(a.ctx, rec), q)
		if err != nil {
			return cost, nil, err
		}
		cost.Read, cost.Requests = cost.Read+rec.Read, cost.Requests+1
		found = append(found, rec.Keys...)
		if q.Next = page.Next; q.Next == nil || a.limit > 0 && len(found) >= a.limit {
			break
		}
	}
	cost.Returned = len(found)
	order.By(found, compareKeys)
	return cost, found, nil
}

func compareKeys(a, b explain.Key) int {
	return cmp.Or(edm.CompareText(a.Partition, b.Partition), edm.CompareText(a.Row, b.Row))
}
