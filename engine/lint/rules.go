package lint

import "rowkey/engine/trail"

// allRules are the rules in the order in which they claim a query.
func allRules() []rule {
	return []rule{
		{id: trail.ScanKnownKey, early: true, least: 3, measure: Cost.Weight, find: scanKnownKey},
		{id: trail.OrOfKeys, early: true, least: 3, measure: Cost.Weight, find: orOfKeys},
		{id: trail.OpenRange, early: true, least: 3, measure: Cost.Weight, find: openRange},
		{id: trail.OneByOne, least: 5, measure: waits, find: oneByOne},
		{id: trail.SingleWrites, least: 3, measure: Cost.Weight, find: singleWrites},
		{id: trail.NoSelect, early: true, least: 1, measure: bytes, find: noSelect},
		{id: trail.StarAfterRead, wrong: true, early: true, least: 1, find: starAfterRead},
		{id: trail.TokenDropped, wrong: true, early: true, least: 1, find: tokenDropped},
	}
}

func waits(c Cost) int { return 10*c.Roundtrips + c.Read }
func bytes(c Cost) int { return c.Bytes }
