package cipher

// Sizes in bytes. Source: FIPS 197, "Algorithm parameter lengths"; AES-256.
const (
	KeySize   = 32
	BlockSize = 16
)

// Block is a key that is prepared for the cipher.
type Block struct{ aes aes }

// New prepares a key.
func New(key *[KeySize]byte) *Block { return &Block{newAES(key)} }

// IV is an initialization vector: it makes equal texts different when they are encrypted with the same key.
type IV [BlockSize]byte

// Encrypt pads a text and encrypts it. The result is longer than the text by 1 to 16 bytes.
// Source: NIST SP 800-38A, "The Cipher Block Chaining Mode"; RFC 5652, "Content-encryption Process".
func (b *Block) Encrypt(text []byte, iv *IV) []byte {
	pad := BlockSize - len(text)%BlockSize
	out := append([]byte{}, text...)
	for range pad {
		out = append(out, byte(pad))
	}
	b.aes.EncryptCBC(out, (*[BlockSize]byte)(iv))
	return out
}

// Decrypt reverses [Block.Encrypt]. ok is false if the padding is wrong: then the key or the IV is
// another one, or the text was changed.
func (b *Block) Decrypt(text []byte, iv *IV) (out []byte, ok bool) {
	if len(text) == 0 || len(text)%BlockSize != 0 {
		return nil, false
	}
	out = append(out, text...)
	b.aes.DecryptCBC(out, (*[BlockSize]byte)(iv))
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

// semiblock is half a block; a wrapped key is one of them longer than the key.
const semiblock = BlockSize / 2

// wrapRounds is how often every part of a key goes through the cipher.
// Source: RFC 3394, "Key Wrap".
const wrapRounds = 6

// check is what a wrapped key begins with before it is wrapped.
// Source: RFC 3394, "Default Initial Value".
const check = 0xA6

// WrappedSize is the length of a wrapped key, in bytes.
const WrappedSize = KeySize + semiblock

// Wrap encrypts a key with another one. The form is known as A256KW.
// Source: RFC 3394, "Key Wrap".
func (b *Block) Wrap(key *[KeySize]byte) []byte {
	out := make([]byte, WrappedSize)
	copy(out[semiblock:], key[:])
	for i := range semiblock {
		out[i] = check
	}
	for step := range wrapRounds * KeySize / semiblock {
		part := out[semiblock*(1+step%(KeySize/semiblock)):][:semiblock]
		var s [BlockSize]byte
		copy(s[:], out[:semiblock])
		copy(s[semiblock:], part)
		b.aes.Encrypt(&s)
		s[semiblock-1] ^= byte(step + 1)
		copy(out, s[:semiblock])
		copy(part, s[semiblock:])
	}
	return out
}

// Unwrap reverses [Block.Wrap]. ok is false if another key wrapped it, or if the wrapped
// key was changed.
// Source: RFC 3394, "Key Unwrap".
func (b *Block) Unwrap(wrapped []byte) (key [KeySize]byte, ok bool) {
	if len(wrapped) != WrappedSize {
		return key, false
	}
	out := append([]byte{}, wrapped...)
	for step := wrapRounds*KeySize/semiblock - 1; step >= 0; step-- {
		part := out[semiblock*(1+step%(KeySize/semiblock)):][:semiblock]
		var s [BlockSize]byte
		copy(s[:], out[:semiblock])
		s[semiblock-1] ^= byte(step + 1)
		copy(s[semiblock:], part)
		b.aes.Decrypt(&s)
		copy(out, s[:semiblock])
		copy(part, s[semiblock:])
	}
	for _, c := range out[:semiblock] {
		if c != check {
			return key, false
		}
	}
	return [KeySize]byte(out[semiblock:]), true
}
