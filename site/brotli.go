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

// best compresses as well as Brotli can. It waits for an idle program.
func (b *brotlis) best(data []byte) ([]byte, error) {
	if b.idle == nil {
		return brotliBest(data)
	}
	p := <-b.idle
	out, err := p.best(data)
	b.idle <- p
	return out, err
}

func (p *brotliProgram) best(data []byte) ([]byte, error) {
	frame := binary.LittleEndian.AppendUint32(nil, uint32(len(data)))
	if _, err := p.in.Write(append(frame, data...)); err != nil {
		return nil, fmt.Errorf("brotli.cjs: %w", err)
	}
	if _, err := io.ReadFull(p.out, frame); err != nil {
		return nil, fmt.Errorf("brotli.cjs: %w", err)
	}
	out := make([]byte, binary.LittleEndian.Uint32(frame))
	_, err := io.ReadFull(p.out, out)
	return out, err
}

// brotliBest is the encoder in Go.
func brotliBest(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}
