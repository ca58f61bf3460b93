package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"

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
	python := findPython(t)
	if python == "" {
		t.Skip("no Python has the clients of Debian 12: apt-get install python3-azure python3-azure-storage")
	}
	runClients(t, exec.CommandContext(t.Context(), python, "../site/sdk/clients_test.py"))
}

// TestRcloneKeepsAFolder has rclone keep a folder in a container, and bring it back.
func TestRcloneKeepsAFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: runs rclone")
	}
	t.Parallel()
	if out, err := exec.CommandContext(t.Context(), "rclone", "version").Output(); err != nil {
		t.Skip("there is no rclone: apt-get install rclone")
	} else if !strings.HasPrefix(string(out), "rclone v"+rclone) {
		t.Skip("rclone is not of version " + rclone + ", which Debian 12 has")
	}
	from, to := t.TempDir(), t.TempDir()
	large := strings.Repeat("0123456789abcdef", 400_000) // goes in two blocks
	for name, text := range map[string]string{"a b/ä & b.txt": "Zoë", "a b/2": "2", "3": "", "large": large} {
		path := filepath.Join(from, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	urls := start(t, "-data", t.TempDir(), "-sync", "never")
	cred := need(azblob.NewSharedKeyCredential(auth.DevelopmentAccount, auth.DevelopmentKey))(t)
	service := need(azblob.NewClientWithSharedKeyCredential(urls["blob"], cred, nil))(t).ServiceClient()
	url := need(service.GetSASURL(sas.AccountResourceTypes{Service: true, Container: true, Object: true},
		sas.AccountPermissions{Read: true, Write: true, Delete: true, List: true, Create: true},
		time.Now().Add(time.Hour), nil))(t)
	for _, args := range [][]string{
		{"mkdir", "there:box"}, {"copy", from, "there:box/kept"}, {"check", from, "there:box/kept"},
		{"moveto", "there:box/kept/3", "there:box/kept/4"}, {"sync", "there:box/kept", to},
		{"sync", from, "there:box/kept"}, {"check", from, "there:box/kept"}, {"purge", "there:box"},
	} {
		// Small pages and blocks, so that there are several.
		cmd := exec.CommandContext(t.Context(), "rclone", append(args, "--config", "",
			"--azureblob-list-chunk", "2", "--azureblob-chunk-size", "4M", "--retries", "1", "--low-level-retries", "1")...)
		cmd.Env = append(os.Environ(), "RCLONE_CONFIG_THERE_TYPE=azureblob", "RCLONE_CONFIG_THERE_SAS_URL="+url)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("rclone %q: %v\n%s", args, err, out)
		}
	}
	if got := readText(t, filepath.Join(to, "large")); got != large {
		t.Error("the large file came back changed")
	}
	if got := readText(t, filepath.Join(to, "a b/ä & b.txt")) + readText(t, filepath.Join(to, "4")); got != "Zoë" {
		t.Errorf("the files came back as %q, want Zoë", got)
	}
}

// runClients has a command find the connection string of a server that keeps its data.
func runClients(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	urls := start(t, "-data", t.TempDir(), "-sync", "never")
	cmd.Env = append(os.Environ(), "CONNECTION="+connectionString(urls))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func connectionString(urls map[string]string) string {
	return "DefaultEndpointsProtocol=http;AccountName=" + auth.DevelopmentAccount + ";AccountKey=" + auth.DevelopmentKey +
		";TableEndpoint=" + urls["table"] + ";QueueEndpoint=" + urls["queue"] + ";BlobEndpoint=" + urls["blob"] + ";"
}

// rclone is the version that the tests know: that of Debian 12.
const rclone = "1.60.1"

// pythonClients are the versions of the clients for tables, queues and blobs that the tests know: those of Debian 12.
const pythonClients = "12.4.2, 12.6.0b1, 12.15.0b1"

// findPython returns a Python that has these clients, "" if none has. Debian's own may not be the first.
func findPython(t *testing.T) string {
	t.Helper()
	const versions = `from importlib.metadata import version
print(*map(version, ["azure-data-tables", "azure-storage-queue", "azure-storage-blob"]), sep=", ")`
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		out, err := exec.CommandContext(t.Context(), python, "-c", versions).Output()
		if err == nil && strings.TrimSpace(string(out)) == pythonClients {
			return python
		}
	}
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
		{"azqueue", "| `azqueue` (Go) | ", "../go.mod", "storage/azqueue v", "\n"},
		{"azblob", "| `azblob` (Go) | ", "../go.mod", "storage/azblob v", "\n"},
	} {
		version := versionIn(t, client.file, client.before, client.after)
		if !strings.Contains(readme, client.row+version+" |") {
			t.Errorf("README.md does not say that %s %q runs", client.name, version)
		}
	}
	if !strings.Contains(readme, "`azure-storage-blob` (Python) | "+pythonClients+" |") {
		t.Errorf("README.md does not say that the clients for Python %s run", pythonClients)
	}
	if !strings.Contains(readme, "| `rclone` | "+rclone+" |") {
		t.Errorf("README.md does not say that rclone %s runs", rclone)
	}
}

// versionIn returns what a file says between two texts.
func versionIn(t *testing.T, file, before, after string) string {
	t.Helper()
	_, rest, found := strings.Cut(readText(t, file), before)
	version, _, closed := strings.Cut(rest, after)
	if !found || !closed {
		t.Errorf("%s does not say %s…", file, before)
	}
	return version
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
