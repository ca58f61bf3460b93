package plan

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// evidence collects what numbers rest on, for a report; nil, which a search uses, collects nothing.
type evidence struct {
	typical []string // what the average rests on
	others  []string // what 99 of 100 and the largest rest on besides
}

func (e *evidence) model(what string) { e.all("model:" + what) }

// all adds something that all three numbers rest on.
func (e *evidence) all(what ...string) {
	if e != nil {
		e.typical = withAll(e.typical, what)
	}
}

// more returns evidence that begins with another one.
func (e *evidence) more() *evidence {
	out := &evidence{}
	out.join(e)
	return out
}

// basis returns what the average rests on.
func (e *evidence) basis() []string {
	if e == nil {
		return nil
	}
	return e.typical
}

func with(list []string, what string) []string {
	if slices.Contains(list, what) {
		return list
	}
	return append(slices.Clip(list), what)
}

func withAll(list, more []string) []string {
	for _, what := range more {
		list = with(list, what)
	}
	return list
}

// join adds what another number rests on.
func (e *evidence) join(o *evidence) {
	if e != nil && o != nil {
		e.typical, e.others = withAll(e.typical, o.typical), withAll(e.others, o.others)
	}
}

// spread makes the figures of a number.
func (e *evidence) spread(n size) Spread {
	if e == nil {
		return Spread{figure(n.typical, nil), figure(n.often, nil), figure(n.largest, nil)}
	}
	others := withAll(e.typical, e.others)
	return Spread{figure(n.typical, e.typical), figure(n.often, others), figure(n.largest, others)}
}

// figure makes a figure with the weakest label of what it rests on.
func figure(n float64, of []string) Figure {
	f := Figure{V: rounded(n), Label: Exact, Of: append([]string{}, of...)}
	for _, what := range of {
		l := labelOf(what)
		if slices.Index(labels, l) > slices.Index(labels, f.Label) {
			f.Label = l
		}
	}
	return f
}

// rounded keeps whole numbers, and twelve digits of others: the last ones differ between processors.
func rounded(n float64) float64 {
	if n == math.Trunc(n) {
		return n
	}
	out, err := strconv.ParseFloat(strconv.FormatFloat(n, 'e', 11, 64), 64)
	if err != nil {
		return n
	}
	return out
}

func labelOf(what string) Label {
	switch kind, _, _ := strings.Cut(what, ":"); kind {
	case "default":
		return Assumed
	case "model":
		return Modelled
	}
	return Exact
}
