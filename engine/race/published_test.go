package race_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/golden"
	"rowkey/engine/lab"
	"rowkey/engine/race"
)

// told writes an order as a reader would tell it.
func told(steps []lab.Step) string {
	var b strings.Builder
	for _, s := range steps {
		switch s.Kind {
		case lab.RequestStep:
			fmt.Fprintf(&b, "%s: %d", s.Title, s.Status)
			if s.Overwrites > 0 {
				fmt.Fprintf(&b, ", over step %d", s.Overwrites)
			}
		default:
			b.WriteString(strings.TrimSpace(string(s.Kind) + " " + s.Lane))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// workflow returns a script of testdata/published: as it was published first, or mended.
func workflow(t *testing.T, name, as string) string {
	t.Helper()
	return string(golden.Files(t, "testdata/published/"+name+".txt")[as].Data)
}

// The workflows as they were published first. Each has a hole that no run from top to bottom shows.
var published = []struct {
	name, rule string // the value of both sides of the rule that breaks
	order      string
}{
	{"copies", "43 42", `A takes a message: 200
A reads what is wanted: 200
A writes the copy by number: 204
The office wants 43: 204
The office tells the worker: 201
B takes a message: 200
B reads what is wanted: 200
B writes the copy by number: 204, over step 3
B writes the copy by address: 204
B deletes the message: 204
A writes the copy by address: 204, over step 9
A deletes the message: 204
`},
	{"hired-again", "1 0", `A takes a message: 200
A reads the employee: 200
A stores her in the archive: 204
pause
B takes a message: 200
B reads the employee: 200
B stores her in the archive: 204, over step 3
B deletes her: 204
B deletes the message: 204
The office hires her again: 201
The office notes that it did: 204
A deletes her: 204, over step 10
A deletes the message: 404
`},
	{"correction", "1 0", `worker takes a message: 200
worker reads the employee: 200
The office reads her: 200
The office corrects her address: 204
The office notes that it did: 204
worker stores her in the archive: 204
worker deletes her: 204, over step 4
worker deletes the message: 204
`},
	{"sweeper", "1 0", `worker takes a message: 200
worker stores the photo: 201
pause
sweeper lists the photos: 200
sweeper asks who names one that is older than an hour: 200
sweeper deletes what nobody names: 202
worker writes its name: 204
worker deletes the message: 204
`},
	{"first-of-a-name", "1 0", `Ida Zander is hired: 201
worker takes a message: 200
worker reads the list of her name: 404
pause
restart worker
worker takes a message: 200
worker reads the list of her name: 404
`},
	{"renamed-back", "1 0", `A takes the name new: 201
A looks whose row it is: 200
A changes the user: 204
A deletes the old row: 204
Again takes the name new: 409
Again looks whose row it is: 200
Again changes the user: 412
Again looks whether an earlier attempt did it: 200
Back reads the user: 200
Back reads the row of its name: 200
Back takes the name old: 201
Back looks whose row it is: 200
Back changes the user: 204
Back deletes the old row: 204
Again deletes the old row, which an earlier attempt has not: 204, over step 11
`},
	{"renamed-twice", "1 0", `The user gets a password: 204
A takes the name new: 201
A looks whose row it is: 200
A changes the user: 412
A looks whether an earlier attempt did it: 200
B reads the user: 200
B takes the name new: 409
B looks whose row it is: 200
B changes the user: 204
B deletes the old row: 204
A came too late, and deletes the new row: 204
`},
	{"renamed-gone", "1 0", `Office deletes the user: 204
Office deletes the row of its name: 204
A takes the name new: 201
A looks whose row it is: 200
A changes the user: 404
A finds no user, and deletes the new row: 204
Another user takes the name old: 201
The other user looks whose row it is: 200
The other user joins: 201
Again deletes the user: 404
Again deletes the row of its name: 204, over step 7
`},
	{"moved-twice", "0 1", `A takes the address b: 201
A looks whose row it is: 200
A changes the address of the account: 204
A deletes the old row: 204
B takes the address c: 201
B looks whose row it is: 200
B changes the address of the account: 204, over step 3
B deletes the old row: 404
`},
	{"moved-again", "0 1", `The account gets a password: 204
The office notes that it did: 201
A takes the address b: 201
A looks whose row it is: 200
A changes the address of the account: 204
A deletes the old row: 412
Again takes the address b: 409
Again looks whose row it is: 200
Again changes the address of the account: 204
Again deletes the old row: 412
`},
	{"moved-gone", "0 1", `A takes the address b: 201
A looks whose row it is: 200
A changes the address of the account: 204
A looks what address the account has: 200
A deletes the old row: 204
The account is deleted: 404
Its address is deleted: 204, over step 3
`},
}

func TestThePublishedWorkflowsBreakInAnOrder(t *testing.T) {
	for _, tt := range published {
		t.Run(tt.name, func(t *testing.T) {
			r := explore(t, workflow(t, tt.name, "published"), race.Options{})
			if r.Broken == 0 || r.Sample != nil {
				t.Fatalf("no order of %v breaks", r.Orders)
			}
			o, rule := r.Outcomes[0], ""
			for _, v := range o.Verdicts {
				if !v.Holds && rule == "" {
					rule = v.Left + " " + v.Right
				}
			}
			if rule != tt.rule {
				t.Errorf("the rule says %s, want %s", rule, tt.rule)
			}
			if got := told(o.Order); got != tt.order {
				t.Errorf("got:\n%s\nwant:\n%s", got, tt.order)
			}
		})
	}
}

func TestTheMendedWorkflowsBreakInNoOrder(t *testing.T) {
	for _, tt := range []struct {
		name    string
		crashes int
		least   float64 // orders
	}{
		{"copies", 0, 1000}, {"hired-again", 0, 100}, {"correction", 0, 100}, {"correction", 1, 100},
		{"renamed-back", 0, 10_000}, {"renamed-twice", 0, 500}, {"renamed-gone", 0, 10_000},
		{"moved-twice", 0, 100}, {"moved-again", 0, 1_000_000}, {"moved-gone", 0, 10},
		{"sweeper", 0, 20}, {"sweeper", 1, 100}, {"first-of-a-name", 0, 5}, {"first-of-a-name", 1, 40},
	} {
		r := explore(t, workflow(t, tt.name, "mended"), race.Options{Crashes: tt.crashes})
		if r.Broken != 0 || r.Orders < tt.least || r.Sample != nil {
			t.Errorf("%s with %d crashes: %v of %v orders break\n%s", tt.name, tt.crashes, r.Broken, r.Orders,
				told(r.Outcomes[0].Order))
		}
	}
}

// What mends the sweeper is the time of the last change: by the time of creation, a photo that is stored again is old.
func TestASweeperByTheTimeOfCreationDeletesWhatIsStoredAgain(t *testing.T) {
	text := strings.ReplaceAll(workflow(t, "sweeper", "mended"), "Last-Modified", "Creation-Time")
	text = strings.ReplaceAll(text, "If-Unmodified-Since: {{$datetime rfc1123 -3 h}}\n", "")
	if r := explore(t, text, race.Options{Crashes: 1}); r.Broken == 0 {
		t.Errorf("no order of %v breaks", r.Orders)
	}
}

// A worker that can crash once breaks more than one that cannot: two workers and a crash.
func TestACrashOpensOrdersThatNothingElseOpens(t *testing.T) {
	text := workflow(t, "sweeper", "published")
	without, with := explore(t, text, race.Options{}), explore(t, text, race.Options{Crashes: 1})
	if with.Crashes != 1 || with.Orders <= without.Orders || with.Broken <= without.Broken {
		t.Errorf("with a crash %v of %v, without %v of %v", with.Broken, with.Orders, without.Broken, without.Orders)
	}
}
