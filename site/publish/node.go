package publish

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/evanw/esbuild/pkg/api"
)

// Nodes are Node programs: they draw with the templates of the live page, and compress with Brotli. One of them draws,
// so that no page waits until the engine is compressed; the others compress, one for each core.
type Nodes struct {
	pen  chan *nodeProgram // the one that draws, while it is idle
	idle chan *nodeProgram // the others
	file string            // what they run
}

// nodeProgram is a node.mjs, which starts with its first job. It does one job at a time.
type nodeProgram struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out io.Reader
}

// drawJob is the number of the job that draws; smaller ones are qualities of compression.
const drawJob = 255

// NodeScript bundles node.mjs of the folder site, an absolute path, with the templates that it draws with.
func NodeScript(site string, plugins ...api.Plugin) ([]byte, error) {
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: site,
		EntryPoints:   []string{"node.mjs"},
		Bundle:        true,
		Platform:      api.PlatformNode,
		Format:        api.FormatESModule,
		Engines:       []api.Engine{{Name: api.EngineNode, Version: "20"}},
		Charset:       api.CharsetUTF8,
		Plugins:       plugins,
	})
	if len(result.Errors) > 0 {
		return nil, messages(result.Errors)
	}
	return result.OutputFiles[0].Contents, nil
}

// OpenNodes makes programs that run a script and find texts of languages in the folder i18n. They end with ctx,
// whatever they do.
func OpenNodes(ctx context.Context, script []byte, i18n string) (*Nodes, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, errors.New("answers are drawn by Node, which is missing: install Node 20 or newer from " +
			"https://nodejs.org/")
	}
	dir, err := os.MkdirTemp("", "rowkey-node-")
	if err != nil {
		return nil, err
	}
	n := &Nodes{make(chan *nodeProgram, 1), make(chan *nodeProgram, runtime.GOMAXPROCS(0)), filepath.Join(dir, "node.mjs")}
	if err := os.WriteFile(n.file, script, 0o600); err != nil {
		return nil, errors.Join(err, n.Close())
	}
	for _, pool := range n.pools() {
		for range cap(pool) {
			pool <- &nodeProgram{cmd: exec.CommandContext(ctx, node, n.file, i18n)}
		}
	}
	return n, nil
}

func (n *Nodes) pools() []chan *nodeProgram { return []chan *nodeProgram{n.pen, n.idle} }

// start starts the program unless it runs.
func (p *nodeProgram) start() error {
	if p.cmd.Process != nil {
		return nil
	}
	p.cmd.Stderr = os.Stderr
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		return err
	}
	return p.cmd.Start()
}

// Close ends the programs that are idle.
func (n *Nodes) Close() error {
	var errs []error
	for _, pool := range n.pools() {
		for len(pool) > 0 {
			if p := <-pool; p.cmd.Process != nil {
				errs = append(errs, p.in.Close(), p.cmd.Wait())
			}
		}
	}
	return errors.Join(append(errs, os.RemoveAll(filepath.Dir(n.file)))...)
}

// Pack compresses at a quality from 0 to 11.
func (n *Nodes) Pack(data []byte, quality int) ([]byte, error) {
	return do(n.idle, byte(quality), data)
}

// Draw returns the HTML of the drawings that app/static.ts lists, in a language.
func (n *Nodes) Draw(lang string) func(what string, of any) (string, error) {
	return func(what string, of any) (string, error) {
		request, err := json.Marshal(map[string]any{"draw": what, "of": of, "lang": lang})
		if err != nil {
			return "", err
		}
		out, err := do(n.pen, drawJob, request)
		return string(out), err
	}
}

// do waits for a program of a pool to be idle and gives it a job.
func do(pool chan *nodeProgram, job byte, data []byte) ([]byte, error) {
	p := <-pool
	failed, out, err := p.exchange(job, data)
	pool <- p
	switch {
	case err != nil:
		return nil, fmt.Errorf("node.mjs: %w", err)
	case failed:
		return nil, errors.New(string(out))
	}
	return out, nil
}

// exchange sends a frame and reads the one that answers it.
func (p *nodeProgram) exchange(job byte, data []byte) (failed bool, out []byte, err error) {
	if err := p.start(); err != nil {
		return false, nil, err
	}
	head := binary.LittleEndian.AppendUint32([]byte{job}, uint32(len(data)))
	if _, err := p.in.Write(head); err != nil {
		return false, nil, err
	}
	if _, err := p.in.Write(data); err != nil {
		return false, nil, err
	}
	if _, err := io.ReadFull(p.out, head); err != nil {
		return false, nil, err
	}
	out = make([]byte, binary.LittleEndian.Uint32(head[1:]))
	_, err = io.ReadFull(p.out, out)
	return head[0] != 0, out, err
}
