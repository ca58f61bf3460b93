//go:build !js || workbench || watch

package control

import "sync"

// guarded is a value that requests use one after the other.
type guarded[T any] struct {
	mu    sync.Mutex // guards value
	value T
}

// using calls f with the value of g while no other request uses it.
func using[T, Answer any](g *guarded[T], f func(value *T) (Answer, error)) (Answer, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return f(&g.value)
}
