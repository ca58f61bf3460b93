//go:build js && !workbench

package control

var workbenchRoutes []route

// profiled is nothing in an engine that profiles no files.
type profiled struct{}
