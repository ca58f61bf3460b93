package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"rowkey/serve/servetest"
)

// asServer is the variable that makes the test binary the command itself.
const asServer = "ROWKEY_TEST_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// process is a server in a process of its own.
type process struct {
	cmd  *exec.Cmd
	urls map[string]string
}

// spawn starts a server on free ports. It is killed with the test at the latest.
func spawn(t testing.TB, flags ...string) *process {
	t.Helper()
	p := &process{cmd: exec.Command(os.Args[0], append(freePorts(), flags...)...)}
	p.cmd.Env = append(os.Environ(), asServer+"=1")
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	if p.urls = servetest.ReadURLs(out); p.urls == nil {
		t.Fatalf("serve %q ended at once", flags)
	}
	return p
}

// kill ends the process with SIGKILL: it has no say in it.
func (p *process) kill() {
	_ = p.cmd.Process.Kill() // it may have ended
	_ = p.cmd.Wait()
}

// resident returns how much memory of the machine the process holds, in bytes. It skips the test on
// systems that do not tell.
func (p *process) resident(t testing.TB) int {
	t.Helper()
	text, err := os.ReadFile("/proc/" + strconv.Itoa(p.cmd.Process.Pid) + "/status")
	if err != nil {
		t.Skip("this system does not tell how much memory a process holds")
	}
	_, line, _ := strings.Cut(string(text), "VmRSS:")
	fields := strings.Fields(line)
	if len(fields) == 0 {
		t.Fatal("no VmRSS in the status of the process")
	}
	n, err := strconv.Atoi(fields[0])
	if err != nil {
		t.Fatal(err)
	}
	return n << 10
}
