package propose

import (
	"slices"
	"testing"
)

// Whole posts are read by their slug, and lists of them need titles alone. So the base is found by the slug, and what
// lists read does not carry the bodies.
func TestTheBaseIsWhereWholeEntitiesAreRead(t *testing.T) {
	first := firstOfText(t, `### Blog
# @sheet blog
# @entity post, 20000
# @attribute post.slug, text 40, identity
# @attribute post.published, time
# @attribute post.category, text 12, 30 values
# @attribute post.author, text 12, 50 values
# @attribute post.title, text 60
# @attribute post.body, text 8000
# @ask by slug, 50/s, post by slug
# @ask latest, 20/s, post, newest published, top 10, wants slug and title and published
# @ask of a category, 10/s, post by category, newest published, top 20, wants slug and title and published
# @ask of an author, 2/s, post by author, newest published, top 20, wants slug and title and published
# @do publish, 20/day, insert post
# @do correct, 100/day, update post by slug, sets body
`)
	base := "all | p_{slug} | Posts"
	latest := "all | pu_{published:-}_{slug} | Posts | include title"
	if first[0] != base || !slices.Contains(first, latest) {
		t.Errorf("%q, want the base %q, and %q", first, base, latest)
	}
}

// A proposal is an alternative: it does not break more limits than the best and wait, or cost, a hundred times as much.
// Only the best with one store and the best without a workflow are shown whatever they cost.
func TestNoProposalIsFarWorseThanTheFirst(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: random sheets")
	}
	cut := 0
	for _, name := range []string{"sensor-readings", "shop-orders", "chat", "audit-log", "multi-tenant-saas",
		"leaderboard"} {
		r := searched(readSheet(t, name), 1000, false).Result()
		cut += r.Weak
		best := r.Proposals[0].Costs
		for i, p := range r.Proposals {
			worse := p.Costs[0].Value+p.Costs[1].Value > best[0].Value+best[1].Value
			far := p.Costs[3].Number > farWorse*best[3].Number || p.Costs[4].Number > farWorse*best[4].Number
			if worse && far && !p.Single && !p.Atomic {
				t.Errorf("%s, proposal %d: %+v, the first %+v", name, i+1, p.Costs, best)
			}
		}
		if r.Counter >= 0 && r.Counter >= len(r.Proposals) {
			t.Errorf("%s: the counter-proposal is %d of %d", name, r.Counter, len(r.Proposals))
		}
	}
	if cut == 0 {
		t.Error("no design is left out, of the chat neither")
	}
}
