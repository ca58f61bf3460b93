package lint

import "rowkey/engine/trail"

// allRules are the rules in the order in which they claim a query.
func allRules() []rule {
	return []rule{
		{id: trail.ScanKnownKey, early: true, least: 3, measure: Cost.Weight, find: scanKnownKey},
		{id: trail.OrOfKeys, early: true, least: 3, measure: Cost.Weight, find: orOfKeys},
		{id: trail.OpenRange, early: true, least: 3, measure: Cost.Weight, find: openRange},
		{id: trail.ScanNotCopy, least: 3, measure: Cost.Weight, find: scanNotCopy},
		{id: trail.NewestByScan, least: 3, measure: Cost.Weight, find: newestByScan},
		{id: trail.ScanThenFilter, least: 3, measure: Cost.Weight, find: scanThenFilter},
		{id: trail.ClientJoin, least: 3, measure: Cost.Weight, find: clientJoin},
		{id: trail.OneByOne, least: 5, measure: waits, find: oneByOne},
		{id: trail.SameAgain, least: 5, measure: Cost.Weight, find: sameAgain},
		{id: trail.SingleWrites, least: 3, measure: Cost.Weight, find: singleWrites},
		{id: trail.DeleteLoop, least: 1, measure: Cost.Weight, find: deleteLoop},
		{id: trail.HotPartition, least: 1, measure: refused, find: hotPartition},
		{id: trail.AppendKey, least: 1, measure: refused, find: appendKey},
		{id: trail.NoSelect, early: true, least: 1, measure: bytes, find: noSelect},
		{id: trail.ReplaceLittle, least: 3, measure: bytes, find: replaceLittle},
		{id: trail.BusyEntity, least: 5, measure: Cost.Weight, find: busyEntity},
		{id: trail.NearLimit, least: 1, find: nearLimit},
		{id: trail.StarAfterRead, wrong: true, early: true, least: 1, find: starAfterRead},
		{id: trail.UpsertOver, wrong: true, least: 1, find: upsertOver},
		{id: trail.RetryNotSafe, wrong: true, least: 1, find: retryNotSafe},
		{id: trail.TokenDropped, wrong: true, early: true, least: 1, find: tokenDropped},
		{id: trail.Unpadded, wrong: true, early: true, least: 1, find: unpadded},
	}
}

func waits(c Cost) int   { return 10*c.Roundtrips + c.Read }
func refused(c Cost) int { return c.Refused }
func bytes(c Cost) int   { return c.Bytes }
