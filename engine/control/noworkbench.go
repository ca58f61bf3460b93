//go:build js && !workbench

package control

// workbench is nothing in an engine that judges no designs.
type workbench struct{}

var workbenchRoutes []route
