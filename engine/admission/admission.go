// Package admission holds the terms on which a request asks a cluster for admission. They travel in the context, so
// that the methods of the services keep the signatures that users of the official SDK know.
//
// Not here: what a cluster can handle (package cluster), what a request did (package explain, which only
// observes).
package admission

import (
	"context"
	"time"
)

// Terms are those of one request. The zero value is an ordinary request, now.
type Terms struct {
	Ahead time.Duration // how far the request is ahead of the clock, for what is in flight together
	Free  bool          // prepares or judges: uses none of the cluster's capacity
}

type key struct{}

// NewContext returns a context in which the services ask on these terms.
func NewContext(ctx context.Context, t Terms) context.Context {
	if t == (Terms{}) {
		return ctx
	}
	return context.WithValue(ctx, key{}, t)
}

// From returns the terms of the context, the zero value without any.
func From(ctx context.Context) Terms {
	t, _ := ctx.Value(key{}).(Terms)
	return t
}
