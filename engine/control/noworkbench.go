//go:build js && !workbench

package control

import "rowkey/engine"

// workbench is nothing in an engine that judges no designs.
type workbench struct{}

func (workbench) follow(*engine.Options) {}

var workbenchRoutes []route
