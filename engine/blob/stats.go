package blob

import (
	"context"

	"rowkey/engine/store"
)

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
		for it, err := range s.containers.All(tx, account, "", "") {
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
