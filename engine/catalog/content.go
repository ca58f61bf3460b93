package catalog

import (
	"strconv"
	"strings"

	"rowkey/engine/store"
)

// Generation tells the contents of a name apart: what is put under a name is never mixed with what
// was there before and is still being removed. It is 0 unless something large was deleted.
type Generation int

// Kind returns the kind of the keys of a generation, if that of the first one is kind.
func (g Generation) Kind(kind string) string {
	if g == 0 {
		return kind
	}
	return kind + strconv.Itoa(int(g))
}

// KindOf returns the kind of a key, whatever its generation: the inverse of [Generation.Kind].
func KindOf(key string) string { return strings.TrimRight(store.First(key), "0123456789") }

// Generation returns that of a thing's content, which costs less than to get the whole item.
// Errors: the code for a missing thing.
func (e Entry) Generation(tx *store.Tx) (Generation, error) {
	v, err := tx.Get(e.key())
	if err != nil {
		return 0, e.missing(err)
	}
	g, u := unpackGeneration(v)
	return g, u.Err()
}

// Clear removes the content of a thing, as Delete does. Errors: the code for a missing thing.
func (e Entry) Clear(tx *store.Tx) error {
	it, err := e.Get(tx)
	if err != nil {
		return err
	}
	next, err := e.drop(tx, it.Generation)
	if err != nil || next == it.Generation {
		return err
	}
	it.Generation = next
	return e.Put(tx, it)
}

// drop removes the content of a generation and returns the generation of what comes after it: another
// one if there is too much to remove at once, see [store.Tx.Drop]. It does not depend on how much of
// that has been removed meanwhile, so that the same requests leave the same keys.
func (e Entry) drop(tx *store.Tx, g Generation) (next Generation, err error) {
	next = g
	for _, kind := range e.c.content {
		left, err := tx.Drop(store.Key(g.Kind(kind), e.account, e.name))
		if err != nil {
			return 0, err
		}
		if left {
			next = g + 1
		}
	}
	return next, nil
}
