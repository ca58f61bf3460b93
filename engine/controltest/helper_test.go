package controltest_test

import "rowkey/engine/controltest"

// The helpers of these tests, under short names.
var (
	open = controltest.Open
	call = controltest.Call
	ok   = controltest.OK
	play = controltest.Play
)

type progress = controltest.Progress
