package engine_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rowkey/engine/control"
	"rowkey/engine/plan"
	"rowkey/engine/sample"
	"rowkey/engine/script"
	"rowkey/engine/sheet"
)

// The script of each design of each archetype runs as it is: no request is refused, and questions cost what it says.
func TestTheScriptsOfDesignsRun(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("plan/testdata/*.http")
	if err != nil || len(paths) != 6 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := sheet.Parse(string(text))
		for i := range s.Designs {
			t.Run(strings.TrimSuffix(filepath.Base(path), ".http")+"/"+s.Designs[i].Name, func(t *testing.T) {
				text, err := sample.Script(context.Background(), s, &s.Designs[i], 1)
				if err != nil {
					t.Fatal(err)
				}
				x := script.Parse("design.http", text, nil)
				for _, d := range x.Diagnostics {
					t.Errorf("line %d: %s", d.Line, d.Message)
				}
				if checks := run(t, open(t), x); checks < 2*len(s.Asks) {
					t.Errorf("%d checks of %d questions", checks, len(s.Asks))
				}
			})
		}
	}
}

// A point read over the tables of all months expects that those without the entity answer 404.
func TestTheScriptOfAPointReadOverMonthsGoesOn(t *testing.T) {
	t.Parallel()
	s, _ := sheet.Parse("# @sheet s\n# @entity log, 9/day, kept 400d\n# @attribute log.id, guid, identity\n" +
		"# @attribute log.at, time\n# @ask one, log by id\n\n### A\n# @keys {id} | l | Logs{at:month} | of log\n")
	text, err := sample.Script(context.Background(), s, &s.Designs[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	x := script.Parse("months.http", text, nil)
	if run(t, open(t), x); strings.Count(text, "?? status == 404") < 2 {
		t.Errorf("no table lacks the entity:\n%s", text)
	}
}

// ruled is a sheet with each rule that a write can have.
const ruled = `### Rules
# @sheet rules
# @entity user, 300
# @attribute user.id, guid, identity
# @attribute user.email, text 30, unique, any case
# @attribute user.visits, long
# @entity follow, 3000 of user
# @attribute follow.followed, guid, identity, 300 values
# @entity post, 600 of user
# @attribute post.at, time, identity
# @entity feed, 6000 of post
# @attribute feed.reader, guid, identity, 300 values
# @entity seat, 600 of user
# @attribute seat.id, text 8, identity
# @do sign up, 1/s, insert user
# @do move, 1/s, update user by id, sets email
# @do visit, 1/s, update user by id, adds 1 to visits
# @do deliver, 1/s, insert feed, for each follow by followed
# @do reserve, 1/s, insert seat, at most 9 of user
# @do cancel, 1/s, delete seat by user and id

### A
# @keys {id} | u | Users | of user
# @keys {email:low} | u | Emails | of user | include id
# @keys {followed} | {user} | Follows | of follow
# @keys {user} | {at:-} | Posts | of post
# @keys {reader} | {post.at:-}_{user} | Feeds | of feed
# @keys {user} | s_{id} | Users | of seat
`

// A script does each write as the plan says: a unique value is an insert that comes first, a number is read before
// something is added to it, what is limited is counted, and a list is read before a row is written for each entry. It
// runs to its end.
func TestAScriptKeepsTheRulesOfItsWrites(t *testing.T) {
	text := scriptOf(t, ruled)
	for _, part := range []string{
		"\n### sign up\nPOST {{table}}/Emails\n",
		"\n### move\nPOST {{table}}/Emails\n",
		`"visits@odata.type": "Edm.Int64", "visits": "{{$add read1.response.body.visits 1}}"`,
		"# @if read2 body seatCount < 9\nPATCH ",
		"\n### deliver: the list\nGET {{table}}/Follows()?$filter=PartitionKey eq '",
		"{ \"seatCount\": {{$add read3.response.body.seatCount -1}} }",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("the script lacks %q", part)
		}
	}
	x := script.Parse("design.http", text, nil)
	for _, d := range x.Diagnostics {
		t.Errorf("line %d: %s", d.Line, d.Message)
	}
	run(t, open(t), x)
}

// sold is a sheet whose products are sold, and have a copy that says how many there are.
const sold = `### Shop
# @sheet shop
# @entity product, 40
# @attribute product.id, text 8, identity
# @attribute product.shelf, text 8, 5 values
# @attribute product.stock, long, 3 values
# @attribute product.seller, text 8, 5 values
# @ask one, product by id
# @ask of a shelf, product by shelf
# @do sell, update product by id, sets seller, adds -2 to stock

### A
# @keys {id} | product | Products | of product
# @keys {shelf} | {id} | Shelves | of product
`

// A script takes nothing from a number that another client has taken the last of, neither where it is nor in a copy.
func TestAScriptTakesNoMoreThanThereIs(t *testing.T) {
	text := scriptOf(t, sold)
	stored, rest, _ := strings.Cut(text, "\n### sell: a queue")
	sell, _, _ := strings.Cut(rest, "\n### sell, and back")
	row := regexp.MustCompile(`\nPATCH (.*)\n`).FindAllStringSubmatch(sell, -1)
	if len(row) != 2 {
		t.Fatal(sell)
	}
	for had, left := range map[string][2]string{"5": {"3", "1"}, "1": {"1", "3"}} { // the sample has 3
		other := "\n### Another client\n# @client other\nPATCH " + row[0][1] + "\nIf-Match: *\n" +
			"Content-Type: application/json\n\n{ \"stock@odata.type\": \"Edm.Int64\", \"stock\": \"" + had + "\" }\n"
		after := "\n### After\nGET " + row[0][1] + "\n\n# ?? body stock == " + left[0] + "\n" +
			"\n### Copy\nGET " + row[1][1] + "\n\n# ?? body stock == " + left[1] + "\n"
		x := script.Parse("design.http", stored+other+"\n### sell: a queue"+sell+after, nil)
		for _, d := range x.Diagnostics {
			t.Errorf("line %d: %s", d.Line, d.Message)
		}
		run(t, open(t), x)
	}
}

// feeds is a sheet whose posts are delivered to each reader that a list has.
const feeds = `### Feeds
# @sheet feeds
# @entity user, 30
# @attribute user.id, guid, identity
# @entity follow, 300 of user
# @attribute follow.other, guid, identity, 30 values
# @entity post, 60 of user
# @attribute post.at, time, identity
# @entity feed, 600 of post
# @attribute feed.reader, guid, identity, 30 values
# @do deliver, 1/s, insert feed, for each follow by KNOWN

### A
# @keys {KNOWN} | {REST} | Follows | of follow
# @keys {reader} | {post.at:-}_{user} | Feeds | of feed
`

// A script delivers a post to the list of its author, whether the list names the readers or the author. It leaves the
// write out, and says so, if the list can name neither.
func TestAScriptReadsTheListOfTheAuthor(t *testing.T) {
	for _, names := range [][2]string{{"user", "other"}, {"other", "user"}} {
		text := scriptOf(t, strings.NewReplacer("KNOWN", names[0], "REST", names[1]).Replace(feeds))
		read := regexp.MustCompile(`deliver: the list\nGET .*PartitionKey eq '(.*)'`)
		written := regexp.MustCompile(`### deliver\n# @client worker\nPUT .*RowKey='\d+_(.*)'\)`)
		list, rows := read.FindStringSubmatch(text), written.FindAllStringSubmatch(text, -1)
		if len(list) == 0 || len(rows) < 2 {
			t.Fatalf("by %s: a list %q, and %d rows", names[0], list, len(rows))
		}
		for _, row := range rows {
			if row[1] != list[1] {
				t.Errorf("by %s: a post of %s is delivered to the list of %s", names[0], row[1], list[1])
			}
		}
		run(t, open(t), script.Parse("design.http", text, nil))
	}
	numbers := strings.NewReplacer("KNOWN", "other", "REST", "user", "follow.other, guid", "follow.other, int")
	text := scriptOf(t, numbers.Replace(feeds))
	if !strings.Contains(text, "not in this sample because no follow names what a feed belongs to") {
		t.Error("a list that names no author is read")
	}
}

// scriptOf writes the script of the first design of a sheet.
func scriptOf(t *testing.T, text string) string {
	t.Helper()
	s, messages := sheet.Parse(text)
	if sheet.Failed(messages) {
		t.Fatal(messages)
	}
	text, err := sample.Script(context.Background(), s, &s.Designs[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// What is behind each question and each write of the archetypes runs on the sample that comes with it: no request is
// refused, and each costs what it says.
func TestTheRequestsBehindEachLineOfAReportRun(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("plan/testdata/*.http")
	if err != nil || len(paths) != 6 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := sheet.Parse(string(text))
		report := plan.Judge(s)
		name, d := strings.TrimSuffix(filepath.Base(path), ".http"), &s.Designs[0]
		for i, q := range report[0].Questions {
			b, err := sample.BehindAsk(context.Background(), s, d, i, 300, 1)
			runBehind(t, fmt.Sprintf("%s/%s", name, q.Name), b, err)
		}
		for i, w := range report[0].Writes {
			b, err := sample.BehindDo(context.Background(), s, d, i, 300, 1)
			runBehind(t, fmt.Sprintf("%s/%s", name, w.Name), b, err)
		}
	}
}

// runBehind stores the rows as the playground does, then runs the script.
func runBehind(t *testing.T, name string, b sample.Behind, err error) {
	t.Run(name, func(t *testing.T) {
		if err != nil {
			t.Fatal(err)
		}
		if b.Script == "" {
			t.Skip("a sample does not hold it")
		}
		x := script.Parse("behind.http", b.Script, nil)
		for _, d := range x.Diagnostics {
			t.Errorf("line %d: %s", d.Line, d.Message)
		}
		e := open(t)
		keepRows(t, e, b.Data)
		run(t, e, x)
	})
}

// keepRows makes the tables and rows of lines of JSON.
func keepRows(t *testing.T, e *control.Handler, data string) {
	t.Helper()
	post := func(path, body string) {
		r, err := control.Request("POST", "http://127.0.0.1:10002/devstoreaccount1/"+path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body = []byte(body)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json")
		if got := e.Serve(t.Context(), r); got.Status >= 300 {
			t.Fatalf("%s: %d %s", path, got.Status, got.Body)
		}
	}
	for line := range strings.Lines(data) {
		name, entity, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), `{"table":"`), `"`)
		if entity, ok := strings.CutPrefix(entity, `,"entity":`); ok {
			post(name, strings.TrimSuffix(entity, "}"))
		} else {
			post("Tables", `{"TableName":"`+name+`"}`)
		}
	}
}

// The last hour of a device reads in the playground what the report says, though the sample is small.
func TestTheRequestBehindANumberReadsThatNumber(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("plan/testdata/sensor-readings.http")
	if err != nil {
		t.Fatal(err)
	}
	s, _ := sheet.Parse(string(text))
	said := plan.Judge(s)[0].Questions[0].Read.Often.V
	b, err := sample.BehindAsk(t.Context(), s, &s.Designs[0], 0, sample.Most, 1)
	if err != nil || b.Smaller {
		t.Fatal(b.Smaller, err)
	}
	e := open(t)
	keepRows(t, e, b.Data)
	play(t, e, b.Script, nil)
	read := 0
	var log struct{ Records []struct{ Read int } }
	ok(t, e, "GET", "/-/ledger", nil, &log)
	for _, r := range log.Records {
		read = max(read, r.Read)
	}
	if math.Abs(float64(read)-said) > 1 {
		t.Errorf("read %d, and the report says %g", read, said)
	}
	if day, err := sample.BehindAsk(t.Context(), s, &s.Designs[0], 3, sample.Most, 1); err != nil || !day.Smaller {
		t.Errorf("the answer to a day, 2,500 readings, is not called smaller: %v", err)
	}
}
