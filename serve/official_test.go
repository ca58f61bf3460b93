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
	"rowkey/serve/servetest"
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

// TestTheNodeClientBefore runs the tests of site/sdk that use azure-storage, which site/bench has.
func TestTheNodeClientBefore(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: runs the tests of azure-storage")
	}
	t.Parallel()
	bench, err := filepath.Abs("../site/bench/package.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(bench), "node_modules/azure-storage")); err != nil {
		t.Skip("azure-storage is not installed: npm ci --prefix site/bench")
	}
	cmd := exec.CommandContext(t.Context(), "node", "--test", "--test-name-pattern=^azure-storage: ",
		"../site/sdk/blobs.test.mjs", "../site/sdk/queues.test.mjs", "../site/sdk/tables.test.mjs")
	runClients(t, cmd, "BEFORE="+bench)
}

// TestOfficialPythonClients runs the tests of site/sdk that use Debian's clients for Python.
func TestOfficialPythonClients(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: runs all tests of the clients for Python")
	}
	t.Parallel()
	runClients(t, exec.CommandContext(t.Context(), findPython(t), "../site/sdk/clients_test.py"))
}

// TestAzureCLI gives az its commands in one process, for to start it takes seconds.
func TestAzureCLI(t *testing.T) {
	if testing.Short() {
		t.Skip("deep: runs az")
	}
	t.Parallel()
	const version = `from importlib.metadata import version; print(version("azure-cli"))`
	python := servetest.Python(t, "..", version, azureCLI)
	if python == "" {
		t.Skip("no Python has azure-cli " + azureCLI + ", which Debian 12 has: " + servetest.Unpack)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "sent"), []byte("Zoë was here"), 0o600); err != nil {
		t.Fatal(err)
	}
	urls := start(t, "-data", t.TempDir(), "-sync", "never")
	commands := strings.ReplaceAll(azCommands, "BLOBS", urls["blob"])
	cmd := exec.CommandContext(t.Context(), python, "-c", azProgram, commands)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "AZURE_STORAGE_CONNECTION_STRING="+connectionString(urls),
		"AZURE_CONFIG_DIR="+t.TempDir(), "AZURE_CORE_COLLECT_TELEMETRY=no")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := readText(t, filepath.Join(folder, "got")); got != "Zoë was here" {
		t.Errorf("the blob came back as %q", got)
	}
}

// azureCLI is the version that the tests know: that of Debian 12.
const azureCLI = "2.45.0"

// azProgram runs commands of "az storage", each followed by a text that its answer has to contain.
const azProgram = `import io, shlex, sys
from azure.cli.core import get_default_cli
for line in sys.argv[1].strip().splitlines():
    command, _, want = line.partition(" =>")
    out = io.StringIO()
    code = get_default_cli().invoke(["storage", *shlex.split(command)], out_file=out)
    if code or want.strip() not in out.getvalue():
        sys.exit(f"az storage {command}: {code} {out.getvalue()}")`

const azCommands = `
container exists -n box => "exists": false
container create -n box => "created": true
container metadata update -n box --metadata owner=ann => "etag"
container metadata show -n box => "owner": "ann"
container list --prefix bo => "name": "box"
blob upload -c box -n 'a b/ä' -f sent --no-progress => "content_md5"
blob show -c box -n 'a b/ä' => "contentLength": 13
blob list -c box => "name": "a b/ä"
blob download -c box -n 'a b/ä' -f got --no-progress => "etag"
blob copy start -u 'BLOBS/box/a b/ä' --destination-container box --destination-blob two => "copy_status": "success"
blob lease acquire -c box -b two --lease-duration 15 => "
blob lease break -c box -b two --lease-break-period 0 => 0
blob exists -c box -n two => "exists": true
blob generate-sas -c box -n two --permissions r --expiry 2030-01-01T00:00Z => sig=
blob delete -c box -n two =>
container delete -n box => "deleted": true
table create -n people => "created": true
entity insert -t people -e PartitionKey=Sales RowKey=1 Age=34 Age@odata.type=Edm.Int32 => "etag"
entity merge -t people -e PartitionKey=Sales RowKey=1 Name=Zoe => "etag"
entity show -t people --partition-key Sales --row-key 1 => "Age": 34
entity query -t people --filter 'Age gt 30' --select Name => "Name": "Zoe"
entity delete -t people --partition-key Sales --row-key 1 => "deleted"
table list => "name": "people"
table delete -n people => "deleted": true
queue create -n jobs => "created": true
message put -q jobs --content work => "content": "work"
message peek -q jobs => "dequeueCount": 0
message get -q jobs => "dequeueCount": 1
message clear -q jobs =>
queue list => "name": "jobs"
queue delete -n jobs => "deleted": true
cors list --services bqt => []
`

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
func runClients(t *testing.T, cmd *exec.Cmd, env ...string) {
	t.Helper()
	urls := start(t, "-data", t.TempDir(), "-sync", "never")
	cmd.Env = append(append(os.Environ(), "CONNECTION="+connectionString(urls)), env...)
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

// findPython returns a Python that has these clients, or skips the test. Debian's own may not be the first.
func findPython(t *testing.T) string {
	t.Helper()
	const names = `"azure-data-tables", "azure-storage-queue", "azure-storage-blob"`
	const versions = `from importlib.metadata import version; print(*map(version, [` + names + `]), sep=", ")`
	python := servetest.Python(t, "..", versions, pythonClients)
	if python == "" {
		t.Skip("no Python has " + strings.ReplaceAll(names, `"`, "") + " " + pythonClients +
			", which Debian 12 has: " + servetest.Unpack)
	}
	return python
}

func TestTheReadmeNamesTheClientsThatRun(t *testing.T) {
	t.Parallel()
	readme := readText(t, "../README.md")
	for _, client := range []struct{ name, row, file, before, after string }{
		{"@azure/data-tables", "| `@azure/data-tables` | ", "../site/package.json", `"@azure/data-tables": "`, `"`},
		{"@azure/storage-queue", "| `@azure/storage-queue` | ", "../site/package.json", `"@azure/storage-queue": "`, `"`},
		{"@azure/storage-blob", "| `@azure/storage-blob` | ", "../site/package.json", `"@azure/storage-blob": "`, `"`},
		{"azure-storage", "| `azure-storage` (npm, no longer developed) | ", "../site/bench/package.json",
			`"azure-storage": "`, `"`},
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
	if !strings.Contains(readme, "| `azure-cli` | "+azureCLI+" |") {
		t.Errorf("README.md does not say that azure-cli %s runs", azureCLI)
	}
	if !strings.Contains(readme, "| `rclone` | "+rclone+" |") {
		t.Errorf("README.md does not say that rclone %s runs", rclone)
	}
}

func TestTheClientsForPythonAreUnpackedAsTheTestsSay(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"../README.md", "../build.sh"} {
		if !strings.Contains(readText(t, file), servetest.Unpack) {
			t.Errorf("%s does not say %s", file, servetest.Unpack)
		}
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
