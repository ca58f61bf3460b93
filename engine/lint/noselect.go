package lint

import (
	"slices"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/order"
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
	order.By(names[2:], strings.Compare)
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
		t.form = []Step{{Head: []string{}, Method: "GET", Target: q.target() + sep + "$select=" + list,
			Fields: [][2]string{}}}
		return t, nil
	}
}
