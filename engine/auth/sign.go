package auth

import "encoding/base64"

// Sign returns the signature of a string to sign, in base64: its HMAC-SHA256.
// Source: Authorize with Shared Key, "Encoding the Signature".
func (k Key) Sign(text string) string {
	sum := k.mac(text)
	return base64.StdEncoding.EncodeToString(sum[:])
}

// mac returns the HMAC-SHA256 of a text.
// Source: RFC 2104, "Definition of HMAC".
func (k Key) mac(text string) digest {
	if len(k) > blockSize {
		sum := sum256(k)
		k = sum[:]
	}
	inner := k.pad(0x36).finish([]byte(text), blockSize)
	return k.pad(0x5c).finish(inner[:], blockSize)
}

// pad takes in the first block: the key, each byte combined with mask.
func (k Key) pad(mask byte) hash {
	var block [blockSize]byte
	copy(block[:], k)
	for i := range block {
		block[i] ^= mask
	}
	h := firstHash
	h.add(&block)
	return h
}

// signed tells whether a signature in base64 is that of one of the texts, made with one of the
// keys.
func signed(keys []Key, signature string, texts ...string) bool {
	sent, err := base64.StdEncoding.DecodeString(signature)
	if err != nil || len(sent) != digestSize {
		return false
	}
	for _, text := range texts {
		for _, k := range keys {
			if sum := k.mac(text); equal(&sum, sent) {
				return true
			}
		}
	}
	return false
}

// equal compares in a time that does not depend on where the first difference is.
func equal(sum *digest, sent []byte) bool {
	var different byte
	for i := range sum {
		different |= sum[i] ^ sent[i]
	}
	return different == 0
}
