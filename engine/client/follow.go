package client

import (
	"slices"
	"strings"

	"rowkey/engine/explain"
	"rowkey/engine/lists"
	"rowkey/engine/percent"
	"rowkey/engine/rest"
)

// tokens are the header fields that tell where the next page begins, and the query options that
// ask for it. Source: Query timeout and pagination.
var tokens = []string{"NextTableName", "NextPartitionKey", "NextRowKey"}

const tokenPrefix = "x-ms-continuation-"

// addPage adds an answer and what it cost.
func (x *Exchange) addPage(r *rest.Response, rec *explain.Record) {
	a := newAnswer(r)
	x.Token = tokenOf(r.Header)
	if x.Record != nil {
		a.pages = x.answer.pages + 1
	}
	x.addCost(rec)
	a.rec = x.Record
	x.answer = &a
	x.pages = append(x.pages, a.body)
	x.Status, x.Reason, x.Body = a.status, rest.StatusText(a.status), a.body
	x.Code, x.Message = a.code, a.message
}

// addCost adds what a request cost, nil for one that had no answer and was not measured.
func (x *Exchange) addCost(rec *explain.Record) {
	if x.Record == nil {
		x.Record = rec
	} else if rec != nil {
		joinRecord(x.Record, rec)
	}
}

// joinPages makes one list of the pages. If a page was refused, only the refusal remains.
func (x *Exchange) joinPages() {
	if len(x.pages) < 2 || x.Status == 0 || x.Status >= 400 {
		return
	}
	first := x.pages[0]
	_, end, ok := valueArray(first)
	if !ok {
		return
	}
	b := &strings.Builder{}
	b.WriteString(strings.TrimRight(first[:end-1], " \t\r\n"))
	for _, page := range x.pages[1:] {
		entities := inArray(page)
		if entities != "" && !strings.HasSuffix(b.String(), "[") {
			b.WriteByte(',')
		}
		b.WriteString(entities)
	}
	b.WriteString(first[end-1:])
	x.Body, x.answer.body = b.String(), b.String()
}

// inArray returns what is between the brackets of a list answer.
func inArray(page string) string {
	from, to, ok := valueArray(page)
	if !ok {
		return ""
	}
	return strings.TrimSpace(page[from+1 : to-1])
}

// tokenOf reads the continuation of an answer, nil if it is the last page.
func tokenOf(h rest.Header) *explain.Key {
	for i, name := range tokens[:2] {
		text, ok := h.Lookup(tokenPrefix + name)
		if !ok {
			continue
		}
		k := &explain.Key{Partition: plainToken(text)}
		if i == 1 {
			k.Row = plainToken(h.Get(tokenPrefix + "NextRowKey"))
		} else {
			k.Partition, _, _ = strings.Cut(k.Partition, "\x01")
		}
		return k
	}
	return nil
}

// plainToken decodes a token, or returns it as it is if another service wrote it.
func plainToken(s string) string {
	if key, err := rest.ParseToken(s); err == nil {
		return key
	}
	return s
}

// nextPage adds the tokens of an answer to the URL of the first page, in place of those with which
// the first page began.
func nextPage(url string, h rest.Header) string {
	url = withoutTokens(url)
	for _, name := range tokens {
		text, ok := h.Lookup(tokenPrefix + name)
		if !ok {
			continue
		}
		sep := "&"
		if !strings.Contains(url, "?") {
			sep = "?"
		}
		url += sep + name + "=" + percent.Encode(text)
	}
	return url
}

// withoutTokens leaves out the query options that ask for a later page.
func withoutTokens(url string) string {
	path, query, _ := strings.Cut(url, "?")
	sep := "?"
	for _, option := range strings.Split(query, "&") {
		if name, _, _ := strings.Cut(option, "="); option != "" && !slices.Contains(tokens, name) {
			path += sep + option
			sep = "&"
		}
	}
	return path
}

// joinRecord adds what the next page cost. A partition that a page begins within is counted once.
func joinRecord(r, next *explain.Record) {
	if r.Last != nil && next.First != nil && r.Last.Partition == next.First.Partition {
		r.Partitions--
	}
	if r.First == nil {
		r.First = next.First
	}
	if next.Last != nil {
		r.Last = next.Last
	}
	r.Next = next.Next
	r.Nodes = lists.Add(r.Nodes, next.Nodes...)
	r.Counts = r.Counts.Plus(next.Counts)
	r.Keys = append(r.Keys, next.Keys...)
	r.Latency += next.Latency
	r.Code = next.Code
}
