package catalog

import (
	"context"
	"iter"

	"rowkey/engine/apierr"
	"rowkey/engine/store"
)

// MaxPage is how many items one page of a list holds at most.
// Source: List Queues, List Containers and List Blobs, "maxresults".
const MaxPage = 5000

// All visits the items of an account whose names begin with prefix, in order, from a name on,
// inclusive. After an error it stops.
func (c *Catalog) All(tx *store.Tx, account, prefix, from string) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		above := store.Key(c.kind, account)
		low, high := store.Beginning(above, prefix)
		for _, v := range tx.Scan(max(low, store.Extend(above, from)), high) {
			it, err := unpack(v)
			if !yield(it, err) || err != nil {
				return
			}
		}
	}
}

// List returns up to top of the items that [Catalog.All] visits, and the name of the first that is
// left, "" if none is.
// Source: List Queues; List Containers2.
func (c *Catalog) List(
	ctx context.Context, account, prefix, from string, top int,
) (items []Item, next string, err error) {
	err = c.db.View(ctx, func(tx *store.Tx) error {
		for it, err := range c.All(tx, account, prefix, from) {
			if err != nil {
				return err
			}
			if len(items) == top {
				next = it.Name
				return nil
			}
			items = append(items, it)
		}
		return nil
	})
	return items, next, err
}

// CheckName applies the rules for names of queues and containers.
// Errors: InvalidResourceName, OutOfRangeInput.
// Source: Naming queues and metadata; Naming and referencing containers, blobs and metadata.
func CheckName(name string) error {
	for i := 0; i < len(name); i++ {
		c := name[i]
		plain := 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
		inside := 0 < i && i < len(name)-1 && name[i-1] != '-'
		if !plain && (c != '-' || !inside) {
			return apierr.New(apierr.InvalidResourceName)
		}
	}
	return CheckLength(name)
}

// Lengths of names, in characters.
const (
	MinName = 3
	MaxName = 63
)

// CheckLength applies the rule for the length of a name that has passed all others.
// Errors: OutOfRangeInput.
// Source: Understanding the Table service data model, "Table names"; Naming queues and metadata.
func CheckLength(name string) error {
	if len(name) < MinName || len(name) > MaxName {
		return apierr.Newf(apierr.OutOfRangeInput,
			"The specified resource name length is not within the permissible limits.")
	}
	return nil
}
