package client

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rowkey/engine/script"
)

// faults says what goes wrong between the client of a run and the service.
type faults struct {
	filter  faultFilter
	plan    *crashPlan  // of a program that is to crash, nil if it is not
	spent   map[int]int // faults of each block
	refused int         // answers that were made in place of the service
}

// next returns what goes wrong with the next attempt. The faults of a block are spent one by one,
// over all rounds of its loop.
func (f *faults) next(n *network, x *Exchange) script.Fault {
	kind := script.NoFault
	if used := f.spent[n.block.Index]; used < len(n.block.Meta.Client.Faults) {
		kind = f.filter.apply(n.block.Meta.Client.Faults[used])
		f.spent[n.block.Index]++
	}
	if p := f.plan; p != nil && !n.sent && p.counts(x.Client) {
		if p.seen++; p.seen == p.At {
			p.step = titleNumber(n.block.Title)
			kind = script.CrashBefore
			if p.After {
				kind = script.CrashAfter
			}
		}
	}
	n.sent = true
	if kind != script.NoFault && !strings.Contains(", "+x.Fault+",", ", "+kind.String()+",") {
		x.Fault = strings.TrimPrefix(x.Fault+", "+kind.String(), ", ")
	}
	return kind
}

// faultFilter says which faults that a script asks for are left out, because a check brings its own.
type faultFilter uint8

const (
	keepFaults faultFilter = iota
	dropCrashes
	dropFaults
)

// apply returns what remains of a fault.
func (drop faultFilter) apply(f script.Fault) script.Fault {
	if drop == dropFaults || drop == dropCrashes && (f == script.CrashBefore || f == script.CrashAfter) {
		return script.NoFault
	}
	return f
}

// crashPlan counts requests until the one at which a client crashes.
type crashPlan struct {
	script.CrashPoint
	lane string // whose requests count, "" for those of all
	seen int    // so far
	step string // the number that the title of the request at which it crashes begins with, "" if with none
}

// titleNumber returns the number that a title begins with: "3" of "3 Delete" and of "3. Delete". "5 drivers" has none.
func titleNumber(title string) string {
	number, rest, _ := strings.Cut(title, " ")
	number = strings.TrimSuffix(number, ".")
	first, _ := utf8.DecodeRuneInString(rest)
	if number == "" || len(number) > 2 || strings.Trim(number, "0123456789") != "" || !unicode.IsUpper(first) {
		return ""
	}
	return number
}

// String names the request by the number in its title, which readers see, else by its place among those that count.
func (p *crashPlan) String() string {
	at := p.CrashPoint.String()
	if p.step == "" {
		return at
	}
	when, _, _ := strings.Cut(at, " ")
	return when + " " + p.step
}

// counts reports whether a request of a lane is one of those that count.
func (p *crashPlan) counts(lane string) bool { return p.lane == "" || p.lane == lane }
