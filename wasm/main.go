//go:build js && wasm

// Command wasm is the engine in a browser. It calls onEngineReady(version) on the global object. From then on the page
// may call two exports of the instance, as connect in frame/frame.mjs does: request makes room for a frame in the
// shared memory, answer serves the request that the page has written there, and returns when the answer is in memory.
package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"syscall/js"
	"unsafe"

	"rowkey/engine"
	"rowkey/engine/control"
	"rowkey/engine/rest"
	"rowkey/wasm/frame"
)

// version is set by the build: -ldflags "-X main.version=…".
var version = "dev"

// Exports are functions without a receiver, so their state is here. They never run at the same time.
var (
	handler *control.Handler
	sweeps  sweeper
	asked   []byte // the frame of the request
	told    []byte // its length in bytes and the frame of the answer; the page copies it before it asks again
)

func main() {
	var err error
	if handler, err = control.Open(engine.Options{Control: true, Version: version}); err != nil {
		panic(err) // a store in memory opens
	}
	sweeps = newSweeper(handler.Engine)
	js.Global().Call("onEngineReady", version)
	select {}
}

// request returns where the page has to write a request of so many bytes. What is answered may keep parts of it,
// so each has memory of its own.
//
//go:wasmexport request
func request(size int32) unsafe.Pointer {
	asked = make([]byte, size)
	return unsafe.Pointer(unsafe.SliceData(asked))
}

// answer returns where the answer to that request begins: its length (32 bits, little-endian), and its frame.
//
//go:wasmexport answer
func answer() unsafe.Pointer {
	told = respond(make([]byte, lengthSize, 2<<10), asked)
	binary.LittleEndian.PutUint32(told, uint32(len(told)-lengthSize))
	asked = nil
	sweeps.start()
	return unsafe.Pointer(unsafe.SliceData(told))
}

const lengthSize = 4

// respond appends the answer to a frame. A panic becomes an answer: the page can say so.
func respond(b, in []byte) (out []byte) {
	defer func() {
		if p := recover(); p != nil {
			out = failure(b, 500, fmt.Sprint("the engine failed: ", p))
		}
	}()
	r, err := frame.Request(in)
	if err != nil {
		return failure(b, 400, err.Error())
	}
	return frame.AppendResponse(b, handler.Serve(context.Background(), r))
}

func failure(b []byte, status int, text string) []byte {
	h := rest.Header{{Name: "Content-Type", Value: "text/plain"}}
	return frame.AppendResponse(b, &rest.Response{Status: status, Header: h, Body: []byte(text)})
}
