package lint

import (
	"strconv"
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/lists"
	"rowkey/engine/odata"
	"rowkey/engine/percent"
	"rowkey/engine/trail"
)

// request is a request of the log, read.
type request struct {
	*trail.Request
	op, table string
	filter    odata.Expr // nil for none
	selected  []string
	top       int          // 0 if it is not given
	resumed   bool         // it begins at a token
	key       *explain.Key // of the one entity that it reads or writes
	shape     string       // its form without values
	used      []trail.Use  // of its answer, by itself and by what came later
}

// history is the log, read.
type history struct {
	list    []*request
	byN     map[int]*request
	claimed map[*request]bool // queries that a rule about cost has told of
}

func newHistory(requests []*trail.Request) *history {
	h := &history{byN: make(map[int]*request, len(requests)), claimed: map[*request]bool{}}
	for _, r := range requests {
		q := read(r)
		h.list = append(h.list, q)
		h.byN[q.N] = q
		for _, u := range q.Uses {
			if of := h.byN[u.Of]; of != nil {
				of.used = append(of.used, u)
			}
		}
	}
	return h
}

func read(r *trail.Request) *request {
	q := &request{Request: r, op: r.Record.Op, table: strings.ToLower(r.Record.Table)}
	_, query, _ := strings.Cut(r.URL, "?")
	for _, option := range strings.Split(query, "&") {
		name, value, _ := strings.Cut(option, "=")
		q.option(percent.DecodeTolerant(name), percent.DecodeTolerant(value))
	}
	if p := r.Record.Plan; p != nil {
		q.filter = filterOf(p)
	}
	q.key = r.Key()
	q.shape = q.Method + " " + q.op + " " + q.table + "?" + form(q.filter) + "&" + strings.Join(q.selected, ",") + "&" +
		strconv.Itoa(q.top)
	return q
}

func (q *request) option(name, value string) {
	switch {
	case name == "$top":
		q.top, _ = strconv.Atoi(value)
	case name == "$select":
		q.selected = strings.Split(value, ",")
	case strings.HasPrefix(name, "Next"):
		q.resumed = true
	}
}

// filterOf reads the filter of a plan: what bounds its interval, and what is checked on each entity.
func filterOf(p *explain.Plan) odata.Expr {
	var all odata.Expr
	whole := p.Whole()
	for _, text := range [...]string{whole.Used, whole.Rest} {
		x, err := odata.Parse(text)
		switch {
		case text == "" || err != nil:
		case all == nil:
			all = x
		default:
			all = &odata.And{X: all, Y: x}
		}
	}
	return all
}

// form writes a filter without its values.
func form(x odata.Expr) string {
	switch x := x.(type) {
	case *odata.And:
		return form(x.X) + " and " + form(x.Y)
	case *odata.Or:
		return "(" + form(x.X) + " or " + form(x.Y) + ")"
	case *odata.Not:
		return "not " + form(x.X)
	case *odata.Compare:
		return x.Property + " " + x.Op.String()
	}
	return ""
}

// ok reports whether the service did what was asked.
func (q *request) ok() bool { return q.Status >= 200 && q.Status < 300 && q.Record.Code == "" }

// isQuery reports whether a request is a query that was answered from its beginning to its end, or to its $top.
func (q *request) isQuery() bool {
	return q.op == "QueryEntities" && q.ok() && q.Record.Plan != nil && !q.resumed && (q.Next == nil || q.top > 0)
}

// isWrite reports whether a request writes one entity, outside of a transaction.
func (q *request) isWrite() bool { return q.Method != "GET" && q.table != "" && q.key != nil }

// onlyChange returns the change of a request that has made one, else nil.
func (q *request) onlyChange() *explain.Change {
	if len(q.Record.Changes) != 1 {
		return nil
	}
	return &q.Record.Changes[0]
}

// class returns how much of the index a query walks.
func (q *request) class() explain.Class {
	if q.Record.Plan == nil {
		return explain.None
	}
	return q.Record.Plan.Class
}

// partition returns the one partition that a query names, ok is false if it names none.
func (q *request) partition() (string, bool) {
	for _, x := range odata.Terms(q.filter) {
		if c, is := x.(*odata.Compare); is && c.Property == "PartitionKey" && c.Op == odata.Eq {
			return c.Literal.Text(), true
		}
	}
	return "", false
}

func (q *request) cost() Cost {
	r := q.Record
	return Cost{Read: r.Read, Requests: max(1, r.Roundtrips), Roundtrips: r.Roundtrips, Bytes: r.BytesOut}
}

func (q *request) evidence() Evidence {
	e := Evidence{
		Record: q.Record.ID, Line: q.Line, Client: q.Client, Method: q.Method, Key: q.key, Class: q.class().String(),
		Read: q.Record.Read, Returned: q.Record.Returned, Status: q.Status, Start: q.Start,
	}
	if q.filter != nil && q.op == "QueryEntities" {
		e.Filter = odata.Text(q.filter)
	}
	return e
}

// groups gathers requests by what name says of them, in the order of their first ones; "" leaves one out.
func (h *history) groups(name func(*request) string) []*candidate {
	var list []*candidate
	at := map[string]*candidate{}
	for _, q := range h.list {
		id := name(q)
		if id == "" {
			continue
		}
		if at[id] == nil {
			at[id] = &candidate{Finding: Finding{ID: id}}
			list = append(list, at[id])
		}
		at[id].hits = append(at[id].hits, q)
	}
	return list
}

// least returns the candidates with enough hits.
func least(n int, list []*candidate) []*candidate {
	return lists.Only(list, func(c *candidate) bool { return len(c.hits) >= n })
}
