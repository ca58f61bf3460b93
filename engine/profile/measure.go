package profile

import (
	"math"
	"unicode/utf8"

	"rowkey/engine/edm"
)

// What a text has that matters for a key.
const (
	hasForbidden = 1 << iota // / \ # ? or a control character
	hasUnder                 // _, which often separates parts of a key
	hasOther                 // bytes that are not ASCII
)

// classes say what each byte has. Source: Understanding the Table service data model, "Characters disallowed in key
// fields".
var classes = func() (c [256]uint8) {
	for i := range c {
		if i < 0x20 || i == 0x7F {
			c[i] = hasForbidden
		} else if i >= 0x80 {
			c[i] = hasOther
		}
	}
	for _, b := range `/\#?` {
		c[b] = hasForbidden
	}
	c['_'] = hasUnder
	return c
}()

// measured is what a text has, and how long it is in UTF-16 code units.
type measured struct {
	has   uint8
	units int
}

// isLongKey reports whether a text is too long for a key.
func (m *measured) isLongKey() bool { return 2*m.units > edm.MaxKeySize }

// measure looks at a text; ok is false if it is not UTF-8.
func measure(s string) (m measured, ok bool) {
	for i := range len(s) {
		m.has |= classes[s[i]]
	}
	if m.units = len(s); m.has&hasOther == 0 {
		return m, true
	}
	if !utf8.ValidString(s) {
		return m, false
	}
	m.units = 0
	for _, c := range s {
		if m.units++; c > 0xFFFF {
			m.units++
		} else if 0x80 <= c && c < 0xA0 {
			m.has |= hasForbidden
		}
	}
	return m, true
}

// buckets of a histogram: sizes up to 12 exactly, above that each is about 1.4 times as wide as the one before.
const (
	buckets     = 40
	exactSizes  = 12
	bucketWidth = 1.4
)

// bounds are the greatest sizes of the buckets.
var bounds = func() (b [buckets]int) {
	for i := range b {
		b[i] = i
		if i > exactSizes {
			b[i] = int(math.Ceil(exactSizes * math.Pow(bucketWidth, float64(i-exactSizes))))
		}
	}
	return b
}()

// sizes is how large values are.
type sizes struct {
	counts         [buckets]int
	n, sum         int
	least, largest int
}

func (s *sizes) add(size int) {
	if s.n == 0 || size < s.least {
		s.least = size
	}
	s.largest = max(s.largest, size)
	s.n++
	s.sum += size
	i := min(size, exactSizes)
	for i < buckets-1 && size > bounds[i] {
		i++
	}
	s.counts[i]++
}

// mean returns the average size, 0 of nothing.
func (s *sizes) mean() float64 { return float64(s.sum) / math.Max(1, float64(s.n)) }

// often returns a size that at most 1 of 100 exceeds: the bound of a bucket.
func (s *sizes) often() int {
	seen := 0
	for i, n := range s.counts {
		if seen += n; seen*100 >= s.n*99 {
			return min(bounds[i], s.largest)
		}
	}
	return s.largest
}
