package lint

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/trail"
)

const leastBytes = 64 << 10 // of answers that are worth a word

// noSelect finds answers of which little is used.
func noSelect(h *history) []*candidate {
	var list []*candidate
	for _, c := range h.groups(func(q *request) string {
		if q.Run == 0 || len(q.selected) > 0 || q.Method != "GET" || !q.ok() || q.table == "" || q.usedProperties() == nil {
			return ""
		}
		return q.shape
	}) {
		total, used := 0, []string{}
		for _, q := range c.hits {
			total += len(q.Answer)
			for _, name := range q.usedProperties() {
				used = with(used, name)
			}
		}
		if total <= leastBytes || 4*bytesOf(c.hits, used) >= total {
			continue
		}
		c.Names, c.try = []string{strings.Join(used, ", ")}, selecting(used)
		list = append(list, c)
	}
	return list
}

// usedProperties returns the properties that anything uses of an answer: nil if nothing is used, or all of it.
func (q *request) usedProperties() (names []string) {
	for _, u := range q.used {
		switch {
		case u.What == "header" || u.What == "status":
		case u.What != "body" && u.What != "count" && u.What != "keys":
		case u.What == "body" && u.Property == "":
			return nil
		case u.Property != "" && !strings.HasPrefix(u.Property, "odata"):
			names = with(names, u.Property)
		}
	}
	return names
}

// bytesOf returns how many bytes of answers some properties take.
func bytesOf(list []*request, names []string) (n int) {
	member := func(name string, from, to int) bool {
		if slices.Contains(names, name) {
			n += to - from + len(name)
		}
		return true
	}
	for _, q := range list {
		if rows, several := jsontext.Member(q.Answer, "value"); several {
			jsontext.Each(rows, 0, func(_ string, from, _ int) bool { return jsontext.Each(rows, from, member) })
		} else {
			jsontext.Each(q.Answer, 0, member)
		}
	}
	return n
}

// selecting asks for the keys and the properties that are used.
func selecting(used []string) func(*Bench, *request) (trial, error) {
	names := append([]string{edm.PartitionKey, edm.RowKey}, used...)
	slices.Sort(names[2:])
	list := strings.Join(slices.Compact(names), ",")
	return func(b *Bench, q *request) (t trial, err error) {
		sep := "?"
		if strings.Contains(q.URL, "?") {
			sep = "&"
		}
		before := b.Ask(Sent{Method: "GET", URL: q.URL, Accept: q.Accept})
		after := b.Ask(Sent{Method: "GET", URL: q.URL + sep + "$select=" + list, Accept: q.Accept})
		t.ok = before.Status == 200 && after.Status == 200 && len(before.Record.Keys) == len(after.Record.Keys)
		t.before = Cost{Read: before.Record.Read, Requests: 1, Roundtrips: 1, Bytes: len(before.Body)}
		t.after = Cost{Read: after.Record.Read, Requests: 1, Roundtrips: 1, Bytes: len(after.Body)}
		t.form = []Step{{Head: []string{}, Method: "GET", Target: q.target() + sep + "$select=" + list, Fields: [][2]string{}}}
		return t, nil
	}
}

// tokenDropped finds first pages that are used as if they were the whole answer.
func tokenDropped(h *history) []*candidate {
	list := h.groups(func(q *request) string {
		if q.op != "QueryEntities" || q.Next == nil || q.top > 0 || q.Pages || q.Run == 0 || !q.usedAsWhole() || h.continued(q) {
			return ""
		}
		return q.shape
	})
	for _, c := range list {
		c.try = following
	}
	return list
}

// usedAsWhole reports whether something uses an answer as if it were all: its count, all of its rows, its keys.
func (q *request) usedAsWhole() bool {
	for _, u := range q.used {
		if u.What == "count" || u.What == "keys" || u.What == "returned" || u.What == "body" && u.Row == trail.All {
			return true
		}
	}
	return false
}

// continued reports whether the next page was asked for.
func (h *history) continued(q *request) bool {
	for _, later := range h.list {
		if later.N > q.N && later.resumed && later.table == q.table && later.Client == q.Client {
			return true
		}
	}
	return false
}

// following counts what the pages hold that nobody asked for.
func following(b *Bench, q *request) (t trial, err error) {
	all, err := b.follow(q)
	if err != nil {
		return t, ignore(err)
	}
	t.before = q.cost()
	t.after, t.lost = costOf(all), all.Returned-q.Record.Returned
	t.ok = t.lost > 0
	t.form = []Step{{Head: []string{"follow"}, Method: "GET", Target: q.target(), Fields: [][2]string{}}}
	t.names = []string{strconv.Itoa(q.Record.Returned), strconv.Itoa(all.Returned)}
	return t, nil
}

// starAfterRead finds writes whose value comes from an answer, and that do not ask whether it still holds.
func starAfterRead(h *history) []*candidate {
	read := map[*request]*request{}
	list := h.groups(func(q *request) string {
		if !q.isWrite() || q.IfMatch != "*" || q.Method == "DELETE" || !q.ok() {
			return ""
		}
		for _, u := range q.Uses {
			of := h.byN[u.Of]
			if of != nil && of != q && of.op == "GetEntity" && u.What == "body" && of.table == q.table && *of.key == *q.key {
				read[q] = of
				return q.table + " " + strconv.Itoa(q.Line)
			}
		}
		return ""
	})
	for _, c := range list {
		c.why = append(c.why, read[c.hits[0]])
		for _, q := range c.hits {
			between := h.writesBetween(read[q], q)
			if len(between) > 0 {
				c.Lost++
				c.why = append(c.why, between[0])
			}
		}
		c.Names = []string{c.hits[0].key.Partition, c.hits[0].key.Row}
		c.try = guarded(read)
	}
	return list
}

// writesBetween returns what others wrote to the entity of a request since it was read.
func (h *history) writesBetween(read, q *request) (list []*request) {
	for _, w := range h.list {
		if w.N > read.N && w.N < q.N && w.isWrite() && w.ok() && w.table == q.table && *w.key == *q.key && w.Client != q.Client {
			list = append(list, w)
		}
	}
	return list
}

// guarded sends the write with the ETag of its read, after another writer was there: it has to be refused, where the
// write as it was sent goes through.
func guarded(read map[*request]*request) func(*Bench, *request) (trial, error) {
	return func(b *Bench, q *request) (t trial, err error) {
		ask := func(etag string) (status int) {
			_ = b.Apart(func() error {
				url, _, _ := strings.Cut(q.URL, "?")
				now := b.Ask(Sent{Method: "GET", URL: url, Accept: q.Accept})
				b.Ask(Sent{Method: "MERGE", URL: url, IfMatch: "*", Body: `{"RowkeyOther":1}`})
				if etag == "" {
					etag = now.ETag
				}
				status = b.Ask(Sent{Method: q.Method, URL: url, IfMatch: etag, Body: q.Body}).Status
				return nil
			})
			return status
		}
		star, exact := ask("*"), ask("")
		t = trial{ok: star < 300 && exact == 412, names: []string{strconv.Itoa(star), strconv.Itoa(exact)}}
		name := read[q].Name
		get := Step{Head: []string{"name " + name}, Method: "GET", Target: read[q].target(), Fields: [][2]string{}}
		put := Step{Head: []string{}, Method: q.Method, Target: q.target(), Body: q.Body,
			Fields: [][2]string{{"If-Match", "{{" + name + ".response.headers.ETag}}"}}}
		t.form = []Step{get, put}
		return t, nil
	}
}
