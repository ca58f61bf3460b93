package advise

import (
	"strings"

	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/percent"
)

// Narrower is an answer without the few properties that make up most of it. It reads as many entities.
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

// Narrow measures a query without the properties that make up most of its answer: at most three that are more than
// half of it. ask answers a query string. The result is nil if the query has a $select, if the answer is small, or if
// no three properties make up half of it. Whether a client can do without them, only its author knows.
func Narrow(query string, ask func(query string) (body []byte, ok bool)) *Narrower {
	if strings.Contains(percent.DecodeTolerant(query), "$select=") {
		return nil
	}
	body, ok := ask(query)
	if !ok || len(body) < leastBody {
		return nil
	}
	n := &Narrower{Before: len(body), Select: []string{edm.PartitionKey, edm.RowKey}}
	rest, left := weigh(string(body)), len(body)
	for left*2 >= n.Before && len(n.Without) < mostWithout && len(rest) > 0 {
		i := heaviest(rest)
		n.Without, left = append(n.Without, rest[i].name), left-rest[i].bytes
		rest = append(rest[:i], rest[i+1:]...)
	}
	if left*2 >= n.Before {
		return nil
	}
	for _, w := range rest {
		n.Select = append(n.Select, w.name)
	}
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

// heaviest returns the position of the heaviest property, the first of several.
func heaviest(list []weight) int {
	most := 0
	for i, w := range list {
		if w.bytes > list[most].bytes {
			most = i
		}
	}
	return most
}

// weigh returns the properties of all entities of an answer but the keys, as they appear.
func weigh(body string) []weight {
	var list []weight
	entity := func(name string, from, to int) bool {
		name, _, _ = strings.Cut(name, "@odata.")
		if strings.HasPrefix(name, "odata.") || name == edm.PartitionKey || name == edm.RowKey {
			return true
		}
		i := 0
		for i < len(list) && list[i].name != name {
			i++
		}
		if i == len(list) {
			list = append(list, weight{name: name})
		}
		list[i].bytes += to - from + len(name) + len(`"":,`)
		return true
	}
	value, several := jsontext.Member(body, "value")
	if !several || value[0] != '[' {
		value = "[" + body + "]"
	}
	jsontext.Each(value, 0, func(_ string, from, _ int) bool { return jsontext.Each(value, from, entity) })
	return list
}
