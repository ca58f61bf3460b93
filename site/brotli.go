package main

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"

	"github.com/andybalholm/brotli"
)

//go:embed brotli.cjs
var brotliScript string

// brotlis are programs that compress, one a core. Without Node there are none, and Go's encoder does the
// same more slowly.
type brotlis struct{ idle chan *brotliProgram }

// brotliProgram is a running brotli.cjs. It takes one file at a time.
type brotliProgram struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out io.Reader
}

// openBrotlis starts the programs.
func openBrotlis() (*brotlis, error) {
	b := &brotlis{make(chan *brotliProgram, runtime.GOMAXPROCS(0))}
	node, err := exec.LookPath("node")
	if err != nil {
		return &brotlis{}, nil
	}
	for range cap(b.idle) {
		p, err := startBrotli(node)
		if err != nil {
			return nil, errors.Join(err, b.close())
		}
		b.idle <- p
	}
	return b, nil
}

func startBrotli(node string) (*brotliProgram, error) {
	p := &brotliProgram{cmd: exec.Command(node, "-e", brotliScript)}
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	return p, p.cmd.Start()
}

// close ends the programs that are idle.
func (b *brotlis) close() error {
	var errs []error
	for len(b.idle) > 0 {
		p := <-b.idle
		errs = append(errs, p.in.Close(), p.cmd.Wait())
	}
	return errors.Join(errs...)
}

// pack compresses at a quality from 0 to 11. It waits for an idle program.
func (b *brotlis) pack(data []byte, quality int) ([]byte, error) {
	if b.idle == nil {
		return brotliGo(data, quality)
	}
	p := <-b.idle
	out, err := p.pack(data, quality)
	b.idle <- p
	return out, err
}

func (p *brotliProgram) pack(data []byte, quality int) ([]byte, error) {
	frame := binary.LittleEndian.AppendUint32([]byte{byte(quality)}, uint32(len(data)))
	if _, err := p.in.Write(append(frame, data...)); err != nil {
		return nil, fmt.Errorf("brotli.cjs: %w", err)
	}
	frame = frame[:4]
	if _, err := io.ReadFull(p.out, frame); err != nil {
		return nil, fmt.Errorf("brotli.cjs: %w", err)
	}
	out := make([]byte, binary.LittleEndian.Uint32(frame))
	_, err := io.ReadFull(p.out, out)
	return out, err
}

// brotliGo is the encoder in Go.
func brotliGo(data []byte, quality int) ([]byte, error) {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, quality)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}
