package watch

import (
	"strings"

	"rowkey/engine/lint"
	"rowkey/engine/shape"
)

const (
	smallPage  = 10   // rows
	fullPage   = 1000 // rows that the service puts on a page at most
	leastPages = 5    // after the first one
)

// smallPages finds queries that ask for pages of a few rows, and then for the next page, and the next.
func smallPages(u *shape.Unit) (hits []hit) {
	var order []shape.Shape
	pages := map[shape.Shape][]*shape.Member{}
	for _, m := range u.Requests {
		if m.Record.From == nil || m.Record.Returned > smallPage || !strings.Contains(m.Shape.Text, " top ?") {
			continue
		}
		if pages[m.Shape] == nil {
			order = append(order, m.Shape)
		}
		pages[m.Shape] = append(pages[m.Shape], m)
	}
	for _, s := range order {
		if len(pages[s]) >= leastPages {
			hits = append(hits, hit{about: pages[s], before: total(pages[s]), after: onFullPages(pages[s])})
		}
	}
	return hits
}

// onFullPages is what the same rows cost on pages that are as long as they may be.
func onFullPages(pages []*shape.Member) lint.Cost {
	sum, rows := total(pages), 0
	for _, m := range pages {
		rows += m.Record.Returned
	}
	sum.Requests = max(1, (rows+fullPage-1)/fullPage)
	sum.Roundtrips = sum.Requests
	return sum
}
