package controltest_test

import "rowkey/engine/controltest"

// The helpers of these tests, under short names.
var (
	open   = controltest.Open
	run    = controltest.Run
	call   = controltest.Call
	ok     = controltest.OK
	play   = controltest.Play
	status = controltest.Status
)

type progress = controltest.Progress
