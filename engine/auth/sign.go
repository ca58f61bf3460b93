package auth

import (
	"encoding/base64"

	"rowkey/engine/sum"
)

// Sign returns the signature of a string to sign, in base64: its HMAC-SHA256.
// Source: Authorize with Shared Key, "Encoding the Signature".
func (k Key) Sign(text string) string {
	mac := sum.HMAC(k, text)
	return base64.StdEncoding.EncodeToString(mac[:])
}

// signed reports whether a signature in base64 is that of one of the texts, made with one of the
// keys.
func signed(keys []Key, signature string, texts ...string) bool {
	sent, err := base64.StdEncoding.DecodeString(signature)
	if err != nil || len(sent) != sum.SHA256Size {
		return false
	}
	for _, text := range texts {
		for _, k := range keys {
			if mac := sum.HMAC(k, text); sum.Equal(mac[:], sent) {
				return true
			}
		}
	}
	return false
}
