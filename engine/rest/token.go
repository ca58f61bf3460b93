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

// ParseToken reads back what Token wrote, and nothing that it would write otherwise: the decoder of
// base64 skips line breaks. Errors: InvalidInput.
func ParseToken(token string) (string, error) {
	_, text, _ := strings.Cut(strings.TrimPrefix(token, "1!"), "!")
	key, err := TokenEncoding.DecodeString(text)
	if err != nil || !utf8.Valid(key) || Token(string(key)) != token {
		return "", apierr.New(apierr.InvalidInput)
	}
	return string(key), nil
}
