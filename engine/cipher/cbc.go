package cipher

// IV is what makes equal texts different when they are encrypted with one key.
type IV [BlockSize]byte

// Encrypt pads a text and encrypts it. The result is longer than the text by 1 to 16 bytes.
// Source: NIST SP 800-38A, "The Cipher Block Chaining Mode"; RFC 5652, "Content-encryption Process".
func (b *Block) Encrypt(text []byte, iv *IV) []byte {
	pad := BlockSize - len(text)%BlockSize
	out := append([]byte{}, text...)
	for range pad {
		out = append(out, byte(pad))
	}
	last := [BlockSize]byte(*iv)
	for at := 0; at < len(out); at += BlockSize {
		s := state(out[at:])
		s.add(&last)
		b.encrypt(&s)
		last = s
		copy(out[at:], s[:])
	}
	return out
}

// Decrypt takes [Block.Encrypt] back. ok is false if the padding is wrong: then the key or the IV is
// another one, or the text was changed.
func (b *Block) Decrypt(text []byte, iv *IV) (out []byte, ok bool) {
	if len(text) == 0 || len(text)%BlockSize != 0 {
		return nil, false
	}
	last := [BlockSize]byte(*iv)
	for at := 0; at < len(text); at += BlockSize {
		s := state(text[at:])
		b.decrypt(&s)
		s.add(&last)
		last = [BlockSize]byte(text[at:])
		out = append(out, s[:]...)
	}
	pad := int(out[len(out)-1])
	if pad == 0 || pad > BlockSize {
		return nil, false
	}
	for _, c := range out[len(out)-pad:] {
		if int(c) != pad {
			return nil, false
		}
	}
	return out[:len(out)-pad], true
}
