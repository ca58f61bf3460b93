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
