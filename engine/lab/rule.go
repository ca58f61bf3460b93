package lab

import (
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	"rowkey/engine"
	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/message"
	"rowkey/engine/odata"
	"rowkey/engine/script"
)

// rule is an invariant and what is known of it.
type rule struct {
	invariant script.Invariant
	known     []judged
}

// judged is a verdict, and what it follows from.
type judged struct {
	seen    trace
	verdict Verdict
}

// Judge says which invariants hold in a state: all of them at the end, otherwise those that hold always, in the order
// of the script.
// Errors: those of the store.
func (w *World) Judge(ctx context.Context, s *State, end bool) ([]Verdict, error) {
	list := make([]Verdict, len(w.rules))
	for i, r := range w.rules {
		if list[i].Holds = true; !end && !r.invariant.Always {
			continue
		}
		v, err := w.judge(ctx, s, r)
		if err != nil {
			return nil, err
		}
		list[i] = v
	}
	return list, nil
}

// JudgeWay returns the verdicts of an end, and for an invariant that broke on the way the step after which it did.
// Errors: those of the store.
func (w *World) JudgeWay(ctx context.Context, end []Verdict, events []*Event) ([]Verdict, error) {
	list := slices.Clone(end)
	for n, e := range events {
		now, err := w.Judge(ctx, e.after, false)
		if err != nil {
			return nil, err
		}
		for i, v := range now {
			if !v.Holds && list[i].Step == 0 {
				v.Step = n + 1
				list[i] = v
			}
		}
	}
	return list, nil
}

func (w *World) judge(ctx context.Context, s *State, r *rule) (Verdict, error) {
	for i := range r.known {
		if w.contents.matches(&r.known[i].seen, s.changed) {
			return r.known[i].verdict, nil
		}
	}
	var v Verdict
	touched, err := w.sandbox.Lab().Observe(ctx, w.contents.entries(s.changed), w.epoch.Add(s.At),
		func(in engine.Reader) (err error) {
			v, err = judge(in, &r.invariant)
			return err
		})
	if err != nil {
		return v, err
	}
	r.known = append(r.known, judged{w.contents.trace(s.changed, touched), v})
	return v, nil
}

// Look calls fn with a reader of a state, at a time after it. Errors: that of fn, those of the store.
func (w *World) Look(ctx context.Context, s *State, later time.Duration, fn func(engine.Reader) error) error {
	_, err := w.sandbox.Lab().Observe(ctx, w.contents.entries(s.changed), w.epoch.Add(s.At+later), fn)
	return err
}

// judge compares the two sides of an invariant.
func judge(in engine.Reader, i *script.Invariant) (Verdict, error) {
	left, err := sum(in, i.Left)
	if err != nil {
		return Verdict{}, err
	}
	right, err := sum(in, i.Right)
	if err != nil {
		return Verdict{}, err
	}
	v := Verdict{Left: left.String(), Right: right.String(), Why: message.Text{}}
	v.Holds = compare(left, i.Comparison, right)
	return v, nil
}

// value is what a side of an invariant amounts to: a number, a text, or nothing.
type value struct {
	number  float64
	text    string
	isText  bool
	missing bool
}

// String returns the value as a reader sees it.
func (v value) String() string {
	switch {
	case v.missing:
		return "null"
	case v.isText:
		return v.text
	}
	return strconv.FormatFloat(v.number, 'f', -1, 64)
}

// compare compares values. Nothing equals nothing alone, and texts are not numbers.
func compare(a value, sign string, b value) bool {
	order, comparable := 0, true
	switch {
	case a.missing || b.missing || a.isText != b.isText:
		comparable = a.missing && b.missing
	case a.isText && a.text < b.text, !a.isText && a.number < b.number:
		order = -1
	case a.isText && a.text > b.text, !a.isText && a.number > b.number:
		order = 1
	}
	switch sign {
	case "==":
		return comparable && order == 0
	case "!=":
		return !comparable || order != 0
	case "<":
		return comparable && order < 0
	case "<=":
		return comparable && order <= 0
	case ">":
		return comparable && order > 0
	}
	return comparable && order >= 0
}

// sum adds terms up. One term can be anything; of several each is a number, and what is missing counts nothing.
func sum(in engine.Reader, terms []script.Term) (value, error) {
	total := value{}
	for i := range terms {
		v, err := evaluate(in, &terms[i])
		if err != nil || len(terms) == 1 && !terms[i].Minus {
			return v, err
		}
		if terms[i].Minus {
			v.number = -v.number
		}
		if total.number += v.number; v.isText {
			return value{text: v.text, isText: true}, nil
		}
	}
	return total, nil
}

func evaluate(in engine.Reader, t *script.Term) (v value, err error) {
	switch n := 0; t.Kind {
	case "":
		return literal(t), nil
	case "value":
		return property(in, t)
	case "messages":
		n, err = in.Messages(t.Store)
		return value{number: float64(n)}, err
	case "blobs":
		return blobs(in, t)
	}
	err = visit(in, t, func(row edm.Row) {
		if t.Kind == "count" {
			v.number++
		} else if x, ok := row.Lookup(t.Property); ok {
			v.number += valueOf(x).number
		}
	})
	return v, err
}

func literal(t *script.Term) value {
	switch n, err := strconv.ParseFloat(t.Literal, 64); {
	case !t.Existing:
		return value{missing: true}
	case t.Quoted || err != nil:
		return value{text: t.Literal, isText: true}
	default:
		return value{number: n}
	}
}

// property returns the value of a property of one entity.
func property(in engine.Reader, t *script.Term) (v value, err error) {
	v.missing = true
	err = in.Partition(t.Store, t.Keys[0], t.Keys[1], func(row edm.Row) bool {
		if _, rk := row.Key(); rk != t.Keys[1] {
			return false
		}
		if x, ok := row.Lookup(t.Property); ok {
			v = valueOf(x)
		}
		return false
	})
	return v, err
}

// valueOf returns numbers as numbers and everything else as JSON writes it, without quotes.
func valueOf(v edm.Value) value {
	one := edm.Entity{Properties: []edm.Property{{Name: "V", Value: v}}}
	text, _ := jsontext.Member(string(edm.AppendJSON(nil, &one, &edm.Format{Select: edm.NewSelection([]string{"V"})})),
		"V")
	switch v.Type() {
	case edm.TypeInt32, edm.TypeInt64, edm.TypeDouble:
		if n, err := strconv.ParseFloat(jsontext.Text(text), 64); err == nil && !math.IsNaN(n) {
			return value{number: n}
		}
	}
	return value{text: jsontext.Text(text), isText: true}
}

// visit visits the entities that a count or a sum is about.
func visit(in engine.Reader, t *script.Term, each func(edm.Row)) error {
	switch len(t.Keys) {
	case 0:
		return in.Table(t.Store, func(row edm.Row) {
			if t.Filter == nil || odata.Match(t.Filter, row.Lookup) {
				each(row)
			}
		})
	case 1:
		return in.Partition(t.Store, t.Keys[0], "", func(row edm.Row) bool {
			each(row)
			return true
		})
	}
	return in.Partition(t.Store, t.Keys[0], t.Keys[1], func(row edm.Row) bool {
		if _, rk := row.Key(); rk == t.Keys[1] {
			each(row)
		}
		return false
	})
}

func blobs(in engine.Reader, t *script.Term) (v value, err error) {
	name := ""
	if len(t.Keys) == 1 {
		name = t.Keys[0]
	}
	err = in.Blobs(t.Store, name, func(found string) {
		if len(t.Keys) == 0 || found == name {
			v.number++
		}
	})
	return v, err
}
