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
