// Package lint looks at the requests that a script has sent and says which of them could have cost less, or may lose
// data. A rule about cost reports only a proposal that was run on a copy of the store, found the same entities, and
// cost at least a fifth less.
//
// Rule book: ours, 22 rules; their names are in package trail. A finding holds codes and numbers: its sentences are
// texts of the pages, "lint.<rule>". Not here: what makes the copy (package engine), other forms of one query
// (package advise).
package lint

import "rowkey/engine/trail"

// Options of an examination. The zero value looks at everything.
type Options struct {
	Early bool   // only what can be said before a script is sent
	Open  string // id of the finding that is to be tried, whatever its place
}

// Examine applies the rules to requests, oldest first, and runs the proposals of the first findings on the copy, and of
// the one that is open. Errors: those of the copy.
func Examine(b *Bench, requests []*trail.Request, o Options) (Report, error) {
	report := Report{Requests: len(requests), Findings: []Finding{}, Silent: []Finding{}}
	tried := 0
	for _, c := range candidates(newHistory(requests), o) {
		if c.Reason != "" {
			report.Silent = append(report.Silent, c.Finding)
			continue
		}
		if c.rule.wrong || tried < eager || c.ID == o.Open {
			helps, err := c.run(b)
			if err != nil {
				return report, err
			}
			if !helps {
				continue
			}
			if !c.rule.wrong {
				tried++
			}
		}
		report.Findings = append(report.Findings, c.Finding)
	}
	return report, nil
}

// weight orders the findings: those that lose data come first, then those that cost most. It does not change when a
// proposal is run, so that the list stays the same while a reader opens one finding after the other.
func weight(f *Finding) int {
	if f.Wrong {
		return 1 << 40
	}
	return f.Before.Weight()
}

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
