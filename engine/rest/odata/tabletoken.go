package odata

import (
	"encoding/hex"
	"strings"
	"time"

	"rowkey/engine/rest"
)

// fileTimeEpoch is where Windows starts to count, in units of 100 ns before 1970.
const fileTimeEpoch = 116444736000000000

// tableToken names the next table of a list: its name in lower case, the byte 1, and the time at
// which it was created as 16 hexadecimal digits.
// Source: recorded traffic.
func tableToken(name string, created time.Time) string {
	ticks := uint64(created.Unix()*1e7+int64(created.Nanosecond()/100)) + fileTimeEpoch
	digits := make([]byte, 8)
	for i := range digits {
		digits[i] = byte(ticks >> (56 - 8*i))
	}
	return rest.Token(strings.ToLower(name) + "\x01" + hex.EncodeToString(digits))
}

// parseTableToken returns the name, in lower case, that a table token holds.
func parseTableToken(token string) (string, error) {
	text, err := rest.ParseToken(token)
	if err != nil {
		return "", err
	}
	name, _, _ := strings.Cut(text, "\x01")
	return name, nil
}
