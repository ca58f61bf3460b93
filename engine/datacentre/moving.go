package datacentre

// flow is load that goes to neighbouring partitions evenly: those from lo to below hi.
type flow struct {
	lo, hi int
	rate   float64 // requests a second
}

// flows appends where the moving load of a block goes in a second, in the order of the keys.
func (b *block) flows(list []flow, second int) []flow {
	rate := b.moving(second)
	if rate == 0 {
		return list
	}
	if b.Keys == Import {
		lo, hi := b.imported(second)
		return append(list, flow{lo, hi, rate})
	}
	newest := b.keys.newest(second)
	for i := range b.keys.buckets {
		at := b.lo + b.keys.at(i, newest)
		list = append(list, flow{at, at + 1, rate / float64(b.keys.buckets)})
	}
	return list
}

// imported returns the partitions that an import writes to in a second: one at least.
func (b *block) imported(second int) (lo, hi int) {
	begins, ends := int(b.Begins), int(max(b.Ends, b.Begins+1))
	done, n := second-begins, b.n()
	lo = b.lo + min(n-1, n*done/(ends-begins))
	return lo, max(lo+1, b.lo+n*(done+1)/(ends-begins))
}

// sameFlows reports whether load goes to the same partitions as in the second before.
func sameFlows(a, b []flow) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
