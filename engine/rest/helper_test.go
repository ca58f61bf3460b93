package rest_test

import (
	"rowkey/engine/rest"
	"rowkey/engine/rest/resttest"
)

const base, ann, wide = resttest.Base, resttest.Ann, resttest.Wide
const queues, blobs = rest.QueueService, rest.BlobService

var (
	newAPI     = resttest.New
	withTable  = resttest.WithTable
	withEntity = resttest.WithEntity
	ask        = resttest.Ask
	send       = resttest.Send
	sendBytes  = resttest.SendBytes
	want       = resttest.Want
	lines      = resttest.Lines
	operation  = resttest.Operation
	changeset  = resttest.Changeset
	submit     = resttest.Submit
	rule       = resttest.Rule
	cors       = resttest.Cors
	guard      = resttest.Guard
)
