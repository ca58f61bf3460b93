package server

import (
	"context"
	"io"

	"rowkey/engine/auth"
)

// Private opens endpoints of the three services on free ports of this machine, for one program that is told where they
// are. h answers their requests until stop is called. Signatures are checked, as on Azure.
func Private(h service) (addresses map[string]string, stop func() error, err error) {
	return private(auth.DevelopmentAccount, h)
}

func private(account string, h service) (addresses map[string]string, stop func() error, err error) {
	o, err := parse([]string{"-site", off, "-table", freePort, "-queue", freePort, "-blob", freePort}, "", io.Discard)
	if err != nil {
		return nil, nil, err
	}
	servers, err := listen(&o)
	if err != nil {
		return nil, nil, err
	}
	answerWith(&o, h, servers)
	addresses = map[string]string{}
	for _, s := range servers {
		addresses[s.name] = "http://" + s.ln.Addr().String() + "/" + account
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- serve(ctx, servers) }()
	return addresses, func() error { cancel(); return <-done }, nil
}

// freePort lets the system choose.
const freePort = "127.0.0.1:0"
