package main

import (
	"os"
	"os/exec"
	"path/filepath"
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
	urls := start(t, "-data", t.TempDir(), "-sync", "never")
	cmd := exec.CommandContext(t.Context(), "npm", "run", "--silent", "--prefix", site, "sdk")
	cmd.Env = append(os.Environ(), "CONNECTION=DefaultEndpointsProtocol=http"+
		";AccountName="+auth.DevelopmentAccount+";AccountKey="+auth.DevelopmentKey+
		";TableEndpoint="+urls["table"]+";QueueEndpoint="+urls["queue"]+";BlobEndpoint="+urls["blob"]+";")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
