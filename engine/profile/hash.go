package profile

// hash64 returns a hash of a text that is never 0: 0 is a missing cell.
// Source: FNV-1a, 64 bits, Fowler, Noll and Vo; the bits are mixed as splitmix64 does.
func hash64(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return max(mix(h), 1)
}

// mix spreads a number over all 64 bits, each number to another one.
// Source: splitmix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// both returns a hash of two cells in this order.
func both(a, b uint64) uint64 { return max(mix(a*0x9E3779B97F4A7C15+b), 1) }
