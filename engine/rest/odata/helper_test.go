package odata_test

import (
	"rowkey/engine/rest/resttest"
)

const base, ann, wide = resttest.Base, resttest.Ann, resttest.Wide

var (
	newAPI     = resttest.New
	withTable  = resttest.WithTable
	withEntity = resttest.WithEntity
	ask        = resttest.Ask
	want       = resttest.Want
	lines      = resttest.Lines
	operation  = resttest.Operation
	changeset  = resttest.Changeset
	submit     = resttest.Submit
)
