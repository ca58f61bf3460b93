package watch

import "rowkey/engine/shape"

const (
	again      = 1000 // milliseconds after which the same read may be meant: the client waits for a change
	looseAgain = 5    // the same reads that a connection shows before they are more than a coincidence
)

// readAgain finds the same read with the same answer in one unit of work.
func readAgain(u *shape.Unit) (hits []hit) {
	at := map[string]int{}
	var groups [][]*shape.Member
	for _, m := range u.Requests {
		if m.Method != "GET" || m.Status != 200 || m.Record.Plan == nil {
			continue
		}
		i, ok := at[m.URL]
		if !ok {
			i, groups = len(groups), append(groups, nil)
			at[m.URL] = i
		} else if last := groups[i][len(groups[i])-1]; last.Answer != m.Answer || m.Start-last.Start > again {
			hits = appendAgain(hits, u, groups[i])
			groups[i] = nil
		}
		groups[i] = append(groups[i], m)
	}
	for _, same := range groups {
		hits = appendAgain(hits, u, same)
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
