//go:build js && !workbench

package verdict

import (
	"context"

	"rowkey/engine/message"
	"rowkey/engine/script"
	"rowkey/engine/workload"
)

// Judge returns the problem that this engine is the small one, which cannot judge designs.
func Judge(_ context.Context, _ *workload.Workload, _ []*script.Store, line int) (*Report, *Problem) {
	return nil, &Problem{line, message.New("no-judge")}
}
