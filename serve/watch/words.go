package watch

import (
	"fmt"
	"strings"

	"rowkey/engine/lint"
	"rowkey/engine/shape"
	engine "rowkey/engine/watch"
	"rowkey/serve/data"
)

// words are what reports say of a rule: what happened, and what costs less or loses nothing.
type words struct{ title, advice string }

var rules = map[string]words{
	"n-plus-one": {"A query, then a read for each of its rows",
		"Keep what you need of the other rows in these rows, so that the query returns it."},
	"read-again":    {"The same read again, with the same answer", "Keep the answer until the work is done."},
	"single-writes": {"Writes that could be one transaction", "Send up to 100 writes to one partition as a transaction."},
	"whole-rows":    {"Whole rows read, and little of them written back", "Name the properties that you need in $select."},
	"small-pages":   {"A query read in pages of a few rows", "Leave $top out: a page has up to 1,000 rows."},
	"never-retried": {"Refused because another client wrote the row, and not tried again", afterRefusal},
	"star-after-read": {"Written without the ETag that was read",
		"Send the ETag of the read in If-Match. After 412, read again, and write if your change isn't there."},
	"scan": {"Rows found without their partition",
		"Name the PartitionKey, or store a copy under a key that begins with what you look for."},
	"busy": {"Refused because the service was busy",
		"Wait before the next try, and spread the rows over more partitions."},
	"scan-known-key": {"Scan for a row whose partition is known", "Name the PartitionKey in the filter."},
	"or-of-keys":     {"One query with “or” between keys", "Send one query for each side of the or, in parallel."},
	"open-range": {"Range of row keys without an upper bound",
		"Add an upper bound: RowKey lt the prefix with its last character raised by one."},
	"scan-not-copy": {"Scan although a copy has that value as a key",
		"Send the query to the table whose key begins with this value."},
	"scan-then-filter": {"Scan for a value that could be a key",
		"Store a second entity under a key that begins with this value. One read then answers."},
	"newest-by-scan": {"Whole range read for its newest rows", "Store inverted time in the row key, and query with $top."},
	"client-join":    {"A join in the client", "Keep what you need of the other rows in these rows."},
	"one-by-one":     {"Reads one after the other", "Send them in parallel."},
	"same-again":     {"The same row read again and again", "Cache the answer for as long as it is valid."},
	"delete-loop": {"Rows deleted one by one by age",
		"Store each period in a table of its own, and delete the table."},
	"hot-partition": {"One partition takes most of the load", "Spread its rows over several partitions."},
	"append-key":    {"Every insert goes to the newest partition", "Begin the key with something that spreads the rows."},
	"no-select":     {"Large answers that are hardly used", "Name the properties that you need in $select."},
	"replace-little": {"Whole entity sent to change a little",
		"Send what has changed with PATCH: it leaves the rest as it is."},
	"busy-entity": {"One entity that every client writes", "Give each writer a row of its own, and add them up."},
	"near-limit":  {"An entity close to a limit", "Split it, or store a blob and keep its URL here."},
	"upsert-over": {"Upsert over another client's change", "Insert, or write with the ETag."},
	"retry-not-safe": {"Sent again although it may already have been done",
		"Derive the key from the operation, or send an ETag: then the second try does no harm."},
	"token-dropped": {"Continuation token returned, next page never requested",
		"Request the next page until no token is returned."},
	"unpadded": {"Numbers in row keys without padding", "Pad them with zeros: keys are compared as text."},
}

const afterRefusal = "After 412, read the row. " +
	"If your change isn't there, make it again, and write it with the new ETag."

// title says what a finding is about.
func title(f *engine.Finding) string {
	if f.Rule == "n-plus-one" {
		return fmt.Sprintf("A query, then a read for each of its %s rows", data.Grouped(f.Most))
	}
	if w, ok := rules[f.Rule]; ok {
		return w.title
	}
	return f.Rule
}

// advice says what to do.
func advice(f *engine.Finding) string {
	if f.Rule == "n-plus-one" && len(f.Names) > 0 && f.Names[0] == "same" {
		return "Let the query return whole rows instead of reading each one again."
	}
	return rules[f.Rule].advice
}

// saves says what a finding costs and what the cheaper form would, or what it loses.
func saves(f *engine.Finding) string {
	switch {
	case f.Rule == "scan" || f.Rule == "busy":
		return data.Plural(f.Calls, "request", "requests")
	case f.Wrong && f.Lost > 0:
		return data.Plural(f.Lost, "change", "changes") + " lost"
	case f.Wrong:
		return "may lose a change"
	}
	name, of := counter(f)
	return fmt.Sprintf("%s %s -> %s", data.Grouped(of(f.Before)), name, data.Grouped(of(f.After)))
}

// counter returns the number that a finding lowers.
func counter(f *engine.Finding) (name string, of func(lint.Cost) int) {
	switch {
	case f.Rule == "whole-rows" || f.Rule == "no-select" || f.Rule == "replace-little":
		return "bytes", func(c lint.Cost) int { return c.Bytes }
	case f.Rule == "n-plus-one" || f.Rule == "client-join":
		return "round trips", func(c lint.Cost) int { return c.Roundtrips }
	case f.Before.Read-f.After.Read > f.Before.Requests-f.After.Requests:
		return "reads", func(c lint.Cost) int { return c.Read }
	}
	return "requests", func(c lint.Cost) int { return c.Requests }
}

// cheaper says what to do about a shape for which there is no finding.
func cheaper(s *shape.Stat) string {
	switch s.ClassText() {
	case "table scan", "partition range":
		return "Name the PartitionKey, or store a copy under a key that begins with what you look for."
	case "partition scan":
		return "Name the RowKey, or a range of row keys."
	case shape.Write:
		if s.Calls > 1 && !strings.HasPrefix(s.Does, "transaction") {
			return rules["single-writes"].advice
		}
	}
	return ""
}

// name writes table and deed of a shape.
func name(s *shape.Stat) string { return strings.TrimSpace(plain(s.Name) + " " + s.Does) }

// line writes a shape in one line.
func line(s *shape.Stat) string { return strings.TrimSpace(name(s) + " " + s.Text) }
