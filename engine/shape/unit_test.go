package shape_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/explain"
	"rowkey/engine/shape"
	"rowkey/engine/trail"
)

// at is a request on a connection that took some milliseconds; a trace is written after the port.
func at(port, trace string, start, end int) *shape.Member {
	r := &trail.Request{Record: &explain.Record{}, Start: start, End: end}
	r.From = trail.Sender{Host: "127.0.0.1", Agent: "a", Port: port, TraceID: trace}
	return &shape.Member{Request: r}
}

func TestRequestsBelongToUnitsOfWork(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		list []*shape.Member
		want string // the numbers of the requests of each unit
	}{
		{"one-connection-without-a-pause", []*shape.Member{at("1", "", 0, 5), at("1", "", 6, 9), at("1", "", 40, 50)},
			"0 1 2"},
		{"a-pause-ends-a-unit", []*shape.Member{at("1", "", 0, 5), at("1", "", 56, 60)}, "0|1"},
		{"two-connections", []*shape.Member{at("1", "", 0, 5), at("2", "", 20, 25), at("1", "", 30, 33)}, "0 2|1"},
		{"what-begins-at-one-moment", []*shape.Member{at("1", "", 0, 5), at("1", "", 6, 20), at("2", "", 6, 21),
			at("3", "", 7, 22), at("2", "", 22, 24)}, "0 1 2 3 4"},
		{"a-trace-over-connections-and-pauses", []*shape.Member{at("1", "t", 0, 5), at("2", "t", 900, 905),
			at("1", "u", 906, 910), at("3", "t", 3000, 3001)}, "0 1 3|2"},
		{"a-trace-and-none", []*shape.Member{at("1", "t", 0, 5), at("1", "", 6, 9)}, "0|1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var units []string
			u := shape.Units{Done: func(unit *shape.Unit) {
				var numbers []string
				for _, m := range unit.Requests {
					numbers = append(numbers, fmt.Sprint(m.N))
				}
				units = append(units, strings.Join(numbers, " "))
			}}
			for i, m := range tt.list {
				m.N = i
				u.Add(m)
			}
			u.Close()
			slices.Sort(units)
			if got := strings.Join(units, "|"); got != tt.want {
				t.Errorf("units = %s, want %s", got, tt.want)
			}
		})
	}
}

func TestOtherClientsHaveOtherUnits(t *testing.T) {
	t.Parallel()
	n := 0
	u := shape.Units{Done: func(*shape.Unit) { n++ }}
	one, two := at("1", "", 0, 5), at("2", "", 1, 6)
	two.From.Agent = "b"
	u.Add(one)
	u.Add(two)
	u.Close()
	if n != 2 {
		t.Errorf("%d units of two programs, want 2", n)
	}
}

func TestUnitsAreBounded(t *testing.T) {
	t.Parallel()
	lengths, requests := 0, 0
	u := shape.Units{Done: func(unit *shape.Unit) {
		lengths, requests = max(lengths, len(unit.Requests)), requests+len(unit.Requests)
	}}
	for i := range 3 * shape.MaxUnit {
		u.Add(at("1", "", i, i))
	}
	if lengths != shape.MaxUnit || requests < 2*shape.MaxUnit {
		t.Errorf("units of at most %d requests, %d told, want %d and two units", lengths, requests, shape.MaxUnit)
	}
	large := strings.Repeat("x", 1<<20)
	before := requests
	for i := range 40 {
		m := at("1", fmt.Sprint("t", i), 5000, 5000)
		m.Answer = large
		u.Add(m)
	}
	if requests-before < 20 {
		t.Errorf("%d of 40 large answers were let go, want those beyond 16 MiB", requests-before)
	}
}
