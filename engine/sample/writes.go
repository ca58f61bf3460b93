package sample

import (
	"context"
	"slices"

	"rowkey/engine/hash"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
	"rowkey/engine/plan/write"
	"rowkey/engine/sheet"
)

// Write is how calls of one write agree with the plan.
type Write struct {
	Name        string       `json:"name"`
	Skipped     string       `json:"skipped"` // why it was not done: form, together or nothing; "" if it was
	Calls       int          `json:"calls"`
	Differences []Difference `json:"differences"` // of the counters rows and found
	Statistics  []Statistic  `json:"statistics"`
}

// performer does one write of a sheet on the sample, and takes back what it did.
type performer struct {
	*bench
	write *facts.Write
	cost  write.Cost
}

// verifyWrite does one write some times, by its position among those of the model.
func (b *bench) verifyWrite(ctx context.Context, i int) (Write, error) {
	p := performer{b, &b.small.Facts.Writes[i], b.small.Write.Cost(b.design, i)}
	out := Write{Name: p.write.Do.Name, Differences: []Difference{}, Statistics: []Statistic{}}
	callers := p.callers()
	if out.Skipped = p.skipped(); out.Skipped == "" && len(callers) == 0 {
		out.Skipped = "nothing"
	}
	if out.Skipped != "" {
		return out, nil
	}
	var did []performed
	for call, t := range callers {
		one, err := p.perform(ctx, t)
		if err != nil {
			return out, err
		}
		did = append(did, one)
		for _, d := range one.differences {
			d.Call = call
			out.Differences = append(out.Differences, d)
		}
	}
	out.Calls, out.Statistics = len(did), p.statistics(i, did)
	return out, nil
}

// skipped says why a write is not done: the sample does not keep what a store holds, or it is one of a set.
func (p *performer) skipped() string {
	for i := range p.design.Stores {
		st := &p.design.Stores[i]
		if slices.Contains(p.model.Facts.Family(p.write.Kind), st.Kind) && (!keeps(st) || len(st.Blob) > 0 ||
			p.design.View.Follows(p.model.Facts, i) == keys.KeptEvery) {
			return "form"
		}
	}
	switch {
	case p.write.Set >= 0, p.write.Do.Most.Of != "", p.write.Each != nil:
		return "together"
	case !p.cost.Possible:
		return "nothing"
	}
	return ""
}

// callers returns the things that calls are about, as often as their values occur: one for a delete by age.
func (p *performer) callers() (list []*thing) {
	all := slices.DeleteFunc(slices.Clone(p.things[p.write.Kind]), func(t *thing) bool { return !p.asksFor(t) })
	if len(all) == 0 || p.write.ByAge() {
		return all[:min(1, len(all))]
	}
	r := hash.Sequence(11)
	for range callsOfEach {
		list = append(list, all[int(r.Next()%uint64(len(all)))])
	}
	return list
}

// asksFor reports whether a thing has the values that every call of the write asks for.
func (p *performer) asksFor(t *thing) bool {
	return !slices.ContainsFunc(p.write.Known, func(k facts.Attr) bool {
		return k.Value != "" && keys.TextOf(t.value(k.Ref), p.model.Facts.Finest(k.Ref)) != k.Value
	})
}

// reached returns the things that a call is about: those with the values of one that the write knows, or those that
// are old enough.
func (p *performer) reached(t *thing) (list []*thing) {
	w := p.write
	if w.Do.Verb == sheet.Insert {
		return []*thing{t}
	}
	for _, o := range p.things[w.Kind] {
		if w.ByAge() && p.old(o) || !w.ByAge() && p.alike(o, t) {
			list = append(list, o)
		}
	}
	return list
}

func (p *performer) alike(o, t *thing) bool {
	return !slices.ContainsFunc(p.write.Known, func(k facts.Attr) bool { return o.value(k.Ref) != t.value(k.Ref) })
}

// old reports whether a thing has become old when the delete runs that comes after the last one, or is what its range
// says.
func (p *performer) old(t *thing) bool {
	ref, ok := p.small.Facts.ResolveOne(p.write.Kind, p.write.Do.Range.Attr)
	return ok && float64(t.value(ref).Time().Unix()) < float64(p.now)-p.cover[ref.Kind]+p.cost.Old
}
