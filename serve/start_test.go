package main

import (
	"testing"

	"rowkey/serve/server"
	"rowkey/serve/servetest"
)

var ask, origin, freePorts = servetest.Ask, servetest.Origin, servetest.FreePorts

// start runs a server until the test ends.
func start(t testing.TB, flags ...string) map[string]string {
	t.Helper()
	return servetest.Start(t, server.Run, flags...)
}

// startUntil is start with a function that ends the server and tells how it ended.
func startUntil(t testing.TB, flags ...string) (urls map[string]string, stop func() error) {
	t.Helper()
	return servetest.StartUntil(t, server.Run, flags...)
}
