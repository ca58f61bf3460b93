//go:build js && !watch

package control

import "rowkey/engine"

// watching is nothing in an engine that records no programs.
type watching struct{}

func (watching) follow(*engine.Options) {}

var watchRoutes []route
