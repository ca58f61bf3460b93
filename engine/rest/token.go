package rest

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"rowkey/engine/apierr"
)

// tokenEncoding is base64 with characters that need no escape in a URL; "-" pads.
var tokenEncoding = base64.NewEncoding(
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*_").WithPadding('-').Strict()

// Token writes a key as the service writes it into its continuation headers: "1!", the length of
// what follows the second "!", and the key in base64 with "-" for "=".
// Source: recorded traffic; the reference calls the value opaque.
func Token(key string) string {
	text := tokenEncoding.EncodeToString([]byte(key))
	return "1!" + strconv.Itoa(len(text)) + "!" + text
}

// ParseToken reads back what Token wrote. Errors: InvalidInput.
func ParseToken(token string) (string, error) {
	rest, ok := strings.CutPrefix(token, "1!")
	size, text, found := strings.Cut(rest, "!")
	if !ok || !found || size != strconv.Itoa(len(text)) {
		return "", apierr.New(apierr.InvalidInput)
	}
	key, err := tokenEncoding.DecodeString(text)
	if err != nil || !utf8.Valid(key) {
		return "", apierr.New(apierr.InvalidInput)
	}
	return string(key), nil
}

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
	return Token(strings.ToLower(name) + "\x01" + hex.EncodeToString(digits))
}

// parseTableToken returns the name, in lower case, that a table token holds.
func parseTableToken(token string) (string, error) {
	text, err := ParseToken(token)
	if err != nil {
		return "", err
	}
	name, _, _ := strings.Cut(text, "\x01")
	return name, nil
}
