package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"rowkey/serve/faults"
)

// lostClient does all cases at once and returns how each ended. It skips its test if it is not installed.
type lostClient struct {
	name string
	run  func(t *testing.T, urls map[string]string, cases []lostCase) []string
}

var lostClients = []lostClient{{"JavaScript", lostJS}, {"Go", lostGo}, {"Python", lostPython}}

// notMeasured is the cell of what a client was not asked to do.
const notMeasured = "not measured"

// never has a rule count requests that meet no fault.
const never = 1_000_000

// lostRun starts a server and lets a client do everything while requests meet the faults of rows. It returns how each
// ended, with how many requests where that does not depend on when they came, and what its table holds then.
func lostRun(t *testing.T, rows []lostRow, client lostClient) (ended, stored []string) {
	t.Helper()
	urls := start(t, "-control", "-auth", "trust")
	service := official(t, urls["table"])
	var cases []lostCase
	var rules struct {
		Rules []faults.Rule `json:"rules"`
	}
	for _, r := range rows {
		cases = append(cases, lostCase{Table: r.op, Op: r.op, ETag: lostTable(t, urls, service, r.op)})
		rule := r.rule
		if rule.Table = r.op; r.op == "transaction" {
			rule.Table = "$batch" // which names its table in the body
		}
		rules.Rules = append(rules.Rules, rule, faults.Rule{Fault: faults.Cut, Table: rule.Table, After: never})
	}
	lostControl(t, urls["table"], http.MethodPut, rules, nil)
	var before, after faults.State
	lostMeanwhile(t, service, rows)
	lostControl(t, urls["table"], http.MethodGet, nil, &before)
	outcomes := client.run(t, urls, cases)
	lostControl(t, urls["table"], http.MethodGet, nil, &after)
	lostControl(t, urls["table"], http.MethodDelete, nil, nil)
	for i, r := range rows {
		count := after.Rules[2*i+1].Matched - before.Rules[2*i+1].Matched
		if met := after.Rules[2*i].Hit > 0; count > 0 && met != (r.op != "elsewhere") {
			t.Errorf("%s: %s of %s met its fault: %v", client.name, r.op, r.fault, met)
		}
		ended = append(ended, outcomes[i])
		if count > 0 && r.rule.Rate == 0 {
			ended[i] += ", " + requests(count)
		}
		stored = append(stored, lostHolds(t, urls, service, r.op))
	}
	return ended, stored
}

func requests(n int) string {
	if n == 1 {
		return "1 request"
	}
	return fmt.Sprint(n, " requests")
}

// lostMeanwhile changes what a stale secondary does not know.
func lostMeanwhile(t *testing.T, service *aztables.ServiceClient, rows []lostRow) {
	t.Helper()
	for _, r := range rows {
		if r.rule.Fault != faults.Stale {
			continue
		}
		key, n := "old", 2
		if r.op == "find" {
			key, n = "new", 1
		}
		if _, err := service.NewClient(r.op).UpsertEntity(t.Context(), lostRowOf(key, n), nil); err != nil {
			t.Fatal(err)
		}
	}
}

// lostTable makes a table with the row "old" and returns its ETag. To receive there is a queue with a message.
func lostTable(t *testing.T, urls map[string]string, service *aztables.ServiceClient, name string) string {
	t.Helper()
	if name == "receive" {
		ask(t, http.MethodPut, urls["queue"]+"/"+name, "")
		ask(t, http.MethodPost, urls["queue"]+"/"+name+"/messages",
			"<QueueMessage><MessageText>job</MessageText></QueueMessage>")
		return ""
	}
	client := service.NewClient(name)
	if _, err := client.CreateTable(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	res, err := client.AddEntity(t.Context(), lostRowOf("old", 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(res.ETag)
}

func lostRowOf(key string, n int) []byte {
	return fmt.Appendf(nil, `{"PartitionKey":"p","RowKey":%q,"n":%d}`, key, n)
}

// lostHolds says what a table holds, or the queue with a message.
func lostHolds(t *testing.T, urls map[string]string, service *aztables.ServiceClient, name string) string {
	t.Helper()
	if name != "receive" {
		return lostRows(t, service, name)
	}
	_, body := ask(t, http.MethodGet, urls["queue"]+"/"+name+"/messages?peekonly=true", "")
	counts := regexp.MustCompile(`<DequeueCount>(\d+)</DequeueCount>`).FindStringSubmatch(body)
	if counts == nil {
		return "no message"
	}
	return "1 message, dequeue count " + counts[1]
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
	switch {
	case len(rows) == 0:
		return "empty"
	case len(rows) > 9:
		return fmt.Sprint(len(rows), " rows")
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

func lostJS(t *testing.T, urls map[string]string, cases []lostCase) []string {
	t.Helper()
	return lostProgram(t, urls, cases, "node", "../site/sdk/lost.mjs")
}

func lostPython(t *testing.T, urls map[string]string, cases []lostCase) []string {
	t.Helper()
	return lostProgram(t, urls, cases, findPython(t), "../site/sdk/lost.py")
}

// lostProgram runs a program that reads cases and prints how each ended.
func lostProgram(t *testing.T, urls map[string]string, cases []lostCase, program ...string) (outcomes []string) {
	t.Helper()
	list, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program[0], program[1:]...)
	cmd.Env = append(os.Environ(), "CASES="+string(list), "CONNECTION="+connectionString(urls))
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

func lostGo(t *testing.T, urls map[string]string, cases []lostCase) []string {
	t.Helper()
	service, secondary := official(t, urls["table"]), official(t, urls["table"]+"-secondary")
	outcomes := make([]string, len(cases))
	var all sync.WaitGroup
	for i, c := range cases {
		all.Go(func() {
			switch client := service.NewClient(c.Table); c.Op {
			case "receive": // which is none of this client
				outcomes[i] = notMeasured
			case "find", "read", "write":
				outcomes[i] = lostStale(t.Context(), client, secondary.NewClient(c.Table), c.Op)
			case "burst":
				outcomes[i] = lostOutcome(lostBurst(t.Context(), client))
			default:
				outcomes[i] = lostOutcome(lostDo(t.Context(), client, c))
			}
		})
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
		_, err = client.AddEntity(ctx, lostRowOf("new", 1), nil)
	case "elsewhere":
		_, err = client.AddEntity(ctx, []byte(`{"PartitionKey":"q","RowKey":"new","n":1}`), nil)
	case "upsert":
		_, err = client.UpsertEntity(ctx, lostRowOf("new", 1),
			&aztables.UpsertEntityOptions{UpdateMode: aztables.UpdateModeReplace})
	case "merge":
		_, err = client.UpsertEntity(ctx, lostRowOf("new", 1),
			&aztables.UpsertEntityOptions{UpdateMode: aztables.UpdateModeMerge})
	case "update":
		_, err = client.UpdateEntity(ctx, lostRowOf("old", 2),
			&aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeReplace, IfMatch: &etag})
	case "delete":
		_, err = client.DeleteEntity(ctx, "p", "old", &aztables.DeleteEntityOptions{IfMatch: &etag})
	case "transaction":
		_, err = client.SubmitTransaction(ctx, []aztables.TransactionAction{
			{ActionType: aztables.TransactionTypeAdd, Entity: lostRowOf("new", 1)},
			{ActionType: aztables.TransactionTypeAdd, Entity: lostRowOf("new2", 1)}}, nil)
	}
	return err
}

// lostBurst inserts 60 rows at once.
func lostBurst(ctx context.Context, client *aztables.Client) error {
	errs := make([]error, 60)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() { _, errs[i] = client.AddEntity(ctx, lostRowOf(fmt.Sprint(i), 1), nil) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// lostStale reads at the secondary, and for "write" changes at the primary what it has read.
func lostStale(ctx context.Context, client, secondary *aztables.Client, op string) string {
	key := "old"
	if op == "find" {
		key = "new"
	}
	got, err := secondary.GetEntity(ctx, "p", key, nil)
	if err != nil {
		return lostOutcome(err)
	}
	if op == "write" {
		_, err := client.UpdateEntity(ctx, lostRowOf(key, 3),
			&aztables.UpdateEntityOptions{UpdateMode: aztables.UpdateModeReplace, IfMatch: &got.ETag})
		return lostOutcome(err)
	}
	var row struct {
		N int `json:"n"`
	}
	if err := json.Unmarshal(got.Value, &row); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("ok, `n` = %d", row.N)
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
