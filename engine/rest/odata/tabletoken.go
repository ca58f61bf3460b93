package odata

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"time"

	"rowkey/engine/clock"
	"rowkey/engine/rest"
)

// tableToken names the next table of a list: its name in lowercase, the byte 1, and the time at
// which it was created as 16 hexadecimal digits.
// Source: recorded traffic.
func tableToken(name string, created time.Time) string {
	digits := binary.BigEndian.AppendUint64(nil, uint64(clock.FileTime(created)))
	return rest.Token(strings.ToLower(name) + "\x01" + hex.EncodeToString(digits))
}

// parseTableToken returns the name, in lowercase, that a table token holds.
func parseTableToken(token string) (string, error) {
	text, err := rest.ParseToken(token)
	if err != nil {
		return "", err
	}
	name, _, _ := strings.Cut(text, "\x01")
	return name, nil
}
