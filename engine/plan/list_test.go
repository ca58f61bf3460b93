package plan_test

import (
	"fmt"
	"testing"

	"rowkey/engine/plan/figure"
)

const shopping = `# @sheet shopping
# @entity customer, 1000
# @entity order, 100000 of customer
# @attribute customer.id, text 8, identity
# @attribute order.id, text 8, identity
# @attribute order.at, time
# @attribute order.status, text 8, 10 values
`

// Values that the keys have are asked for one by one, side by side; the service compares with a few others, and the
// client with many.
func TestAListIsAskedAsItsKeysAllow(t *testing.T) {
	for _, c := range []struct{ ask, store, want string }{
		{"order by id in 20", "{id} | order", "point: 20 requests, 1 trips, 20 read, 20 returned []"},
		{"order by id in 100", "{id} | order", "point: 100 requests, 2 trips, 100 read, 100 returned []"},
		{"order by id in 5", "{id:4%} | {id}", "point: 5 requests, 1 trips, 5 read, 5 returned []"},
		{"order by customer in 5", "{customer} | {id}", "partitionScan: 5 requests, 1 trips, 500 read, 500 returned []"},
		{"order by customer in 5, newest at, top 10", "{customer} | {at:-}_{id}",
			"partitionScan: 5 requests, 1 trips, 50 read, 50 returned [merge]"},
		{"order by customer and status in 3", "{customer} | {id}",
			"partitionScan: 1 requests, 1 trips, 100 read, 30 returned []"},
		{"order by customer and id in 50", "{customer} | {at:tick}_{id}",
			"partitionScan: 1 requests, 1 trips, 100 read, 100 returned [drop]"},
		{"order by customer and id in 5", "{customer} | {id}", "point: 5 requests, 1 trips, 5 read, 5 returned []"},
	} {
		t.Run(c.ask+" "+c.store, func(t *testing.T) {
			s := parse(t, shopping+"# @ask q, 1/s, "+c.ask+", asked evenly\n\n### A\n# @keys "+c.store+" | Orders | of order\n"+
				"# @keys {customer} | customer | Customers | of customer\n")
			q := judge(t, s).Questions[0]
			got := fmt.Sprintf("%s: %g requests, %g trips, %g read, %g returned %v", q.Class, q.Requests.Typical.V,
				q.RoundTrips.Typical.V, q.Read.Typical.V, q.Returned.Typical.V, q.ClientWork)
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// A caller that knows a whole RowKey lets the service compare it in a scan as well: the other rows are read, but do not
// come back.
func TestAScanComparesAKnownRowKey(t *testing.T) {
	for _, c := range []struct{ ask, store, want string }{
		{"order by id", "{status} | {id}", "tableScan: 100000 read, 1 returned []"},
		{"order by id and customer", "{status} | {id}", "tableScan: 100000 read, 1 returned []"},
		{"order by customer and id", "{customer:4<}_{status} | o_{customer}_{id}",
			"partitionRange: 100 read, 1 returned []"},
		{"order by customer", "{status} | {customer}_{id}", "tableScan: 100000 read, 100000 returned [drop]"},
		{"order by id in 3", "{status} | {id}", "tableScan: 100000 read, 100000 returned [drop]"},
	} {
		t.Run(c.ask+" "+c.store, func(t *testing.T) {
			q := judge(t, parse(t, shopping+"# @ask q, 1/s, "+c.ask+", asked evenly\n\n### A\n# @keys "+c.store+
				" | Orders | of order\n# @keys {customer} | customer | Customers | of customer\n")).Questions[0]
			got := fmt.Sprintf("%s: %g read, %g returned %v", q.Class, q.Read.Typical.V, q.Returned.Typical.V, q.ClientWork)
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// An hour of 5,000 readings of a device fits into 5 pages, though the average of a sample is a fraction above.
func TestAFractionOfARowTakesNoPageMore(t *testing.T) {
	s := parse(t, "# @sheet s\n# @entity sensor, 1000\n# @entity reading, 5 million/h of sensor, kept 30d\n"+
		"# @attribute sensor.id, text 8, identity\n# @attribute reading.at, time, identity\n"+
		"# @ask hour, 1/s, reading by sensor, at one hour\n\n### A\n# @keys {sensor} | {at:tick} | Readings | of reading\n"+
		"# @keys {sensor} | sensor | Sensors | of sensor\n")
	if q := judge(t, s).Questions[0]; q.Pages.Typical.V != 5 || q.Requests.Typical.V != 5 {
		t.Errorf("%+v pages, %+v requests", q.Pages, q.Requests)
	}
}

const feed = `# @sheet feed
# @entity user, 10000
# @entity follow, 2 million of user
# @entity room, 500
# @entity membership, 50000 of user and room
# @entity post, 1 million of user
# @entity message, 50000 of room
# @attribute user.id, text 8, identity
# @attribute follow.followed, text 8, identity, 10 thousand values
# @attribute room.id, text 8, identity
# @attribute post.id, text 8, identity
# @attribute post.at, time
# @attribute message.id, text 8, identity
# @attribute message.at, time
# @ask mine, 1/s, post by user in follow.followed, newest at, top 20, asked evenly
# @ask rooms, 1/s, message by room in membership.room, newest at, top 5, asked evenly

### A
# @keys {user} | {at:-}_{id} | Posts | of post
# @keys {user} | {followed} | Follows | of follow
# @keys {room} | {at:-}_{id} | Messages | of message
# @keys {user} | {room} | Memberships | of membership
# @keys {user} | user | Users | of user
# @keys {room} | room | Rooms | of room
`

// A list that rows of another kind hold is read first, and then what it names: 200 followed users wait 4 times.
func TestAListOfAnotherKindIsReadFirst(t *testing.T) {
	r := judge(t, parse(t, feed))
	for i, want := range []string{
		"[0 1] partitionScan: 201 requests, 5 trips, 4200 read, answer 20 [merge]",
		"[2 3] partitionScan: 6 requests, 2 trips, 30 read, answer 5 [merge]",
	} {
		q := r.Questions[i]
		got := fmt.Sprintf("%v %s: %g requests, %g trips, %.6g read, answer %g %v", q.Stores, q.Class, q.Requests.Typical.V,
			q.RoundTrips.Typical.V, q.Read.Typical.V, q.Answer.Typical.V, q.ClientWork)
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// Seven nights from one on are in seven partitions of a day, and one of them is the night that they begin with.
func TestARangeOfDaysBeginsWithADay(t *testing.T) {
	for _, c := range []struct{ unit, store, want string }{
		{" day", "{date} | {room} | Nights", "point: 7 requests, 3.09988 read, answer 3.09988"},
		{" day", "{room} | {date} | Nights", "rowRange: 1 requests, 3.09988 read, answer 3.09988"},
		{"", "{date:day} | {room}_{date} | Nights", "rowRange: 8 requests, 3.09988 read, answer 3.09988"},
	} {
		q := judge(t, parse(t, "# @sheet nights\n# @entity room, 1000\n# @entity night, 300/day of room, kept 60d\n"+
			"# @attribute night.date, time"+c.unit+", identity\n# @ask free, 1/s, night by room, date between 7d\n\n"+
			"### A\n# @keys "+c.store+" | of night\n")).Questions[0]
		got := fmt.Sprintf("%s: %g requests, %.6g read, answer %.6g", q.Class, q.Requests.Typical.V, q.Read.Typical.V,
			q.Answer.Typical.V)
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.store, got, c.want)
		}
	}
}

// Titles that begin alike lie in the partition of their first letters. A range that is wider than 64 of them scans.
func TestARangeOfTextsLiesInThePartitionsOfItsBeginnings(t *testing.T) {
	for _, c := range []struct{ width, store, want string }{
		{"0.01 %", "{title:1<} | {title}", "rowRange: 1.0026 requests, 101 read []"},
		{"0.01 %", "{title:2<} | {title}", "rowRange: 1.0676 requests, 101 read []"},
		{"0.01 %", "{title:5<} | {title}", "tableScan: 1000 requests, 1e+06 read [drop]"},
		{"0.01 %", "all | {title}", "rowRange: 1 requests, 101 read []"},
	} {
		q := judge(t, parse(t, "# @sheet titles\n# @entity article, 1 million\n"+
			"# @attribute article.title, text 40, identity\n# @ask begins, 1/s, article, title between "+c.width+"\n\n"+
			"### A\n# @keys "+c.store+" | Titles\n")).Questions[0]
		got := fmt.Sprintf("%s: %.6g requests, %.6g read %v", q.Class, q.Requests.Typical.V, q.Read.Typical.V, q.ClientWork)
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.store, got, c.want)
		}
	}
}

// How many lie in a part of the values follows from the sheet only if it says how these are spread.
func TestWhatIsInAPartOfTheValuesRestsOnTheirSpread(t *testing.T) {
	for options, want := range map[string]figure.Label{"": figure.Assumed, ", 500 values": figure.Assumed,
		", 500 values, even": figure.Exact} {
		q := judge(t, parse(t, "# @sheet prices\n# @entity product, 100000\n# @attribute product.id, guid, identity\n"+
			"# @attribute product.price, int"+options+"\n# @ask cheap, 1/s, product, price between 2 %\n\n### A\n"+
			"# @keys all | {price:9}_{id} | Products\n")).Questions[0]
		if got := q.Read.Typical.Label; got != want {
			t.Errorf("%q: read %v, want %v: %v", options, got, want, q.Read.Typical.Of)
		}
	}
}

// A rectangle of 2 % by 2 % reads a stripe of an order, or the cells of a grid that it touches.
func TestARectangleReadsAStripeOrTheCellsThatItTouches(t *testing.T) {
	for _, c := range []struct{ store, want string }{
		{"all | {lat:12.2}!{id}", "rowRange: 1 requests, 2000.98 read, 40.9996 returned []"},
		{"all | {lon:12.2}!{id}", "rowRange: 1 requests, 2000.98 read, 40.9996 returned []"},
		{"{lat:50#}_{lon:50#} | {id}", "partitionScan: 4 requests, 160.998 read, 40.9996 returned []"},
		{"{lat:100#}_{lon:100#} | {id}", "partitionScan: 9 requests, 90.9991 read, 40.9996 returned []"},
		{"{lon:50#} | {lat:12.2}!{id}", "rowRange: 2 requests, 80.9992 read, 40.9996 returned []"},
		{"{lat:50#}_{lon:50#} | {id} | Cells | of place | include name", ""},
	} {
		s := parse(t, "# @sheet map\n# @entity place, 100000\n# @attribute place.id, text 8, identity\n"+
			"# @attribute place.lat, double\n# @attribute place.lon, double\n# @attribute place.name, text 30\n"+
			"# @ask box, 1/s, place, lat between 2 %, lon between 2 %\n\n### A\n# @keys "+c.store+"\n")
		q := judge(t, s).Questions[0]
		got := ""
		if len(q.Stores) > 0 {
			got = fmt.Sprintf("%s: %g requests, %.6g read, %.6g returned %v", q.Class, q.Requests.Typical.V, q.Read.Typical.V,
				q.Returned.Typical.V, q.ClientWork)
		}
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.store, got, c.want)
		}
	}
}
