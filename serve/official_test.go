package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rowkey/engine/auth"
)

// TestOfficialNodeClients runs the tests of site/sdk, which use the official clients for Node, against
// a server that keeps its data.
func TestOfficialNodeClients(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: runs all tests of the clients for Node")
	}
	t.Parallel()
	site, err := filepath.Abs("../site")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no Node")
	}
	if _, err := os.Stat(filepath.Join(site, "node_modules/@azure/storage-blob")); err != nil {
		t.Skip("the clients are not installed: ./build.sh does that")
	}
	runClients(t, exec.CommandContext(t.Context(), "npm", "run", "--silent", "--prefix", site, "sdk"))
}

// TestOfficialPythonClients runs the tests of site/sdk that use Debian's clients for Python.
func TestOfficialPythonClients(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: runs all tests of the clients for Python")
	}
	t.Parallel()
	runClients(t, exec.CommandContext(t.Context(), pythonWithClients(t), "../site/sdk/clients_test.py"))
}

// runClients has a command find the connection string of a server that keeps its data.
func runClients(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	urls := start(t, "-data", t.TempDir(), "-sync", "never")
	cmd.Env = append(os.Environ(), "CONNECTION=DefaultEndpointsProtocol=http"+
		";AccountName="+auth.DevelopmentAccount+";AccountKey="+auth.DevelopmentKey+
		";TableEndpoint="+urls["table"]+";QueueEndpoint="+urls["queue"]+";BlobEndpoint="+urls["blob"]+";")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// pythonWithClients returns a Python that has the official clients; Debian's own may not be the first.
func pythonWithClients(t *testing.T) string {
	t.Helper()
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.CommandContext(t.Context(), python, "-c",
			"import azure.data.tables, azure.storage.queue, azure.storage.blob").Run() == nil {
			return python
		}
	}
	t.Skip("no Python has the clients: apt-get install python3-azure python3-azure-storage")
	return ""
}

func TestTheReadmeNamesTheClientsThatRun(t *testing.T) {
	t.Parallel()
	readme := readText(t, "../README.md")
	for _, client := range []struct{ name, row, file, before, after string }{
		{"@azure/data-tables", "| `@azure/data-tables` | ", "../site/package.json", `"@azure/data-tables": "`, `"`},
		{"@azure/storage-queue", "| `@azure/storage-queue` | ", "../site/package.json", `"@azure/storage-queue": "`, `"`},
		{"@azure/storage-blob", "| `@azure/storage-blob` | ", "../site/package.json", `"@azure/storage-blob": "`, `"`},
		{"aztables", "| `aztables` (Go) | ", "../go.mod", "data/aztables v", "\n"},
	} {
		_, rest, _ := strings.Cut(readText(t, client.file), client.before)
		version, _, _ := strings.Cut(rest, client.after)
		if version == "" || !strings.Contains(readme, client.row+version+" |") {
			t.Errorf("README.md does not say that %s %q runs", client.name, version)
		}
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
