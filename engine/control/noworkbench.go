//go:build js && !workbench

package control

var workbenchRoutes []route
