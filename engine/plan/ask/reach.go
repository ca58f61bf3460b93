package ask

import (
	"slices"

	"rowkey/engine/explain"
	"rowkey/engine/plan/facts"
	"rowkey/engine/plan/keys"
)

// reach returns which other stores the answer may depend on. follows says how the store follows the base of its kind.
func (w *walker) reach(follows string) keys.Reach {
	q := w.q
	r := keys.Reach{All: follows == keys.KeptEvery && q.Index >= 0 || q.Source != nil && q.Source.Kind == q.Kind}
	switch w.st.Form {
	case keys.Answers, keys.LogBlobs:
		return r
	case keys.List:
		r.Base = true
		if q.Source != nil {
			r.Kinds = w.onTheWay()
		}
		return r
	}
	parents := w.class >= explain.PartitionRange && !q.Short && slices.ContainsFunc(w.f.Ancestors(q.Kind), w.ledTo)
	if parents || w.comparable && (len(q.With) > 0 || q.Source != nil) {
		r.Kinds = w.onTheWay()
	}
	if parents || w.comparable {
		r.Table = w.Rows != One
		r.Base = facts.Missing(q.Wants, w.st.Holds.Row.With(q.Known...).With(w.st.Holds.Blobs...))
	}
	return r
}

// onTheWay returns the kinds whose stores a question may read: those that it wants, and all that these belong to.
func (w *walker) onTheWay() []bool {
	list := make([]bool, len(w.f.Sheet.Kinds))
	kinds := append([]int{w.q.Kind}, w.q.With...)
	if w.q.Source != nil {
		kinds = append(kinds, w.q.Source.Kind)
	}
	for _, kind := range kinds {
		list[kind] = true
		for _, above := range w.f.Ancestors(kind) {
			list[above] = true
		}
	}
	return list
}
