package main

import (
	"slices"
	"strconv"
)

// rounds says in a line what several answers of one step cost together: the last of them stands below.
func (b *Baker) rounds(all []Exchange) string {
	if len(all) < 2 {
		return ""
	}
	read, returned, transactions, planned := 0, 0, 0, false
	for _, x := range all {
		if x.Record != nil {
			read, returned = read+x.Record.Read, returned+x.Record.Returned
			transactions += x.Record.Transactions
			planned = planned || x.Record.Plan != nil
		}
	}
	out := `<p class="ro-sum ro-all"><b>` + b.t(roundsKey(all), "n", len(all)) + `</b>`
	if planned {
		out += b.reads(read, returned)
	}
	facts := append([]string{b.x.T("facts.transactions", "n", transactions)}, b.ends(all)...)
	return out + each(facts, func(_ int, f string) string { return `<span class="ro-fact">` + esc(f) + `</span>` }) + `</p>`
}

// roundsKey names what was repeated: one request in a loop, or the requests of another script.
func roundsKey(all []Exchange) string {
	if slices.ContainsFunc(all, func(x Exchange) bool { return x.Title != all[0].Title }) {
		return "rounds.requests"
	}
	return "rounds"
}

// ends counts how the rounds ended, in the order in which it first happened; nil if all ended alike.
func (b *Baker) ends(all []Exchange) []string {
	var words []string
	counts := map[string]int{}
	for _, x := range all {
		word := b.endWord(x)
		if counts[word]++; counts[word] == 1 {
			words = append(words, word)
		}
	}
	if len(words) < 2 {
		return nil
	}
	for i, w := range words {
		words[i] = b.x.T("rounds.end", "n", counts[w], "end", w)
	}
	return words
}

// endWord is what stands in the head of an answer in place of a status, or the status.
func (b *Baker) endWord(x Exchange) string {
	switch {
	case x.State == "cached":
		return b.x.T("output.cached")
	case x.State == "skipped" || len(x.Wire) == 0:
		return b.x.T("output.notsent")
	case x.Status == 0:
		return b.x.T("output.noanswer")
	}
	return strconv.Itoa(x.Status) + " " + x.Reason
}

// isVerdict is true for a block that only asserts: it sends nothing and judges what others did.
func (x Exchange) isVerdict() bool {
	return len(x.Wire) == 0 && x.State != "skipped" && x.State != "cached" && len(x.Checks) > 0 &&
		x.Problem == nil && x.Load == nil && x.Design == nil
}

// verdict says how many assertions hold. On a page all of them do.
func (b *Baker) verdict(x Exchange) string {
	return `<b class="status" data-kind="pass">` + iconHTML("check") + b.t("output.pass", "n", len(x.Checks)) + `</b>`
}

// measured lists what the assertions have asked for, and found.
func (b *Baker) measured(x Exchange) []string {
	var facts []string
	for _, c := range x.Checks {
		facts = append(facts, b.x.T("result.measured", "query", c.Query, "got", b.shortened(c.Got)))
	}
	return facts
}
