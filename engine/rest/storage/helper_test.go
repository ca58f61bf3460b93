package storage_test

import (
	"rowkey/engine/rest"
	"rowkey/engine/rest/resttest"
)

const base, httpTime = resttest.Base, resttest.HTTPTime
const queues, blobs = rest.QueueService, rest.BlobService

var (
	newAPI        = resttest.New
	withQueue     = resttest.WithQueue
	withContainer = resttest.WithContainer
	ask           = resttest.Ask
	send          = resttest.Send
	sendBytes     = resttest.SendBytes
	want          = resttest.Want
	message       = resttest.Message
)
