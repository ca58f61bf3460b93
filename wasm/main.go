//go:build js && wasm

// Command wasm is the engine in a browser. It exports one function: the page defines
// onEngineReady(serve, version) on the global object, and serve(method, url, headers, body) returns
// a Promise of { status, headers, body }.
package main

import (
	"context"
	"fmt"
	"strings"
	"syscall/js"

	"rowkey/engine"
	"rowkey/engine/rest"
)

// version is set by the build: -ldflags "-X main.version=…".
var version = "dev"

func main() {
	e, err := engine.Open(engine.Options{Control: true, Version: version})
	if err != nil {
		panic(err) // a store in memory opens
	}
	js.Global().Call("onEngineReady", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return promise(func() js.Value { return serve(e, args) })
	}), version)
	select {}
}

// promise runs work in a goroutine of its own: a request may wait, the event loop may not.
func promise(work func() js.Value) js.Value {
	var executor js.Func
	executor = js.FuncOf(func(_ js.Value, args []js.Value) any {
		go func() {
			defer executor.Release()
			args[0].Invoke(work())
		}()
		return nil
	})
	return js.Global().Get("Promise").New(executor)
}

// serve answers serve(method, url, headers, body). A panic becomes an answer: the page can say so.
func serve(e *engine.Engine, args []js.Value) (answer js.Value) {
	defer func() {
		if p := recover(); p != nil {
			answer = toJS(failure(500, fmt.Sprint("the engine failed: ", p)))
		}
	}()
	r, err := fromJS(args)
	if err != nil {
		return toJS(failure(400, err.Error()))
	}
	return toJS(e.Serve(context.Background(), r))
}

func failure(status int, text string) *rest.Response {
	h := rest.Header{{Name: "Content-Type", Value: "text/plain"}}
	return &rest.Response{Status: status, Header: h, Body: []byte(text)}
}

// fromJS copies a request out of JavaScript.
func fromJS(args []js.Value) (*rest.Request, error) {
	if len(args) != 4 {
		return nil, fmt.Errorf("serve takes method, url, headers and body, not %d arguments", len(args))
	}
	r, err := engine.Request(strings.ToUpper(args[0].String()), args[1].String())
	if err != nil {
		return nil, err
	}
	for i := range args[2].Length() {
		pair := args[2].Index(i)
		f := rest.Field{Name: pair.Index(0).String(), Value: pair.Index(1).String()}
		r.Header = append(r.Header, f)
	}
	if body := args[3]; body.Truthy() {
		r.Body = make([]byte, body.Length())
		js.CopyBytesToGo(r.Body, body)
	}
	return r, nil
}

// toJS copies an answer into JavaScript.
func toJS(r *rest.Response) js.Value {
	headers := make([]any, len(r.Header))
	for i, f := range r.Header {
		headers[i] = []any{f.Name, f.Value}
	}
	body := js.Global().Get("Uint8Array").New(len(r.Body))
	js.CopyBytesToJS(body, r.Body)
	return js.ValueOf(map[string]any{"status": r.Status, "headers": headers, "body": body})
}
