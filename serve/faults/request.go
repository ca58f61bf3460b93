package faults

import (
	"encoding/json"
	"net/url"
	"strings"
)

// Request is what rules look at. Path and Query are as they were sent.
type Request struct {
	Service, Method, Path, Query string

	Secondary bool   // asks the read-only copy of the account
	Body      string // its beginning, as far as a rule needs it
}

// names returns what the path names after the account: a table with its keys, or a queue with its messages.
func (q Request) names() []string {
	parts := strings.SplitN(strings.TrimPrefix(q.Path, "/"), "/", 3)
	return parts[1:]
}

// receives reports whether the request takes messages out of a queue.
func (q Request) receives() bool {
	names := q.names()
	return q.Service == "queue" && q.Method == "GET" && len(names) == 2 && names[1] == "messages" &&
		!strings.Contains(q.Query, "peekonly=true")
}

// partition returns the partition that a request to a table names, "" if none: in its path, in the filter of a query
// as what PartitionKey is equal to, or in the entity that it sends. All operations of a transaction have one partition,
// which is that of the first.
func (q Request) partition() string {
	if q.Service != "table" {
		return ""
	}
	options, _ := url.ParseQuery(q.Query) // what cannot be decoded is no filter
	for _, at := range [][2]string{
		{decoded(q.Path), "PartitionKey="}, {options.Get("$filter"), "PartitionKey eq "},
		{decoded(q.batched()), "PartitionKey="},
	} {
		if key, ok := quoted(at[0], at[1]); ok {
			return key
		}
	}
	return member(q.Body, `"PartitionKey"`)
}

// batched returns the line of the body that names an entity, if an operation of a transaction does before one of them
// sends an entity.
func (q Request) batched() string {
	before, _, _ := strings.Cut(q.Body, `"PartitionKey"`)
	_, address, _ := strings.Cut(before, "(PartitionKey=")
	line, _, _ := strings.Cut(address, "\n")
	return "PartitionKey=" + line
}

func decoded(text string) string {
	if path, err := url.PathUnescape(text); err == nil {
		return path
	}
	return text
}

// quoted returns the text in quotes after a word, in which two quotes stand for one.
func quoted(text, word string) (value string, ok bool) {
	_, text, ok = strings.Cut(text, word+"'")
	if !ok {
		return "", false
	}
	for {
		part, rest, closed := strings.Cut(text, "'")
		value += part
		if !closed || !strings.HasPrefix(rest, "'") {
			return value, closed
		}
		value, text = value+"'", rest[1:]
	}
}

// member returns the text that a member of a JSON object has as its value.
func member(text, name string) (value string) {
	_, text, _ = strings.Cut(text, name)
	text, ok := strings.CutPrefix(strings.TrimLeft(text, " \t\r\n"), ":")
	if ok {
		_ = json.NewDecoder(strings.NewReader(text)).Decode(&value) // another type is not a key
	}
	return value
}

// matches reports whether a name is that of a rule, in which * at the end stands for anything.
func matches(pattern, name string, equal func(a, b string) bool) bool {
	if beginning, ok := strings.CutSuffix(pattern, "*"); ok {
		return len(name) >= len(beginning) && equal(name[:len(beginning)], beginning)
	}
	return equal(name, pattern)
}
