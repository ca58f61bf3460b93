//go:build js && wasm

// Command wasm is the engine in a browser. It exports one function: the page defines
// onEngineReady(serve, version) on the global object, and serve(request) takes and returns a frame, as
// package frame describes them, each in a Uint8Array. It answers before it returns.
package main

import (
	"context"
	"fmt"
	"syscall/js"

	"rowkey/engine"
	"rowkey/engine/control"
	"rowkey/engine/rest"
	"rowkey/wasm/frame"
)

// version is set by the build: -ldflags "-X main.version=…".
var version = "dev"

func main() {
	e, err := control.Open(engine.Options{Control: true, Version: version})
	if err != nil {
		panic(err) // a store in memory opens
	}
	s := &sweeper{engine: e.Engine}
	serve := js.FuncOf(func(_ js.Value, args []js.Value) any {
		in := make([]byte, args[0].Length())
		js.CopyBytesToGo(in, args[0])
		out := answer(e, in)
		bytes := js.Global().Get("Uint8Array").New(len(out))
		js.CopyBytesToJS(bytes, out)
		s.start()
		return bytes
	})
	js.Global().Call("onEngineReady", serve, version)
	select {}
}

// answer answers a frame. A panic becomes an answer: the page can say so.
func answer(e *control.Handler, in []byte) (out []byte) {
	defer func() {
		if p := recover(); p != nil {
			out = failure(500, fmt.Sprint("the engine failed: ", p))
		}
	}()
	r, err := frame.Request(in)
	if err != nil {
		return failure(400, err.Error())
	}
	return frame.AppendResponse(nil, e.Serve(context.Background(), r))
}

func failure(status int, text string) []byte {
	h := rest.Header{{Name: "Content-Type", Value: "text/plain"}}
	return frame.AppendResponse(nil, &rest.Response{Status: status, Header: h, Body: []byte(text)})
}
