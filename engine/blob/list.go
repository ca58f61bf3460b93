package blob

import (
	"context"
	"strings"

	"rowkey/engine/store"
)

// ListQuery asks for one page of the blobs of a container.
type ListQuery struct {
	Prefix    string
	Delimiter string // names that have it after the prefix are listed once, up to and with it
	From      string // name from which to go on, inclusive
	Top       int    // largest number of blobs and prefixes
	Waiting   bool   // list also blobs of which nothing has been committed
}

// Listed is one line of a list: a blob, or a prefix that several blobs have.
type Listed struct {
	Prefix string // "" for a blob
	Blob   Properties
}

func (l *Listed) name() string { return l.Prefix + l.Blob.Name }

// List returns one page in order of names, and the name at which the next one begins, "" if there
// is none. Errors: ContainerNotFound.
// Source: List Blobs; Enumerating blob resources.
func (c Container) List(ctx context.Context, q ListQuery) (page []Listed, next string, err error) {
	err = c.s.db.View(ctx, func(tx *store.Tx) error {
		if err := c.open(tx); err != nil {
			return err
		}
		page, next, err = c.list(tx, &q)
		return err
	})
	return page, next, err
}

func (c *Container) list(tx *store.Tx, q *ListQuery) (page []Listed, next string, err error) {
	above := c.key(kindBlob)
	low, high := store.Beginning(above, q.Prefix)
	from, _ := store.Beginning(above, q.From)
	for low = max(low, from); ; {
		l, found, err := q.first(tx, low, high)
		if err != nil || !found {
			return page, "", err
		}
		if len(page) == q.Top {
			return page, l.name(), nil
		}
		page = append(page, l)
		low = store.After(store.Extend(above, l.Blob.Name))
		if l.Prefix != "" {
			_, low = store.Beginning(above, l.Prefix) // one look-up, however many blobs share it
		}
	}
}

// first returns the first line of an interval of the store.
func (q *ListQuery) first(tx *store.Tx, low, high string) (l Listed, found bool, err error) {
	for _, v := range tx.Scan(low, high) {
		p, err := unpack(v)
		if err != nil {
			return l, false, err
		}
		if p.Waiting && !q.Waiting {
			continue
		}
		if prefix, ok := q.group(p.Name); ok {
			return Listed{Prefix: prefix}, true, nil
		}
		return Listed{Blob: p}, true, nil
	}
	return l, false, nil
}

// group returns the prefix that a list shows in place of a name, if there is one.
func (q *ListQuery) group(name string) (string, bool) {
	if q.Delimiter == "" {
		return "", false
	}
	rest := name[len(q.Prefix):]
	i := strings.Index(rest, q.Delimiter)
	if i < 0 {
		return "", false
	}
	return name[:len(q.Prefix)+i+len(q.Delimiter)], true
}

// Stats are the figures of one container.
type Stats struct {
	Name  string
	Blobs int
	Bytes int // of the contents that have been committed
}

// Stats returns the figures of all containers of an account, by name, of one moment.
func (s *Service) Stats(ctx context.Context, account string) ([]Stats, error) {
	var all []Stats
	err := s.db.View(ctx, func(tx *store.Tx) error {
		for it, err := range s.All(tx, account, "", "") {
			if err != nil {
				return err
			}
			st := Stats{Name: it.Name}
			for _, v := range tx.Scan(store.Prefix(it.Generation.Kind(kindBlob), account, it.Name)) {
				p, err := unpack(v)
				if err != nil {
					return err
				}
				if !p.Waiting {
					st.Blobs++
					st.Bytes += int(p.Size)
				}
			}
			all = append(all, st)
		}
		return nil
	})
	return all, err
}
