package figure

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Evidence collects what numbers rest on, for a report; nil, which a search uses, collects nothing.
type Evidence struct {
	typical []string // what the average rests on
	Others  []string // what 99 of 100 and the largest rest on besides
}

// Modelled adds a part of the model that all three numbers rest on.
func (e *Evidence) Modelled(what string) {
	if e != nil {
		e.Add("model:" + what)
	}
}

// Add adds something that all three numbers rest on.
func (e *Evidence) Add(what ...string) {
	if e != nil {
		e.typical = Union(e.typical, what)
	}
}

// Copy returns evidence that begins with another one.
func (e *Evidence) Copy() *Evidence {
	out := &Evidence{}
	out.Join(e)
	return out
}

// Basis returns what the average rests on.
func (e *Evidence) Basis() []string {
	if e == nil {
		return nil
	}
	return e.typical
}

// With returns a list with one more entry, unless it has it.
func With(list []string, what string) []string {
	if slices.Contains(list, what) {
		return list
	}
	return append(slices.Clip(list), what)
}

// Union returns the entries of both lists, each once.
func Union(list, more []string) []string {
	for _, what := range more {
		list = With(list, what)
	}
	return list
}

// Join adds what another number rests on.
func (e *Evidence) Join(o *Evidence) {
	if e != nil && o != nil {
		e.typical, e.Others = Union(e.typical, o.typical), Union(e.Others, o.Others)
	}
}

// Spread makes the figures of a number.
func (e *Evidence) Spread(n Size) Spread {
	if e == nil {
		return Spread{New(n.Typical, nil), New(n.Often, nil), New(n.Largest, nil)}
	}
	others := Union(e.typical, e.Others)
	return Spread{New(n.Typical, e.typical), New(n.Often, others), New(n.Largest, others)}
}

// New makes a figure with the weakest label of what it rests on.
func New(n float64, of []string) Figure {
	f := Figure{V: Rounded(n), Label: Exact, Of: append([]string{}, of...)}
	for _, what := range of {
		l := labelOf(what)
		if slices.Index(labels, l) > slices.Index(labels, f.Label) {
			f.Label = l
		}
	}
	return f
}

// Rounded keeps whole numbers, and twelve digits of others: the last ones differ between processors.
func Rounded(n float64) float64 {
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
