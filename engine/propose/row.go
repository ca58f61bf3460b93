package propose

import (
	"slices"

	"rowkey/engine/sheet"
)

// row is a RowKey, and whether it puts the newest first.
type row struct {
	parts []part
	tail  bool
}

// rows makes the RowKeys for a need in partitions that know some keys: the rest of what is known in every order, then
// the range or the order, upwards and downwards, then the identity.
func (x *maker) rows(n *need, in []key) []row {
	var list []row
	for _, front := range permutations(without(x.Sheet, n.known, in)) {
		for _, tail := range x.tails(n, add(in, front...)) {
			r := row{tail: slices.ContainsFunc(tail, func(p part) bool { return p.how == downwards })}
			r.parts = append(plainly(front), tail...)
			list = append(list, x.ended(r, in))
		}
	}
	return list
}

// ended puts what else names one entity at the end of a RowKey.
func (x *maker) ended(r row, in []key) row {
	used := slices.Concat(in, keysIn(r.parts))
	if slices.ContainsFunc(used, func(k key) bool { return k.ref.Kind == x.kind && x.Names(k.ref) }) {
		return r
	}
	r.parts = append(r.parts, plainly(without(x.Sheet, identity(x.Sheet, x.kind), used))...)
	return r
}

// tails returns the ranges and orders that a RowKey can have after what is known; none is one of them.
func (x *maker) tails(n *need, used []key) [][]part {
	list := [][]part{nil}
	add := func(parts ...part) {
		if !slices.ContainsFunc(parts, func(p part) bool { return p.name == "" || has(used, p.ref) }) {
			list = append(list, parts)
		}
	}
	direction := upwards
	if n.down {
		direction = downwards
	}
	add(part{key: n.across, how: upwards})
	if n.order.ref != n.span.ref {
		add(part{key: n.span, how: upwards})
		add(part{key: n.span, how: upwards}, part{key: n.order, how: direction})
	}
	add(part{key: n.order, how: direction})
	if n.order.name == "" || n.order.ref == n.span.ref {
		add(part{key: n.span, how: upwards})
		if n.down {
			add(part{key: n.span, how: downwards})
		}
	}
	for _, k := range x.sameOrder(n) {
		add(part{key: k, how: direction})
	}
	return list
}

// sameOrder returns the parts of the identity whose order is that of the order or the range of a need.
func (x *maker) sameOrder(n *need) []key {
	var list []key
	for _, k := range identity(x.Sheet, x.kind) {
		ref := k.ref
		if ids := x.Identity(ref.Kind); ref.Attr == sheet.Whole && len(ids) == 1 {
			ref = ids[0]
		}
		if ref.Attr == sheet.Whole {
			continue
		}
		a := &x.Kinds[ref.Kind].Attributes[ref.Attr]
		for _, o := range []key{n.order, n.span} {
			if a.Follows != "" && o.name == a.Follows {
				list = append(list, k)
				break
			}
		}
	}
	return list
}

// most is how many keys are put in every order.
const most = 3

// permutations returns all orders of a few keys, and the given one of more.
func permutations(list []key) [][]key {
	if len(list) <= 1 || len(list) > most {
		return [][]key{list}
	}
	var out [][]key
	for i := range list {
		rest := slices.Delete(slices.Clone(list), i, i+1)
		for _, p := range permutations(rest) {
			out = append(out, append([]key{list[i]}, p...))
		}
	}
	return out
}
