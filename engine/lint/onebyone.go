package lint

import (
	"strconv"
)

// streaks gathers neighbours of one client and one run: go on from before says whether a request belongs to the ones
// before it.
func (h *history) streaks(starts func(q *request) bool, goesOn func(before []*request, q *request) bool) [][]*request {
	open := map[string][]*request{}
	var list [][]*request
	end := func(of string) {
		if len(open[of]) > 0 {
			list = append(list, open[of])
		}
		delete(open, of)
	}
	for _, q := range h.list {
		of := strconv.Itoa(q.Run) + "\n" + q.Client
		if len(open[of]) > 0 && !goesOn(open[of], q) {
			end(of)
		}
		if len(open[of]) > 0 || starts(q) {
			open[of] = append(open[of], q)
		}
	}
	for _, q := range h.list {
		end(strconv.Itoa(q.Run) + "\n" + q.Client)
	}
	return list
}

// oneByOne finds reads of one form that a client sends after each other, although none needs an answer of another.
func oneByOne(h *history) []*candidate {
	reads := func(q *request) bool {
		return q.Run > 0 && q.Method == "GET" && q.ok() && q.Flight == "" && q.table != "" && !q.resumed
	}
	var list []*candidate
	for _, s := range h.streaks(reads, func(before []*request, q *request) bool {
		return reads(q) && q.shape == before[0].shape && !usesAny(q, before)
	}) {
		if len(distinct(s)) >= 5 {
			c := &candidate{Finding: Finding{ID: s[0].shape + " " + strconv.Itoa(s[0].Line)}, hits: s, once: true}
			c.try = sideBySide(s)
			list = append(list, c)
		}
	}
	return merged(list)
}

// distinct returns the requests with different addresses.
func distinct(list []*request) (urls []string) {
	for _, q := range list {
		urls = with(urls, q.URL)
	}
	return urls
}

// usesAny reports whether a request uses the answer of one of these.
func usesAny(q *request, of []*request) bool {
	for _, u := range q.Uses {
		for _, r := range of {
			if u.Of == r.N && u.Name != "" {
				return true
			}
		}
	}
	return false
}

// merged keeps the longest of the candidates that have one form.
func merged(list []*candidate) []*candidate {
	var out []*candidate
	at := map[string]int{}
	for _, c := range list {
		i, ok := at[c.ID]
		if !ok {
			at[c.ID] = len(out)
			out = append(out, c)
		} else if len(c.hits) > len(out[i].hits) {
			out[i] = c
		}
	}
	return out
}

// sideBySide sends all reads on the copy; in flight together the client waits for the slowest alone.
func sideBySide(s []*request) func(*Bench, *request) (trial, error) {
	return func(b *Bench, _ *request) (t trial, err error) {
		t.ok = true
		for _, q := range s {
			a := b.Ask(Sent{Method: "GET", URL: q.URL, Accept: q.Accept})
			t.ok = t.ok && a.Status == q.Status
			t.before.add(Cost{Read: a.Record.Read, Requests: 1, Roundtrips: 1, Bytes: a.Record.BytesOut})
		}
		t.after = t.before
		t.after.Roundtrips = 1
		t.names = []string{strconv.Itoa(len(s))}
		for _, q := range s[:min(len(s), 3)] {
			t.form = append(t.form, Step{Head: []string{"parallel reads"}, Method: "GET", Target: q.target(),
				Fields: [][2]string{}})
		}
		return t, nil
	}
}

// target returns the address of a request below its account.
func (q *request) target() string { return q.URL[min(len(q.URL), len(base(q))):] }
