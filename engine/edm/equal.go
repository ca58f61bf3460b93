package edm

// equal is a == b for two texts of the same length. In a browser the runtime compares them byte by byte, and to
// compare names is half of what a scan does; here it is eight bytes at a time.
func equal(a, b string) bool {
	n := len(b)
	if len(a) != n {
		return false
	}
	if n < word {
		for i := range n {
			if a[i] != b[i] {
				return false
			}
		}
		return true
	}
	for i := 0; i < n-word; i += word {
		if wordAt(a, i) != wordAt(b, i) {
			return false
		}
	}
	return wordAt(a, n-word) == wordAt(b, n-word)
}

const word = 8 // bytes

// wordAt is one instruction once it is compiled.
func wordAt(s string, i int) uint64 {
	s = s[i : i+word]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
