package servetest

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Azurite starts the tables of Azurite, if it is installed below root, the folder of the module.
func Azurite(t testing.TB, root string) string {
	t.Helper()
	main, err := filepath.Abs(root + "/site/bench/node_modules/azurite/dist/src/table/main.js")
	node, missing := exec.LookPath("node")
	if _, e := os.Stat(main); errors.Join(err, missing, e) != nil {
		t.Skip("Azurite is not installed: npm ci --prefix site/bench")
	}
	free := httptest.NewServer(nil)
	free.Close() // its port is free, and tests of other packages have others
	address := strings.TrimPrefix(free.URL, "http://")
	_, port, _ := strings.Cut(address, ":")
	cmd := exec.Command(node, main, "--tableHost", "127.0.0.1", "--tablePort", port, "--inMemoryPersistence",
		"--skipApiVersionCheck", "--silent", "--disableTelemetry")
	cmd.Dir = t.TempDir()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
	})
	for range 300 {
		if res, err := http.Get("http://" + address + "/devstoreaccount1"); err == nil {
			res.Body.Close()
			return "http://" + address + "/devstoreaccount1"
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("Azurite does not answer")
	return ""
}

// Unpack is the command that gets what Python returns, where there is Debian. The reason of a skipped test ends
// with it.
const Unpack = "site/tools/debian.sh --python azure-cli python3-markdown"

// Python returns a Python for which a program prints want, "" if there is none: the first of the path, Debian's, or
// Debian's with the packages that site/tools/debian.sh has unpacked below root, the folder of the module.
func Python(t testing.TB, root, program, want string) string {
	t.Helper()
	unpacked, err := filepath.Abs(root + "/site/.cache/debian/python3")
	if err != nil {
		t.Fatal(err)
	}
	for _, python := range []string{"python3", "/usr/bin/python3", unpacked} {
		out, err := exec.CommandContext(t.Context(), python, "-c", program).Output()
		if err == nil && strings.TrimSpace(string(out)) == want {
			return python
		}
	}
	return ""
}
