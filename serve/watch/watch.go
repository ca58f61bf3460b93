// Package watch runs a command, for example a test suite, with tables of its own, and reports what the command did to
// them: sums, findings, and whether a contract of costs was kept.
//
//	serve watch [flags] -- command
//	serve watch -log FILE
//
// Rule books: package engine/watch for findings, package engine/costs for the contract; GitHub's workflow commands and
// JUnit's XML for two of the reports. What the command prints is passed on unchanged, and its exit code too, unless it
// is 0 and the contract is broken. Values of rows are in no report unless -values asks for them.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"rowkey/engine/lists"
	"rowkey/engine/shape"
	"rowkey/engine/trail"
	engine "rowkey/engine/watch"
)

// Exit is the code with which the program has to end. There is nothing to say about it.
type Exit int

// Error says the code.
func (e Exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// Run runs a command and writes a report to out; what the command prints goes to the standard output. Errors: wrong
// flags, a command that cannot be started, files that cannot be read or written; [Exit].
func Run(ctx context.Context, args []string, out io.Writer) error {
	o, err := parse(args, out)
	if err != nil {
		return err
	}
	if o.log != "" {
		return readLog(&o, out)
	}
	agreed, err := o.agreed(ctx) // a file that cannot be read is told before the command runs
	if err != nil {
		return err
	}
	w := &watcher{rec: engine.New(shape.Options{Counted: o.counted})}
	if err := w.open(); err != nil {
		return err
	}
	code, err := w.run(ctx, &o)
	if err = errors.Join(err, w.close()); err != nil {
		return err
	}
	r := newReport(&o, w.rec, code)
	if agreed != nil {
		r.compare(agreed)
	}
	if err := r.write(out); err != nil {
		return err
	}
	if code := r.exit(); code != 0 {
		return Exit(code)
	}
	return nil
}

// watcher is what stands between a command and its tables.
type watcher struct {
	rec       *engine.Recording
	recording atomic.Bool
	places    *places
	start     []byte // the data before the command runs, as a snapshot
	stop      []func() error

	mu    sync.Mutex // guards what follows
	fault error      // the first one that happened beside the command
}

// failed keeps the first error of what goes on beside the command.
func (w *watcher) failed(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fault == nil {
		w.fault = err
	}
}

// seen is told of each request.
func (w *watcher) seen(q *trail.Request) {
	if w.recording.Load() {
		w.rec.Add(q)
	}
}

// run lays rows out, runs the command and looks at what it did last.
func (w *watcher) run(ctx context.Context, o *options) (code int, err error) {
	if err := w.seed(ctx, o); err != nil {
		return 0, err
	}
	env := append(os.Environ(), o.environment(w.places)...)
	if o.reset {
		address, stop, err := w.offerReset(ctx)
		if err != nil {
			return 0, err
		}
		w.stop = append(w.stop, stop)
		env = append(env, resetVariable+"="+address)
	}
	w.recording.Store(true)
	code, err = start(ctx, o.command, env)
	w.recording.Store(false)
	if err == nil {
		err = w.examine(ctx)
	}
	return code, err
}

// examine lets package lint look at the newest requests, while the tables are still there.
func (w *watcher) examine(ctx context.Context) error {
	if !w.rec.Worth() {
		return nil
	}
	report, err := w.places.Engine.Advisor().Findings(ctx, "")
	if err == nil {
		w.rec.Adopt(report)
	}
	return err
}

// close ends what was opened, and returns what failed meanwhile.
func (w *watcher) close() (err error) {
	w.mu.Lock()
	err = w.fault
	w.mu.Unlock()
	for i := len(w.stop) - 1; i >= 0; i-- {
		err = errors.Join(err, w.stop[i]())
	}
	return err
}

// patience is how long a command that was interrupted may take to end.
const patience = 5 * time.Second

// start runs a command to its end and returns its exit code. What it reads and prints is that of this program.
func start(ctx context.Context, command, env []string) (code int, err error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = env, os.Stdin, os.Stdout, os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = patience
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return max(1, exit.ExitCode()), nil // -1 if a signal ended it
	}
	return 0, err
}

// environment returns the variables in which libraries and their hosts look for a connection string.
// Source: Azure SDK for .NET, JavaScript and Python, their quickstarts for tables; Azure Functions, "App settings
// reference"; .NET configuration, "Connection string prefixes".
func (o *options) environment(p *places) (env []string) {
	names := append([]string{"AZURE_STORAGE_CONNECTION_STRING", "AzureWebJobsStorage", "ConnectionStrings__tables"},
		o.names...)
	return append(env, lists.Map(names, func(name string) string { return name + "=" + p.target().Connection() })...)
}
