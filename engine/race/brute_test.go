package race_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"rowkey/engine"
	"rowkey/engine/client"
	"rowkey/engine/edm"
	"rowkey/engine/lab"
	"rowkey/engine/race"
	"rowkey/engine/script"
)

// brute carries out every order of a script, one by one, each from the beginning and as the sandbox would: with its
// clock and its numbers. It knows nothing of states that are equal.
type brute struct {
	e        *engine.Engine
	s        *script.Script
	lanes    client.Lanes
	before   *client.Session
	outcomes map[string]float64
}

func newBrute(t *testing.T, text string) *brute {
	t.Helper()
	e, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	b := &brute{e: e, s: script.Parse("a.http", text, nil), outcomes: map[string]float64{}}
	b.lanes = client.LanesOf(b.s)
	b.before = b.start(b.lanes.Blocks[""], nil)
	for err == nil {
		_, err = b.before.Next(context.Background())
	}
	return b
}

func (b *brute) start(blocks []int, before *client.Session) *client.Session {
	o, handler := b.e.Client()
	o.Blocks, o.Continue = blocks, before
	return client.Start(b.s, handler, o)
}

// all carries out every order: each follows the one before up to the last step that another client can take.
func (b *brute) all(t *testing.T) {
	t.Helper()
	for path := b.follow(t, nil); path != nil; path = b.next(t, path) {
	}
}

// next carries out the order after one, nil if that was the last.
func (b *brute) next(t *testing.T, path []int) []int {
	t.Helper()
	for i := len(path) - 1; i >= 0; i-- {
		for lane := path[i] + 1; lane < len(b.lanes.Names); lane++ {
			if next := b.follow(t, append(path[:i:i], lane)); next != nil {
				return next
			}
		}
	}
	return nil
}

// follow carries out the first order that begins with a path, and returns it; nil if a client of the path has nothing
// to send.
func (b *brute) follow(t *testing.T, path []int) []int {
	t.Helper()
	now := b.e.Clock().Now()
	_, err := b.e.Lab().Observe(context.Background(), nil, now.Add(time.Second), func(in engine.Reader) error {
		var runs []*client.Session
		for _, name := range b.lanes.Names {
			runs = append(runs, b.start(b.lanes.Blocks[name], b.before))
		}
		for _, lane := range path {
			if !send(t, runs[lane]) {
				path = nil
				return nil
			}
		}
		for lane := 0; lane < len(runs); lane++ {
			if send(t, runs[lane]) {
				path, lane = append(path, lane), -1
			}
		}
		b.e.Clock().Advance(24 * time.Hour)
		text, err := ending(in)
		b.outcomes[text]++
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// send lets a client go on until it has sent one request more.
func send(t *testing.T, run *client.Session) bool {
	t.Helper()
	for {
		x, err := run.Next(context.Background())
		if errors.Is(err, io.EOF) {
			return false
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(x.Wire) > 0 {
			return true
		}
	}
}

// ending writes what the table and the queue of a program hold.
func ending(in engine.Reader) (string, error) {
	var b strings.Builder
	err := in.Table("Tab", func(row edm.Row) {
		e, _ := row.Decode()
		e.SortProperties()
		fmt.Fprintf(&b, "%s", e.RowKey)
		for _, p := range e.Properties {
			fmt.Fprintf(&b, " %s=%v", p.Name, p.Value)
		}
		b.WriteByte('\n')
	})
	var texts []string
	errTexts := in.Texts("queue", func(text string) { texts = append(texts, text) })
	slices.Sort(texts)
	return b.String() + strings.Join(texts, ","), errors.Join(err, errTexts)
}

// explored returns the outcomes of a script with their orders, as the exploration has them.
func explored(t *testing.T, text string) map[string]float64 {
	t.Helper()
	e, err := engine.Open(engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	ctx := context.Background()
	w, problem, err := lab.New(ctx, e, script.Parse("a.http", text, nil))
	if err != nil || problem != nil {
		t.Fatalf("%v %+v\n%s", err, problem, text)
	}
	t.Cleanup(func() { _ = w.Close() })
	x := race.New(ctx, w, race.Plainly())
	for done := false; !done; {
		s, err := x.Step(ctx)
		if err != nil {
			t.Fatal(err)
		}
		done = s.Done
	}
	outcomes := map[string]float64{}
	for _, f := range x.Finals() {
		err := w.Look(ctx, f.State, 24*time.Hour, func(in engine.Reader) error {
			text, err := ending(in)
			outcomes[text] += f.Orders
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return outcomes
}

// Equal states are one, and what a request does is found out once: the outcomes are those of all orders one by one,
// each with the same number of orders.
func TestTheOutcomesAreThoseOfAllOrdersOneByOne(t *testing.T) {
	t.Parallel()
	programs, different := 500, 0
	if testing.Short() {
		programs = 50
	}
	for seed := range programs {
		text := randomProgram(uint64(seed + 1))
		b := newBrute(t, text)
		b.all(t)
		if got := explored(t, text); !maps.Equal(got, b.outcomes) {
			t.Fatalf("program %d:\n%s\nexplored: %v\none by one: %v", seed+1, text, got, b.outcomes)
		}
		if len(b.outcomes) > 1 {
			different++
		}
	}
	if different < programs/3 {
		t.Errorf("only %d of %d programs have more than one outcome", different, programs)
	}
}
