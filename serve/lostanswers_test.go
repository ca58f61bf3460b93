package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"rowkey/engine/auth"
	"rowkey/serve/faults"
)

var updatePages = flag.Bool("update", false, "write what clients did into the page about lost answers")

// lostPage shows what official clients do when an answer is lost; its first table is what the test below measures.
const lostPage = "../content/help/lost-answers/en.md"

// lostCase is one thing that a client does while its first request meets a fault.
type lostCase struct {
	Table string `json:"table"`
	Op    string `json:"op"`
	ETag  string `json:"etag"`
}

var (
	lostFaults = []faults.Kind{faults.Lost, faults.Cut, faults.Throttle, faults.Timeout}
	lostOps    = []string{"get", "insert", "upsert", "update", "delete", "transaction"}
)

// lostClient does all cases at once and returns how each ended.
type lostClient func(t *testing.T, table string, cases []lostCase) []string

func TestThePageSaysWhatClientsDoWithALostAnswer(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("deep: waits until clients try again")
	}
	if _, err := os.Stat("../site/node_modules/@azure/data-tables"); err != nil {
		t.Skip("the clients are not installed: ./build.sh does that")
	}
	var table strings.Builder
	table.WriteString("| first request | operation | JavaScript | Go | the table afterwards |\n" +
		"| --- | --- | --- | --- | --- |\n")
	for _, f := range lostFaults {
		js, stored := lostRun(t, f, lostJS)
		goes, storedByGo := lostRun(t, f, lostGo)
		for i, op := range lostOps {
			if stored[i] != storedByGo[i] {
				stored[i] = "JavaScript: " + stored[i] + "; Go: " + storedByGo[i]
			}
			fmt.Fprintf(&table, "| `%s` | %s | %s | %s | %s |\n", f, op, js[i], goes[i], stored[i])
		}
	}
	comparePage(t, table.String())
}

// comparePage wants the table on the page, or writes it there.
func comparePage(t *testing.T, table string) {
	t.Helper()
	text, err := os.ReadFile(lostPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), "| first request ")
	old, after, _ := strings.Cut("| first request "+rest, "\n\n")
	for _, version := range clientVersions(t) {
		if !strings.Contains(after, version) {
			t.Errorf("%s does not name the client %s", lostPage, version)
		}
	}
	if old+"\n" == table {
		return
	}
	if *updatePages {
		err = os.WriteFile(lostPage, []byte(before+table+"\n"+after), 0o600)
	}
	t.Errorf("%s: go test ./serve -run LostAnswer -update writes (%v)\n%s", lostPage, err, table)
}

// clientVersions are the lines of the page that say which clients ran.
func clientVersions(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../site/node_modules/@azure/data-tables/package.json")
	var js struct{ Version string }
	if err == nil {
		err = json.Unmarshal(text, &js)
	}
	module, errGo := os.ReadFile("../go.mod")
	if err := errors.Join(err, errGo); err != nil {
		t.Fatal(err)
	}
	_, version, _ := strings.Cut(string(module), "data/aztables v")
	version, _, _ = strings.Cut(version, "\n")
	return []string{"`@azure/data-tables` | " + js.Version + " |", "`aztables` | " + version + " |"}
}

// lostRun starts a server and lets a client do everything while the first request of each operation meets a fault. It
// returns how each ended with how many requests, and what its table holds then.
func lostRun(t *testing.T, fault faults.Kind, run lostClient) (ended, stored []string) {
	t.Helper()
	table := start(t, "-control")["table"]
	service := official(t, table)
	var cases []lostCase
	var rules struct {
		Rules []faults.Rule `json:"rules"`
	}
	for _, op := range lostOps {
		c := lostCase{Table: op, Op: op, ETag: lostTable(t, service, op)}
		cases = append(cases, c)
		at := c.Table
		if op == "transaction" {
			at = "$batch" // which names its table in the body
		}
		rules.Rules = append(rules.Rules, faults.Rule{Fault: fault, Table: at, Times: 1})
	}
	lostControl(t, table, http.MethodPut, rules, nil)
	outcomes := run(t, table, cases)
	var state faults.State
	lostControl(t, table, http.MethodGet, nil, &state)
	lostControl(t, table, http.MethodDelete, nil, nil)
	for i, c := range cases {
		requests := "1 request"
		if n := state.Rules[i].Matched; n != 1 {
			requests = fmt.Sprint(n, " requests")
		}
		ended = append(ended, outcomes[i]+", "+requests)
		stored = append(stored, lostRows(t, service, c.Table))
	}
	return ended, stored
}

// lostTable makes a table with the row "old" and returns its ETag.
func lostTable(t *testing.T, service *aztables.ServiceClient, name string) string {
	t.Helper()
	client := service.NewClient(name)
	if _, err := client.CreateTable(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	res, err := client.AddEntity(t.Context(), lostRow("old", 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(res.ETag)
}

func lostRow(key string, n int) []byte {
	return fmt.Appendf(nil, `{"PartitionKey":"p","RowKey":%q,"n":%d}`, key, n)
}

// lostRows says which rows a table has: "old 1, new 1".
func lostRows(t *testing.T, service *aztables.ServiceClient, table string) string {
	t.Helper()
	page, err := service.NewClient(table).NewListEntitiesPager(nil).NextPage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, e := range page.Entities {
		var row struct {
			RowKey string
			N      int `json:"n"`
		}
		if err := json.Unmarshal(e, &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, fmt.Sprintf("%s %d", row.RowKey, row.N))
	}
	if len(rows) == 0 {
		return "empty"
	}
	return strings.Join(rows, ", ")
}

// lostControl sends rules for faults, or reads what they did.
func lostControl(t *testing.T, table, method string, in, out any) {
	t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	res, text := ask(t, method, origin(table)+"/-/faults", string(body))
	if res.StatusCode >= 300 {
		t.Fatal(res.StatusCode, text)
	}
	if out != nil {
		if err := json.Unmarshal([]byte(text), out); err != nil {
			t.Fatal(err)
		}
	}
}

func lostJS(t *testing.T, table string, cases []lostCase) (outcomes []string) {
	t.Helper()
	list, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "../site/sdk/lost.mjs")
	cmd.Env = append(os.Environ(), "CASES="+string(list), "CONNECTION=DefaultEndpointsProtocol=http;AccountName="+
		auth.DevelopmentAccount+";AccountKey="+auth.DevelopmentKey+";TableEndpoint="+table+";")
	cmd.Stderr = os.Stderr
	said, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(said, &outcomes)
	}
	if err != nil {
		t.Fatal(err)
	}
	return outcomes
}

func lostGo(t *testing.T, table string, cases []lostCase) []string {
	t.Helper()
	service := official(t, table)
	outcomes := make([]string, len(cases))
	var all sync.WaitGroup
	for i, c := range cases {
		all.Go(func() { outcomes[i] = lostOutcome(lostDo(t.Context(), service.NewClient(c.Table), c)) })
	}
	all.Wait()
	return outcomes
}

func lostDo(ctx context.Context, client *aztables.Client, c lostCase) (err error) {
	etag := azcore.ETag(c.ETag)
	switch c.Op {
	case "get":
		_, err = client.GetEntity(ctx, "p", "old", nil)
	case "insert":
		_, err = client.AddEntity(ctx, lostRow("new", 1), nil)
	case "upsert":
		_, err = client.UpsertEntity(ctx, lostRow("new", 1),
			&aztables.UpsertEntityOptions{UpdateMode: aztables.UpdateModeReplace})
	case "update":
		_, err = client.UpdateEntity(ctx, lostRow("old", 2),
			&aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeReplace, IfMatch: &etag})
	case "delete":
		_, err = client.DeleteEntity(ctx, "p", "old", &aztables.DeleteEntityOptions{IfMatch: &etag})
	case "transaction":
		_, err = client.SubmitTransaction(ctx, []aztables.TransactionAction{
			{ActionType: aztables.TransactionTypeAdd, Entity: lostRow("new", 1)},
			{ActionType: aztables.TransactionTypeAdd, Entity: lostRow("new2", 1)}}, nil)
	}
	return err
}

// lostOutcome is how an operation ended, as a program sees it.
func lostOutcome(err error) string {
	var refused *azcore.ResponseError
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &refused) && refused.ErrorCode == "":
		return fmt.Sprint("an error without a code, status ", refused.StatusCode)
	case errors.As(err, &refused):
		return fmt.Sprint(refused.StatusCode, " ", refused.ErrorCode)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "EOF"
	}
	return err.Error()
}
