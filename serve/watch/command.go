package watch

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"time"
)

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
	for _, name := range names {
		env = append(env, name+"="+p.target().Connection())
	}
	return env
}
