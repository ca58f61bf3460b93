package propose

import (
	"slices"
	"strings"
	"testing"

	"rowkey/engine/sheet"
)

// forum asks for posts in three ways, and for replies between two of them.
const forum = `### Forum
# @sheet forum
# @entity post, 1 million
# @entity reply, 10 million of post
# @attribute post.id, guid, identity
# @attribute post.slug, text 40, unique
# @attribute post.category, text 16, 40 values
# @attribute post.written, time
# @attribute post.author, text 12, 100000 values
# @attribute post.title, text 80
# @attribute post.body, text 2000
# @attribute reply.at, time, identity
# @attribute reply.text, text 400
# @ask thread, 100/s, post by id
# @ask by slug, 20/s, post by slug
# @ask newest of a category, 50/s, post by category, newest written, top 30, wants title and author
# @ask replies, 100/s, reply by post, oldest at
# @ask my posts, 20/s, post by author, newest written, top 30, wants title
# @do write, 1/s, insert post
# @do reply, 10/s, insert reply
`

// A copy holds its keys and what its question wants, whichever other kinds are asked for. Where a question finds one
// post and does not say what it wants, the copy holds what leads there.
func TestCopiesHoldWhatTheirQuestionsWant(t *testing.T) {
	first := firstOfText(t, forum)
	for _, want := range []string{
		"{slug} | p | PostsBySlug | of post | include id",
		"{category} | {written:-}_{id} | PostsByCategory | of post | include title,author",
		"{author} | {written:-}_{id} | PostsByAuthor | of post | include title",
	} {
		if !slices.Contains(first, want) {
			t.Errorf("%q is not among %q", want, first)
		}
	}
}

// The same if several attributes find one entity: one of the copies is as lean as the other.
func TestCopiesThatFindOneEntityAreLean(t *testing.T) {
	first := firstOfText(t, `### Users
# @sheet users
# @entity user, 2 million
# @attribute user.id, guid, identity
# @attribute user.name, text 20, unique
# @attribute user.email, text 40, unique
# @attribute user.hash, text 80
# @ask by id, 200/s, user by id
# @ask by name, 30/s, user by name
# @ask by email, 30/s, user by email
# @do sign up, 20000/day, insert user
`)
	want := []string{"{id} | u | Users", "{email} | u | UsersByEmail | include id",
		"{name} | u | UsersByName | include id"}
	if !slices.Equal(first, want) {
		t.Errorf("%q, want %q", first, want)
	}
}

// A full copy is there for a question whose budget has no room for a second request.
func TestAFullCopyIsThereIfItIsAskedFor(t *testing.T) {
	text := strings.Replace(forum, "post by slug\n", "post by slug; requests <= 1\n", 1)
	if first := firstOfText(t, text); !slices.Contains(first, "{slug} | p | PostsBySlug | of post") {
		t.Errorf("%q", first)
	}
}

// Two requests may be two point reads, but not one that reads a whole partition.
func TestALeanCopyIsThereIfTheBudgetHasRoomForTwoRequests(t *testing.T) {
	first := firstOfText(t, `### Sagas
# @sheet sagas
# @entity sagatype, 20
# @entity saga, 500 thousand of sagatype
# @attribute sagatype.name, text 20, identity
# @attribute saga.id, guid, identity, 500 thousand values
# @attribute saga.order, text 20, unique in sagatype, exact case
# @attribute saga.data, text 2000
# @ask by correlation, 50/s, saga by sagatype and order, fresh now; requests <= 2
# @ask by id, 5/s, saga by sagatype and id, fresh now; requests <= 1
# @do start, 10/s, insert saga, if absent
# @do handle, 50/s, update saga by sagatype and id, sets data, if unchanged
`)
	if want := []string{"{sagatype} | s_{id} | Sagas | of saga",
		"{sagatype} | o_{order} | Sagas | of saga | include id"}; !slices.Equal(first, want) {
		t.Errorf("%q, want %q", first, want)
	}
}

// Who lists what belongs to another kind copies what the list shows of that: the title of the post beside each tag.
func TestWhatAListShowsOfAParentIsCopiedIntoItsRows(t *testing.T) {
	first := firstOfText(t, `### Blog
# @sheet blog
# @entity post, 5000
# @entity tagging, 20000 of post
# @attribute post.slug, text 60, identity
# @attribute post.published, time
# @attribute post.title, text 100
# @attribute post.body, text 20000
# @attribute tagging.tag, text 20, identity, 300 values
# @ask one post, 50/s, post by slug
# @ask with a tag, 5/s, tagging by tag, newest post.published, top 20, wants post.slug and post.title
# @do tag, 40/day, insert tagging
`)
	if want := "{tag} | {post.published:-}_{post} | Taggings | of tagging | include post.title"; !slices.Contains(first,
		want) {
		t.Errorf("%q has not %q", first, want)
	}
}

// Customers of a tenant are listed in two orders and found by two names. All four rows are in the partition of the
// tenant and so one transaction, though a search for each question by itself comes upon tables and buckets.
func TestCopiesAreGatheredInTheirTransaction(t *testing.T) {
	first := firstOfText(t, `### Tenants
# @sheet tenants
# @entity tenant, 500
# @entity customer, 5 million of tenant, largest 10 %
# @attribute tenant.id, text 8, identity
# @attribute customer.id, guid, identity
# @attribute customer.name, text 30, 1 million values
# @attribute customer.email, text 40, unique in tenant, any case
# @attribute customer.city, text 20, 5000 values
# @ask one, 200/s, customer by tenant and id
# @ask by mail, 50/s, customer by tenant and email
# @ask list by name, 20/s, customer by tenant, smallest name, top 50
# @ask in a city, 5/s, customer by tenant and city
# @ask export, 50/day, customer by tenant, asked evenly
# @do create, 5/s, insert customer
# @do change, 5/s, update customer by tenant and id, sets city, if unchanged
# @do forget tenant, 1/month, delete customer by tenant
`)
	for _, store := range first {
		if !strings.HasPrefix(store, "{tenant} | ") || !strings.Contains(store, " | Customers | ") || len(first) != 4 {
			t.Errorf("%q", first)
		}
	}
}

// Events of a stream need no key of their own number to be inserted once, and titles in any case need the lower one.
func TestAnIdentityIsGuardedByItsOwnKeys(t *testing.T) {
	for text, want := range map[string][]string{
		"# @entity stream, 10000\n# @entity event, 200000 of stream\n# @attribute stream.id, guid, identity\n" +
			"# @attribute event.position, int, identity\n# @ask replay, 9/s, event by stream, smallest position\n" +
			"# @do append, 5/s, insert event, if absent\n": {"{stream} | {position:10} | Events | of event"},
		"# @entity article, 50000\n# @attribute article.title, text 40, identity, any case\n" +
			"# @ask open, 9/s, article by title\n# @do add, 1/s, insert article\n": {"{title:low} | a | Articles"},
	} {
		if first := firstOfText(t, "# @sheet s\n"+text); !slices.Equal(first, want) {
			t.Errorf("%q, want %q", first, want)
		}
	}
}

// Names that nobody shares lead to what is true now, if they are guarded.
func TestAFreshAnswerByAUniqueNameComesFromALeanCopy(t *testing.T) {
	first := firstOfText(t, `### Users
# @sheet users
# @entity user, 1 million
# @attribute user.id, guid, identity
# @attribute user.name, text 30, unique, any case
# @attribute user.hash, text 80
# @ask by id, 100/s, user by id, fresh now; requests <= 1
# @ask by name, 20/s, user by name, fresh now; requests <= 2
# @do sign up, 1/s, insert user
# @do rename, 0.1/s, update user by id, sets name
`)
	if want := []string{"{id} | u | Users", "{name:low} | u | UsersByName | include id"}; !slices.Equal(first, want) {
		t.Errorf("%q, want %q", first, want)
	}
}

func firstOfText(t *testing.T, text string) []string {
	t.Helper()
	s, messages := sheet.Parse(text)
	if sheet.Failed(messages) {
		t.Fatal(messages)
	}
	return searched(s, 1000, false).Result().Proposals[0].Stores
}

// enrolments are asked for from both ends. A list of the students of a course would be one entity to read.
const enrolments = `### Enrolments
# @sheet enrolments
# @entity student, 20000
# @entity course, 500
# @entity enrolment, 100000 of student and course, largest course 2 %
# @ask courses of a student, 20/s, enrolment by student, wants course
# @ask students of a course, 500/s, enrolment by course, wants student; read <= 3000
# @do enrol, 40/s, insert enrolment
`

// Two writers of one course do not meet in rows of their own, unlike in a list, even if somebody has written that down.
func TestManyToManyIsTwoRowsWhereWritersMeet(t *testing.T) {
	list := "\n### A list\n# @keys {student} | {course} | Enrolments | of enrolment\n" +
		"# @keys {course} | students | Courses | of enrolment | list\n"
	for _, text := range []string{enrolments, enrolments + list} {
		if first := firstOfText(t, text); len(first) != 2 || strings.Contains(strings.Join(first, ""), "list") {
			t.Errorf("%q", first)
		}
	}
}
