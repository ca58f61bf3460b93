//go:build !js || workbench

package control

import "rowkey/engine/fault"

// FaultSlice is the answer to POST /-/faults and /-/faults/{id}/next: one slice of the runs with faults.
type FaultSlice struct {
	ID string `json:"id"`
	fault.Slice
}
