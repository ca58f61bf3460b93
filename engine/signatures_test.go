package engine_test

import (
	"testing"

	"rowkey/engine"
	"rowkey/engine/auth"
	"rowkey/engine/control"
)

const account = "http://127.0.0.1:10002/devstoreaccount1"

// readOnly is a token for the table people, good for the first hour of every sandbox.
func readOnly(t testing.TB) string {
	t.Helper()
	key, err := auth.ParseKey(auth.DevelopmentKey)
	if err != nil {
		t.Fatal(err)
	}
	token := auth.Token{Table: "people", Permissions: "r", Expiry: "2026-01-05T09:00:00Z"}
	return token.SignTable(key, auth.DevelopmentAccount)
}

func TestAPageSwitchesSignaturesOn(t *testing.T) {
	t.Parallel()
	e := open(t)
	token := readOnly(t)
	for _, step := range []struct {
		name, control, body string
		insert, query       int // with the token
		unsigned            int // a query without credentials
	}{
		{"nothing-is-checked-at-first", "", "", 201, 200, 200},
		{"a-reset-with-the-option", "/-/reset", `{"options":{"signatures":true}}`, 403, 200, 401},
		{"an-option-of-another-kind", "/-/options", `{"pageReads":7}`, 403, 200, 401},
		{"off", "/-/options", `{"signatures":false}`, 201, 200, 200},
		{"on", "/-/options", `{"signatures":true}`, 403, 200, 401},
		{"an-hour-later", "/-/clock", `{"advance":3600000}`, 403, 403, 401},
		{"a-reset-without-the-option", "/-/reset", `{}`, 201, 200, 200},
	} {
		if step.control != "" {
			method := "POST"
			if step.control == "/-/options" {
				method = "PUT"
			}
			ok(t, e, method, step.control, step.body, nil)
		}
		play(t, e, "POST /Tables\n\n{\"TableName\":\"people\"}\n\n# ?? status != 500\n", nil)
		entity := `{"PartitionKey":"` + step.name + `","RowKey":""}`
		if got := status(t, e, "POST", account+"/people?"+token, entity); got != step.insert {
			t.Errorf("%s: an insert with a token to read: status = %d, want %d", step.name, got, step.insert)
		}
		if got := status(t, e, "GET", account+"/people()?"+token, ""); got != step.query {
			t.Errorf("%s: a query with a token to read: status = %d, want %d", step.name, got, step.query)
		}
		if got := status(t, e, "GET", account+"/people()", ""); got != step.unsigned {
			t.Errorf("%s: a query without credentials: status = %d, want %d", step.name, got, step.unsigned)
		}
	}
}

func TestAPageCannotOpenWhatIsClosed(t *testing.T) {
	t.Parallel()
	key, err := auth.ParseKey("c2VjcmV0")
	if err != nil {
		t.Fatal(err)
	}
	e, err := control.Open(engine.Options{Control: true, Accounts: auth.Accounts{"devstoreaccount1": {key}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	for _, body := range []string{`{"signatures":true}`, `{"signatures":false}`} {
		ok(t, e, "PUT", "/-/options", body, nil)
		if got := status(t, e, "GET", account+"/Tables", ""); got != 401 {
			t.Errorf("after %s: status of an anonymous request = %d, want 401", body, got)
		}
		if got := status(t, e, "GET", account+"/people()?"+readOnly(t), ""); got != 403 {
			t.Errorf("after %s: status with a token of another key = %d, want 403", body, got)
		}
	}
}

func TestASandboxOpenedWithTheDevelopmentAccountTakesItsTokens(t *testing.T) {
	t.Parallel()
	e, err := control.Open(engine.Options{Accounts: auth.Development(), Trusting: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	if got := status(t, e, "POST", account+"/Tables", `{"TableName":"people"}`); got != 201 {
		t.Errorf("the owner creates a table: status = %d, want 201", got)
	}
	if got := status(t, e, "GET", account+"/people()?"+readOnly(t), ""); got != 200 {
		t.Errorf("a query with a token: status = %d, want 200", got)
	}
	if got := status(t, e, "POST", account+"/people?"+readOnly(t), `{"PartitionKey":"","RowKey":""}`); got != 403 {
		t.Errorf("an insert with a token to read: status = %d, want 403", got)
	}
}
