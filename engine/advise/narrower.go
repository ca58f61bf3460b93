package advise

import (
	"cmp"
	"slices"
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/order"
	"rowkey/engine/percent"
)

// Narrower is an answer without a few properties that are most of it. As many entities are read for it.
type Narrower struct {
	Without []string `json:"without"` // the properties, heaviest first
	Select  []string `json:"select"`  // what remains, for $select
	Before  int      `json:"before"`  // bytes of the answer as it is
	After   int      `json:"after"`   // bytes of the answer with $select
}

const (
	leastBody   = 2000 // bytes of an answer that is worth a word
	mostWithout = 3    // properties that are left out
)

// Narrow measures a query without the properties that are most of its answer: at most three that are more than half of
// it. ask answers a query string. Nothing is returned if the query has a $select, the answer is small, or no few
// properties are most of it: which properties a reader can do without, nobody but the reader knows.
func Narrow(query string, ask func(query string) (body []byte, ok bool)) *Narrower {
	if strings.Contains(percent.DecodeTolerant(query), "$select=") {
		return nil
	}
	body, ok := ask(query)
	if !ok || len(body) < leastBody {
		return nil
	}
	n := &Narrower{Before: len(body)}
	weights, sum := weigh(string(body)), 0
	for _, w := range weights {
		if sum*2 > n.Before {
			n.Select = append(n.Select, w.name)
			continue
		}
		n.Without, sum = append(n.Without, w.name), sum+w.bytes
	}
	if sum*2 <= n.Before || len(n.Without) > mostWithout {
		return nil
	}
	slices.Sort(n.Select)
	n.Select = append([]string{edm.PartitionKey, edm.RowKey}, n.Select...)
	separator := ""
	if query != "" {
		separator = "&"
	}
	if body, ok = ask(query + separator + "$select=" + strings.Join(n.Select, ",")); !ok || len(body)*2 > n.Before {
		return nil
	}
	n.After = len(body)
	return n
}

// weight is how many bytes of an answer a property takes.
type weight struct {
	name  string
	bytes int
}

// weigh returns the properties of all entities of an answer but the keys, heaviest first.
func weigh(body string) []weight {
	var list []weight
	entity := func(name string, from, to int) bool {
		name, _, _ = strings.Cut(name, "@odata.")
		if strings.HasPrefix(name, "odata.") || name == edm.PartitionKey || name == edm.RowKey {
			return true
		}
		i := slices.IndexFunc(list, func(w weight) bool { return w.name == name })
		if i < 0 {
			i, list = len(list), append(list, weight{name: name})
		}
		list[i].bytes += to - from + len(name) + len(`"":,`)
		return true
	}
	value, several := jsontext.Member(body, "value")
	if !several || value[0] != '[' {
		value = "[" + body + "]"
	}
	jsontext.Each(value, 0, func(_ string, from, _ int) bool { return jsontext.Each(value, from, entity) })
	order.By(list, func(a, b weight) int { return cmp.Or(b.bytes-a.bytes, cmp.Compare(a.name, b.name)) })
	return list
}
