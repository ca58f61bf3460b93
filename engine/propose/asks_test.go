package propose_test

import (
	"slices"
	"strings"
	"testing"

	"rowkey/engine/propose"
	"rowkey/engine/sheet"
)

// proposed returns the stores of the first proposal for a sheet.
func proposed(t *testing.T, text string) propose.Result {
	t.Helper()
	s, messages := sheet.Parse(text)
	if sheet.Failed(messages) {
		t.Fatalf("%+v\n%s", messages, text)
	}
	return found(t, s)
}

func storesOf(r propose.Result) string { return strings.Join(r.Proposals[0].Stores, "\n") }

// A rectangle of 2 % by 1 % is answered by cells of that size.
func TestARectangleIsProposedAsCellsOfAGrid(t *testing.T) {
	r := proposed(t, `# @sheet map
# @entity place, 1 million
# @attribute place.id, guid, identity
# @attribute place.lat, double
# @attribute place.lon, double
# @attribute place.name, text 40
# @ask on screen, 200/s, place, lat between 2 %, lon between 1 %; read <= 1000, roundtrips <= 1
# @ask one, 50/s, place by id
# @do add, 10/s, insert place
`)
	got := storesOf(r)
	if !strings.Contains(got, "{lat:50#}_{lon:100#} | ") && !strings.Contains(got, "{lat:100#}_{lon:200#} | ") {
		t.Errorf("proposed\n%s", got)
	}
	if !slices.Contains(r.Proposals[0].Patterns, propose.Grid) {
		t.Errorf("patterns %v", r.Proposals[0].Patterns)
	}
}

// What is due is found in a copy of what is pending alone, in the order in which it is due.
func TestWhatIsDueIsProposedAsASparseCopyInOrder(t *testing.T) {
	r := proposed(t, `# @sheet jobs
# @entity tenant, 500
# @entity job, 5 million of tenant
# @attribute tenant.id, text 8, identity
# @attribute job.id, guid, identity
# @attribute job.due, time second
# @attribute job.status, text 10, pending 1 %
# @ask due, 1/s, job by status=pending, due up to now 2 %, oldest due, top 100
# @ask one, 20/s, job by id
# @do add, 20/s, insert job
# @do finish, 20/s, update job by id, sets status
`)
	if got := storesOf(r); !strings.Contains(got, "{due}_{id} | ") || !strings.Contains(got, "where status=pending") {
		t.Errorf("proposed\n%s", got)
	}
}

// The few that failed are in the partition of all, and so in their transaction.
func TestFewEntitiesAreCopiedIntoThePartitionOfAll(t *testing.T) {
	for text, want := range map[string]string{
		`# @sheet logs
# @entity line, 5 million/day, kept 30d
# @attribute line.at, time, identity
# @attribute line.id, guid, identity
# @attribute line.level, text 5, weights error 1 % and warn 9 % and info 90 %
# @attribute line.message, text 200
# @ask last hour, 1/min, line, at last 1h, newest at, top 1000
# @ask errors of a day, 10/day, line by level=error, at one day
# @do write, insert line
`: "all | e_{at:tick}_{id} | Lines{at:day} | where level=error",
		`# @sheet deliveries
# @entity batch, 800
# @entity log, 60 million of batch
# @attribute batch.id, guid, identity
# @attribute log.upn, text 40, identity, 150 thousand values
# @attribute log.status, text 8, weights sent 98 % and failed 2 %
# @attribute log.error, text 60
# @ask failed of a batch, 20/day, log by batch and status=failed
# @ask one delivery, 1/s, log by batch and upn, fresh now; requests <= 1
# @do deliver, 150 thousand/day, insert log
# @do outcome, 150 thousand/day, update log by batch and upn, sets status and error
`: "{batch} | f_{upn} | Logs | of log | where status=failed",
	} {
		r := proposed(t, text)
		if got := r.Proposals[0].Stores; !slices.Contains(got, want) ||
			!slices.Contains(r.Proposals[0].Patterns, propose.NearCopy) {
			t.Errorf("proposed %q with the patterns %v", got, r.Proposals[0].Patterns)
		}
	}
}

// The posts of those whom a user follows: the list is found by its user, the posts of each by their author.
func TestAListAndWhatItNamesAreProposedByWhatEachIsAskedFor(t *testing.T) {
	r := proposed(t, `# @sheet feed
# @entity user, 100000
# @entity follow, 5 million of user
# @entity post, 100000/day of user, kept 365d
# @attribute user.id, text 8, identity
# @attribute follow.followed, text 8, identity, 50 thousand values
# @attribute post.id, text 8, identity
# @attribute post.at, time
# @ask feed, 50/s, post by user in follow.followed, newest at, top 20
# @do post, insert post
# @do follow, 1/s, insert follow
`)
	got := storesOf(r)
	for _, want := range []string{"{user} | f_{followed} | ", "{user} | a_{at:-}_{id} | "} {
		if !strings.Contains(got, want) {
			t.Errorf("proposed\n%s\nwithout %s", got, want)
		}
	}
}

// What comes after a version of a stream is a range of rows in its partition.
func TestWhatComesAfterAValueIsProposedAsARangeOfRows(t *testing.T) {
	r := proposed(t, `# @sheet events
# @entity stream, 20000
# @entity event, 1 million/day of stream, kept 365d
# @attribute stream.id, text 12, identity
# @attribute event.version, int, identity, 100 thousand values
# @attribute event.data, text 200
# @ask since, 100/s, event by stream, version after 20, smallest version
# @do append, insert event
`)
	if got := storesOf(r); !strings.HasPrefix(got, "{stream} | {version:6} | ") {
		t.Errorf("proposed\n%s", got)
	}
}

// Twenty entities by their identities are twenty points.
func TestAListOfIdentitiesIsProposedAsPoints(t *testing.T) {
	r := proposed(t, `# @sheet shop
# @entity product, 100000
# @attribute product.id, text 10, identity
# @attribute product.name, text 40
# @ask basket, 100/s, product by id in 20
`)
	if got := storesOf(r); !strings.HasPrefix(got, "{id} | p | ") {
		t.Errorf("proposed\n%s", got)
	}
}

// An hour of a log is read from a partition for each minute side by side, in tables that are dropped day by day. That
// takes 4 round trips, and 209 with one partition for a day.
func TestALogIsProposedByMinuteInATableForEachDay(t *testing.T) {
	r := proposed(t, `# @sheet log
# @entity line, 5 million/day, kept 90d
# @attribute line.at, time, identity
# @attribute line.id, guid, identity
# @attribute line.text, text 200
# @ask last hour, 0.1/s, line, at last 1h
# @do write, insert line
`)
	if got := storesOf(r); got != "{at:minute} | {at:tick}_{id} | Lines{at:day}" {
		t.Errorf("proposed\n%s", got)
	}
	if got := r.Proposals[0].Report.Questions[0].RoundTrips.Typical.V; got != 4 {
		t.Errorf("%v round trips", got)
	}
}
