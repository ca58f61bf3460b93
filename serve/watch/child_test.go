package watch_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// TestMain runs a program that is watched in place of the tests, if the arguments name one.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "child" {
		if err := children[os.Args[2]](context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// children are programs that use the official client for Go.
var children = map[string]func(ctx context.Context) error{
	"shop":    func(ctx context.Context) error { return shop(ctx, "PartitionKey eq 'c7' and RowKey eq 'c7'") },
	"scan":    func(ctx context.Context) error { return shop(ctx, "Email eq 'secret7@example.com'") },
	"fail":    func(context.Context) error { return fmt.Errorf("this program fails") },
	"count":   countRows,
	"resets":  resets,
	"hostile": hostile,
}

func service() (*aztables.ServiceClient, error) {
	return aztables.NewServiceClientFromConnectionString(os.Getenv("AZURE_STORAGE_CONNECTION_STRING"), nil)
}

// shop stores customers, and looks for one of them five times.
func shop(ctx context.Context, filter string) error {
	client, err := newTable(ctx, "Customers")
	if err != nil {
		return err
	}
	for i := range 120 {
		id := fmt.Sprint("c", i)
		if err := add(ctx, client, id, id, fmt.Sprintf("secret%d@example.com", i)); err != nil {
			return err
		}
	}
	for range 5 {
		pager := client.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: to.Ptr(filter)})
		for pager.More() {
			if _, err := pager.NextPage(ctx); err != nil {
				return err
			}
		}
	}
	_, err = client.Delete(ctx, nil)
	return err
}

func newTable(ctx context.Context, name string) (*aztables.Client, error) {
	s, err := service()
	if err != nil {
		return nil, err
	}
	client := s.NewClient(name)
	_, err = client.CreateTable(ctx, nil)
	return client, err
}

func add(ctx context.Context, client *aztables.Client, partition, row, email string) error {
	entity, err := json.Marshal(map[string]string{"PartitionKey": partition, "RowKey": row, "Email": email})
	if err == nil {
		_, err = client.AddEntity(ctx, entity, nil)
	}
	return err
}

// countRows fails unless the table People has two rows, which others have laid out.
func countRows(ctx context.Context) error {
	s, err := service()
	if err != nil {
		return err
	}
	page, err := s.NewClient("People").NewListEntitiesPager(nil).NextPage(ctx)
	if err == nil && len(page.Entities) != 2 {
		err = fmt.Errorf("%d rows, want 2", len(page.Entities))
	}
	return err
}

// resets adds a row and goes back, twice.
func resets(ctx context.Context) error {
	s, err := service()
	if err != nil {
		return err
	}
	for range 2 {
		if err := countRows(ctx); err != nil {
			return err
		}
		if err := add(ctx, s.NewClient("People"), "new", "new", ""); err != nil {
			return err
		}
		res, err := http.Post(os.Getenv("ROWKEY_RESET"), "", nil)
		if err != nil {
			return err
		}
		res.Body.Close()
		if res.StatusCode != 204 {
			return fmt.Errorf("reset = %s", res.Status)
		}
	}
	return countRows(ctx)
}

// hostile sends what would act on a terminal, or in a workflow, if a report had it as it is.
func hostile(ctx context.Context) error {
	options := &aztables.ClientOptions{}
	options.Telemetry.ApplicationID = "::error::x|`"
	s, err := aztables.NewServiceClientFromConnectionString(os.Getenv("MY_TABLES"), options)
	if err != nil {
		return err
	}
	for _, table := range []string{"Orders", "a\u001b[31m", "b\n::error::c", "`|<script>"} {
		client := s.NewClient(table)
		_, _ = client.CreateTable(ctx, nil) // most are refused
		_ = add(ctx, client, "\u202e", "|", "x")
		_, _ = client.GetEntity(ctx, "p", "`|<script>alert(1)</script>", nil)
	}
	return nil
}
