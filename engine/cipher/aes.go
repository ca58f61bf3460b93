package cipher

import "math/bits"

// Sizes in bytes. Source: FIPS 197, "Algorithm parameter lengths"; AES-256.
const (
	KeySize   = 32
	BlockSize = 16
)

const rounds = 14

// Block is a key, spread over the rounds, with the tables of the cipher.
type Block struct {
	keys     [rounds + 1][BlockSize]byte
	box, inv [256]byte
}

// New prepares a key. It has to have [KeySize] bytes.
func New(key *[KeySize]byte) *Block {
	b := &Block{}
	b.tables()
	b.expand(key)
	return b
}

// tables works the substitution box out: the inverse in the field of 256 elements, then an affine
// map. p runs through the powers of 3, q through those of its inverse.
// Source: FIPS 197, "SUBBYTES()".
func (b *Block) tables() {
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
func (b *Block) expand(key *[KeySize]byte) {
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

// state is a block on its way through the rounds: four columns of four bytes.
type state [BlockSize]byte

func (s *state) add(key *[BlockSize]byte) {
	for i := range s {
		s[i] ^= key[i]
	}
}

// encrypt encrypts one block in place. Source: FIPS 197, "CIPHER()".
func (b *Block) encrypt(s *state) {
	s.add(&b.keys[0])
	for r := 1; r <= rounds; r++ {
		old := *s
		for i := range s { // row i%4 moves by as many columns to the left
			s[i] = b.box[old[(i+4*(i%4))%BlockSize]]
		}
		if r < rounds {
			s.mix()
		}
		s.add(&b.keys[r])
	}
}

// decrypt decrypts one block in place. Source: FIPS 197, "INVCIPHER()".
func (b *Block) decrypt(s *state) {
	for r := rounds; r > 0; r-- {
		s.add(&b.keys[r])
		if r < rounds { // mixed four times is not mixed at all
			s.mix()
			s.mix()
			s.mix()
		}
		old := *s
		for i := range s {
			s[(i+4*(i%4))%BlockSize] = b.inv[old[i]]
		}
	}
	s.add(&b.keys[0])
}

// mix combines the bytes of each column. Source: FIPS 197, "MIXCOLUMNS()".
func (s *state) mix() {
	for c := 0; c < BlockSize; c += 4 {
		a := [4]byte(s[c:])
		all := a[0] ^ a[1] ^ a[2] ^ a[3]
		for i := range a {
			s[c+i] = a[i] ^ all ^ double(a[i]^a[(i+1)%4])
		}
	}
}
