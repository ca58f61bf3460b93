package byhand

import "math/bits"

// Sizes of AES-256. Source: FIPS 197, "Algorithm parameter lengths".
const (
	aesKey   = 32 // bytes
	aesBlock = 16 // bytes
	rounds   = 14
)

// AES is a key, expanded for the rounds, with the tables of the cipher. They are computed when they are
// needed.
type AES struct {
	keys     [rounds + 1][aesBlock]byte
	box, inv [256]byte
}

// NewAES prepares a key.
func NewAES(key *[aesKey]byte) *AES {
	b := &AES{}
	b.tables()
	b.expand(key)
	return b
}

// tables computes the substitution box: the inverse in the field of 256 elements, then an affine
// map. p runs through the powers of 3, q through those of its inverse.
// Source: FIPS 197, "SUBBYTES()".
func (b *AES) tables() {
	p, q := byte(1), byte(1)
	for range 255 {
		p ^= double(p)
		q ^= q << 1
		q ^= q << 2
		q ^= q << 4
		if q&0x80 != 0 {
			q ^= 0x09
		}
		x := q ^ bits.RotateLeft8(q, 1) ^ bits.RotateLeft8(q, 2) ^ bits.RotateLeft8(q, 3) ^
			bits.RotateLeft8(q, 4)
		b.box[p] = x ^ 0x63
	}
	b.box[0] = 0x63
	for i, x := range b.box {
		b.inv[x] = byte(i)
	}
}

// double multiplies by x in the field. Source: FIPS 197, "Multiplication in GF(2^8)".
func double(a byte) byte {
	d := a << 1
	if a&0x80 != 0 {
		d ^= 0x1b
	}
	return d
}

// expand makes a key for each round. Source: FIPS 197, "KEYEXPANSION()".
func (b *AES) expand(key *[aesKey]byte) {
	var words [4 * (rounds + 1)][4]byte
	for i := range 8 {
		words[i] = [4]byte(key[4*i:])
	}
	round := byte(1)
	for i := 8; i < len(words); i++ {
		w := words[i-1]
		switch i % 8 {
		case 0:
			w = [4]byte{b.box[w[1]] ^ round, b.box[w[2]], b.box[w[3]], b.box[w[0]]}
			round = double(round)
		case 4:
			w = [4]byte{b.box[w[0]], b.box[w[1]], b.box[w[2]], b.box[w[3]]}
		}
		for j := range w {
			words[i][j] = words[i-8][j] ^ w[j]
		}
	}
	for i, w := range words {
		copy(b.keys[i/4][4*(i%4):], w[:])
	}
}

// block is 16 bytes on their way through the rounds: four columns of four bytes.
type block [aesBlock]byte

func (s *block) add(key *[aesBlock]byte) {
	for i := range s {
		s[i] ^= key[i]
	}
}

// Encrypt encrypts one block in place. Source: FIPS 197, "CIPHER()".
func (b *AES) Encrypt(text *[aesBlock]byte) {
	s := (*block)(text)
	s.add(&b.keys[0])
	for r := 1; r <= rounds; r++ {
		old := *s
		for i := range s { // row i%4 moves by as many columns to the left
			s[i] = b.box[old[(i+4*(i%4))%aesBlock]]
		}
		if r < rounds {
			s.mix()
		}
		s.add(&b.keys[r])
	}
}

// Decrypt decrypts one block in place. Source: FIPS 197, "INVCIPHER()".
func (b *AES) Decrypt(text *[aesBlock]byte) {
	s := (*block)(text)
	for r := rounds; r > 0; r-- {
		s.add(&b.keys[r])
		if r < rounds { // mixed four times is not mixed at all
			s.mix()
			s.mix()
			s.mix()
		}
		old := *s
		for i := range s {
			s[(i+4*(i%4))%aesBlock] = b.inv[old[i]]
		}
	}
	s.add(&b.keys[0])
}

// mix combines the bytes of each column. Source: FIPS 197, "MIXCOLUMNS()".
func (s *block) mix() {
	for c := 0; c < aesBlock; c += 4 {
		a := [4]byte(s[c:])
		all := a[0] ^ a[1] ^ a[2] ^ a[3]
		for i := range a {
			s[c+i] = a[i] ^ all ^ double(a[i]^a[(i+1)%4])
		}
	}
}

// EncryptCBC encrypts whole blocks in place, each combined with the one before it.
// Source: NIST SP 800-38A, "The Cipher Block Chaining Mode".
func (b *AES) EncryptCBC(text []byte, iv *[aesBlock]byte) {
	last := *iv
	for at := 0; at < len(text); at += aesBlock {
		s := block(text[at:])
		s.add(&last)
		b.Encrypt((*[aesBlock]byte)(&s))
		last = s
		copy(text[at:], s[:])
	}
}

// DecryptCBC reverses [AES.EncryptCBC].
func (b *AES) DecryptCBC(text []byte, iv *[aesBlock]byte) {
	last := *iv
	for at := 0; at < len(text); at += aesBlock {
		sealed := [aesBlock]byte(text[at:])
		s := block(sealed)
		b.Decrypt((*[aesBlock]byte)(&s))
		s.add(&last)
		last = sealed
		copy(text[at:], s[:])
	}
}
