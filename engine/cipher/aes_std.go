//go:build !js

package cipher

import (
	stdaes "crypto/aes"
	stdcipher "crypto/cipher"
)

// aes encrypts one block, or blocks in CBC mode, in place.
type aes struct{ block stdcipher.Block }

func newAES(key *[KeySize]byte) aes {
	block, _ := stdaes.NewCipher(key[:]) // whose length is one of AES
	return aes{block}
}

func (a aes) Encrypt(text *[BlockSize]byte) { a.block.Encrypt(text[:], text[:]) }
func (a aes) Decrypt(text *[BlockSize]byte) { a.block.Decrypt(text[:], text[:]) }

func (a aes) EncryptCBC(text []byte, iv *[BlockSize]byte) {
	stdcipher.NewCBCEncrypter(a.block, iv[:]).CryptBlocks(text, text)
}

func (a aes) DecryptCBC(text []byte, iv *[BlockSize]byte) {
	stdcipher.NewCBCDecrypter(a.block, iv[:]).CryptBlocks(text, text)
}
