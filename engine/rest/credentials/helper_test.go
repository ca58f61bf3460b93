package credentials_test

import (
	"rowkey/engine/auth"
	"rowkey/engine/rest"
	"rowkey/engine/rest/resttest"
)

const base, ann = resttest.Base, resttest.Ann
const account1 = auth.DevelopmentAccount
const queues, blobs = rest.QueueService, rest.BlobService

var (
	newAPI        = resttest.New
	newAPIWith    = resttest.NewAt
	withTable     = resttest.WithTable
	withEntity    = resttest.WithEntity
	withQueue     = resttest.WithQueue
	withContainer = resttest.WithContainer
	ask           = resttest.Ask
	send          = resttest.Send
	newRequest    = resttest.NewRequest
	want          = resttest.Want
	lines         = resttest.Lines
	operation     = resttest.Operation
	changeset     = resttest.Changeset
	message       = resttest.Message
	rule          = resttest.Rule
	cors          = resttest.Cors
	guard         = resttest.Guard
	signedBy      = resttest.SignedBy
	ownKey        = resttest.OwnKey
	services      = resttest.Services
)
