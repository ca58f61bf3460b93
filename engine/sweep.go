package engine

import "context"

// Sweep removes a small part of what large deletes have left, in a few milliseconds, and reports
// whether there is more. What it removes is not visible, neither in answers nor in snapshots: the owner
// of the sandbox calls it between requests, as often as there is time for it, or never.
// Errors: those of the store, and that of ctx.
func (e *Engine) Sweep(ctx context.Context) (more bool, err error) {
	e.gate.RLock()
	defer e.gate.RUnlock()
	defer e.follow()
	return e.db.Sweep(ctx)
}

// Leftovers reports whether there may be something to sweep.
func (e *Engine) Leftovers() bool { return e.db.Leftovers() }
