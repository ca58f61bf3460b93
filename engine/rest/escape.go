package rest

import "strings"

const upperHex = "0123456789ABCDEF"

// unescape decodes percent escapes once. In a query string "+" is a blank as well. The result is
// false if an escape is cut short or not hexadecimal.
func unescape(s string, plus bool) (string, bool) {
	if !strings.Contains(s, "%") && !(plus && strings.Contains(s, "+")) {
		return s, true
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '+' && plus:
			b = append(b, ' ')
		case s[i] != '%':
			b = append(b, s[i])
		case i+2 >= len(s):
			return "", false
		default:
			high, low := unhex(s[i+1]), unhex(s[i+2])
			if high < 0 || low < 0 {
				return "", false
			}
			b = append(b, byte(high<<4|low))
			i += 2
		}
	}
	return string(b), true
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// appendEscaped writes s as the service escapes keys in Location and DataServiceId: letters,
// digits and -_.~!*'() stay, every other byte becomes a percent escape.
// Source: recorded traffic; it is what .NET's Uri.EscapeDataString did at the time.
func appendEscaped(b []byte, s string) []byte {
	return appendPercent(b, strings.ReplaceAll(s, "'", "''")) // a quote is doubled in a literal
}

// appendPercent is appendEscaped for what is no literal.
func appendPercent(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if unreserved(c) {
			b = append(b, c)
			continue
		}
		b = append(b, '%', upperHex[c>>4], upperHex[c&15])
	}
	return b
}

func unreserved(c byte) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		return true
	}
	return strings.IndexByte("-_.~!*'()", c) >= 0
}

// appendEntityPath writes table(PartitionKey='…',RowKey='…').
func appendEntityPath(b []byte, table, partition, row string) []byte {
	b = append(b, table...)
	b = append(b, "(PartitionKey='"...)
	b = appendEscaped(b, partition)
	b = append(b, "',RowKey='"...)
	b = appendEscaped(b, row)
	return append(b, "')"...)
}

// entityPath returns what appendEntityPath writes, after a prefix that ends with a slash or is "".
func entityPath(prefix, table, partition, row string) string {
	b := make([]byte, 0, len(prefix)+len(table)+len(partition)+len(row)+32)
	return string(appendEntityPath(append(b, prefix...), table, partition, row))
}
