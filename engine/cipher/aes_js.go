package cipher

import "rowkey/engine/byhand"

// aes encrypts one block, or blocks in CBC mode, in place.
type aes = *byhand.AES

func newAES(key *[KeySize]byte) aes { return byhand.NewAES(key) }
