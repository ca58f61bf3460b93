package client_test

import (
	"context"

	"rowkey/engine/rest"
)

// fixed is a service that answers every request with one body.
type fixed struct{ body string }

func (f *fixed) Serve(context.Context, *rest.Request) *rest.Response {
	return &rest.Response{Status: 200, Body: []byte(f.body)}
}
