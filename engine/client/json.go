package client

import (
	"strings"

	"rowkey/engine/jsontext"
	"rowkey/engine/order"
)

// valueArray returns the range of the array in the member "value" of a list answer, brackets
// included.
func valueArray(body string) (from, to int, ok bool) {
	if !strings.HasPrefix(body, "{") {
		return 0, 0, false
	}
	jsontext.Each(body, 0, func(name string, a, b int) bool {
		if name == "value" && body[a] == '[' {
			from, to, ok = a, b, true
		}
		return !ok
	})
	return from, to, ok
}

// countEntities returns how many entities an answer holds: those of the list, or the one.
func countEntities(body string) int {
	if from, _, ok := valueArray(body); ok {
		n := 0
		jsontext.Each(body, from, func(string, int, int) bool { n++; return true })
		return n
	}
	if strings.HasPrefix(body, "{") {
		return 1
	}
	return 0
}

// canonical returns a text that is the same for equal JSON values: members are sorted. With loose,
// elements are sorted as well, and what the service adds to an entity (odata members, annotations
// and Timestamp) is left out. The second result is false for text that is not JSON.
func canonical(s string, loose bool) (string, bool) {
	if jsontext.Error(s) >= 0 {
		return "", false
	}
	return string(appendCanonical(nil, strings.TrimSpace(s), loose)), true
}

func appendCanonical(b []byte, s string, loose bool) []byte {
	switch s[0] {
	case '{':
		b = append(b, '{')
		for _, text := range canonicalMembers(s, loose) {
			b = append(append(b, text...), ',')
		}
		return append(b, '}')
	case '[':
		b = append(b, '[')
		for _, text := range canonicalElements(s, loose) {
			b = append(append(b, text...), ',')
		}
		return append(b, ']')
	case '"':
		return jsontext.AppendString(b, jsontext.Unquote(s))
	case 't', 'f', 'n':
		return append(b, s...)
	}
	return append(b, plainNumber(s)...)
}

func canonicalMembers(s string, loose bool) []string {
	var texts []string
	jsontext.Each(s, 0, func(name string, from, to int) bool {
		if !loose || !addedByService(name) {
			b := append(jsontext.AppendString(nil, name), ':')
			texts = append(texts, string(appendCanonical(b, s[from:to], loose)))
		}
		return true
	})
	order.By(texts, strings.Compare)
	return texts
}

func canonicalElements(s string, loose bool) []string {
	var texts []string
	jsontext.Each(s, 0, func(_ string, from, to int) bool {
		texts = append(texts, string(appendCanonical(nil, s[from:to], loose)))
		return true
	})
	if loose {
		order.By(texts, strings.Compare)
	}
	return texts
}

func addedByService(name string) bool {
	return name == "Timestamp" || strings.HasPrefix(name, "odata.") ||
		strings.HasSuffix(name, "@odata.type")
}
