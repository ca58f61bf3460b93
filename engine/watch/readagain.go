package watch

import "rowkey/engine/shape"

const (
	again      = 1000 // milliseconds after which the same read may be meant: the client waits for a change
	looseAgain = 5    // the same reads that a connection shows before they are more than a coincidence
)

// readAgain finds the same read with the same answer in one unit of work.
func readAgain(u *shape.Unit) (hits []hit) {
	groups := map[string][]*shape.Member{}
	var order []string
	for _, m := range u.Requests {
		if m.Method != "GET" || m.Status != 200 || m.Record.Plan == nil {
			continue
		}
		list := groups[m.URL]
		if len(list) == 0 {
			order = append(order, m.URL)
		} else if last := list[len(list)-1]; last.Answer != m.Answer || m.Start-last.Start > again {
			hits = appendAgain(hits, u, list)
			list = nil
		}
		groups[m.URL] = append(list, m)
	}
	for _, url := range order {
		hits = appendAgain(hits, u, groups[url])
	}
	return hits
}

// appendAgain adds the reads that brought nothing new.
func appendAgain(hits []hit, u *shape.Unit, same []*shape.Member) []hit {
	if len(same) < 2 || !u.Traced && len(same) < looseAgain {
		return hits
	}
	h := hit{about: same[1:], before: total(same), after: total(same[:1])}
	return append(hits, h)
}
