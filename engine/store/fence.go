package store

import "unsafe"

// compared is how many keys a scan compares with its end before it looks up which key is the last one.
const compared = 128

// fence is where a scan ends. To compare every key with it would fetch the bytes of each key from memory,
// which takes longer than all else that a scan does with a key. So a longer scan looks up its last key, and
// then only asks of each key whether it is the same string in memory: nothing changes the keys meanwhile.
type fence struct {
	tx   *Tx
	high string // "" for the end of the database
	seen int
	last string
	done bool
}

// passed reports whether the scan ends before a key, the next one in order.
func (f *fence) passed(key string) bool {
	if f.seen < compared {
		return f.compare(key)
	}
	passed := f.done
	f.done = same(key, f.last)
	return passed
}

// compare is passed for the first keys.
func (f *fence) compare(key string) bool {
	if f.high == "" {
		return false
	}
	if f.seen++; f.seen == compared {
		f.last = f.tx.lastBelow(f.high)
		f.done = same(key, f.last)
	}
	return key >= f.high
}

// same reports whether two strings are one in memory. Keys may share memory where one begins with the other.
func same(a, b string) bool { return len(a) == len(b) && unsafe.StringData(a) == unsafe.StringData(b) }

// lastBelow returns the greatest key below high, "" if there is none.
func (tx *Tx) lastBelow(high string) (last string) {
	// Its only error is that of a transaction that has ended, which the scan itself would have met.
	_ = tx.bunt.DescendLessOrEqual("", high, func(key, _ string) bool {
		last = key
		return key == high
	})
	if last == high {
		return ""
	}
	return last
}
