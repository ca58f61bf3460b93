package rest

import (
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"

	"rowkey/engine/apierr"
)

// TokenEncoding is base64 with characters that need no escape in a URL; "-" pads.
var TokenEncoding = base64.NewEncoding(
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*_").WithPadding('-').Strict()

// Token writes a key as the service writes it into its continuation headers: "1!", the length of
// what follows the second "!", and the key in base64 with "-" for "=".
// Source: recorded traffic; the reference calls the value opaque.
func Token(key string) string {
	text := TokenEncoding.EncodeToString([]byte(key))
	return "1!" + strconv.Itoa(len(text)) + "!" + text
}

// ParseToken reads back what Token wrote. Errors: InvalidInput.
func ParseToken(token string) (string, error) {
	rest, ok := strings.CutPrefix(token, "1!")
	size, text, found := strings.Cut(rest, "!")
	if !ok || !found || size != strconv.Itoa(len(text)) {
		return "", apierr.New(apierr.InvalidInput)
	}
	key, err := TokenEncoding.DecodeString(text)
	if err != nil || !utf8.Valid(key) {
		return "", apierr.New(apierr.InvalidInput)
	}
	return string(key), nil
}
