package main

import (
	"strings"
	"testing"
)

func TestRoundsOfALoopAreSummedUp(t *testing.T) {
	b := &Baker{x: echo(t)}
	one := Exchange{Status: 200, Reason: "OK", State: "sent", Wire: []Wire{{}}, Record: &Record{Read: 3, Returned: 2, Transactions: 1, Plan: &Plan{}}}
	hit := Exchange{Status: 200, Reason: "OK", State: "cached"}
	got := b.rounds([]Exchange{one, one, hit})
	for _, want := range []string{"‹rounds.other 3›", "<b>6</b>", "<b>4</b>", "‹facts.transactions.other 2›",
		"‹rounds.end 200 OK 2›", "‹rounds.end ‹output.cached› 1›"} {
		if !strings.Contains(got, want) {
			t.Errorf("rounds = %s, want %s in it", got, want)
		}
	}
	if got := b.rounds([]Exchange{one}); got != "" {
		t.Errorf("one answer: rounds = %s, want nothing", got)
	}
}

func TestABlockThatOnlyAssertsIsAVerdict(t *testing.T) {
	b := &Baker{x: echo(t)}
	x := Exchange{State: "sent", Checks: []Check{{Query: "run elapsed", Got: "8044", Pass: true}, {Pass: true}}}
	got := b.output("The bill", Shown{Exchange: x, All: []Exchange{x}}, "")
	if !strings.Contains(got, "‹output.pass.other 2›") || !strings.Contains(got, "‹result.measured 8044 run elapsed›") || strings.Contains(got, "ro-lens") || strings.Contains(got, "notsent") {
		t.Errorf("output = %s, want two checks that hold, and no lens", got)
	}
}
