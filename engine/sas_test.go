package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine"
	"rowkey/engine/auth"
	"rowkey/engine/control"
)

// staff is a table with entities of two departments, written by the owner of the account.
const staff = `### Create
POST /Tables

{"TableName": "Employees"}

### Fill
# @loop for 4
POST /Employees

{"PartitionKey": "{{$pick $index Marketing Sales}}", "RowKey": "00010{{$index}}", "Age": 30}
`

// signing opens a sandbox that checks signatures and holds the staff.
func signing(t testing.TB) *control.Handler {
	t.Helper()
	e := open(t)
	ok(t, e, "PUT", "/-/options", `{"signatures":true}`, nil)
	play(t, e, staff, nil)
	return e
}

// problem runs a script and returns what stopped it, "" if nothing did.
func problem(t testing.TB, e *control.Handler, text string) string {
	t.Helper()
	_, p := play(t, e, text, nil)
	last := p.Exchanges[len(p.Exchanges)-1]
	if last.Problem == nil {
		return ""
	}
	return last.Problem.Message
}

// device is a request of a lane that holds a token, and what it is answered.
type device struct {
	request string
	status  int
	code    string
}

// asDevice writes a script in which the issuer hands out a token and a device makes requests.
func asDevice(token string, all ...device) string {
	var b strings.Builder
	b.WriteString("# @client issuer\n# @set token {{$sas " + token + "}}\n")
	for _, d := range all {
		line, rest, _ := strings.Cut(d.request, "\n")
		join := "?"
		if strings.Contains(line, "?") {
			join = "&"
		}
		fmt.Fprintf(&b, "###\n# @client device\n%s%s{{token}}\n%s\n\n# ?? status == %d\n", line, join, rest, d.status)
		if d.code != "" {
			fmt.Fprintf(&b, "# ?? error == %s\n", d.code)
		}
	}
	return b.String()
}

const (
	read     = "GET /Employees(PartitionKey='Sales',RowKey='000101')"
	hire     = "POST /Employees\n\n{\"PartitionKey\":\"Sales\",\"RowKey\":\"new\"}"
	merge    = "PATCH /Employees(PartitionKey='Sales',RowKey='000101')\nIf-Match: *\n\n{\"Age\":31}"
	upsert   = "PUT /Employees(PartitionKey='Sales',RowKey='000101')\n\n{\"Age\":32}"
	remove   = "DELETE /Employees(PartitionKey='Sales',RowKey='000101')\nIf-Match: *"
	mismatch = "AuthorizationPermissionMismatch"
)

// ENG-S1: only the lanes that hold the key of the account sign, and issue tokens.
func TestOnlyTheIssuerHoldsTheKey(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"ENG-S1-blocks-without-lane-are-signed", "GET /Employees()\n\n# ?? status == 200\n", ""},
		{"ENG-S1-the-issuer-is-signed", "# @client issuer\nGET /Employees()\n\n# ?? status == 200\n", ""},
		{"ENG-S1-another-lane-is-not",
			"# @client device\nGET /Employees()\n\n# ?? status == 401\n# ?? error == NoAuthenticationInformation\n", ""},
		{"ENG-S1-queues-and-blobs-are-signed-too",
			"PUT {{queue}}/tasks?timeout=20\n\n# ?? status == 201\n###\nPUT {{blob}}/logs?restype=container\n\n# ?? status " +
				"== 201\n###\n# @client device\nPUT {{queue}}/others\n\n# ?? status == 401\n",
			""},
		{"ENG-S1-another-lane-cannot-issue", "# @client device\nGET /Employees()?{{$sas Employees r +60m}}\n",
			"`{{$sas Employees r +60m}}`: the lane \"device\" does not have the account key, so it cannot sign a token. " +
				"Let a block of the lane issuer do it, for example with # @set token {{$sas …}}, and use {{token}} in this lane."},
		{"ENG-S1-nor-through-a-variable", "@t = {{$sas Employees r +60m}}\n# @client device\nGET /Employees()?{{t}}\n",
			"`{{$sas Employees r +60m}}`: the lane \"device\" does not have the account key, so it cannot sign a token. " +
				"Let a block of the lane issuer do it, for example with # @set token {{$sas …}}, and use {{token}} in this lane."},
		{"letters-that-are-none", "GET /Employees()?{{$sas Employees rx +60m}}\n",
			"`{{$sas Employees rx +60m}}`: $sas: permissions are letters of \"raud\" (read, add, update, delete), " +
				"without \"x\"."},
		{"a-time-that-is-none", "GET /Employees()?{{$sas Employees r +60}}\n",
			"`{{$sas Employees r +60}}`: $sas: write a time as +60m, with s, m, h or d, or as 2026-01-05T09:00:00Z."},
		{"rows-without-partitions", "GET /Employees()?{{$sas Employees r +60m rk=a..b}}\n",
			"`{{$sas Employees r +60m rk=a..b}}`: $sas: a range of row keys (rk=…) needs a range of partition keys (pk=…)."},
		{"neither-policy-nor-expiry", "GET /Employees()?{{$sas Employees r -}}\n",
			"`{{$sas Employees r -}}`: $sas: permissions and expiry can only be left out with policy=…."},
		{"an-unknown-option", "GET /Employees()?{{$sas Employees r +1m until=x}}\n",
			"`{{$sas Employees r +1m until=x}}`: $sas: unknown option \"until=x\". Use start=, pk=, rk= or policy=."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := problem(t, signing(t), tt.text); got != tt.want {
				t.Errorf("problem = %q, want %q", got, tt.want)
			}
		})
	}
}

// ENG-S2: each permission alone, and all together.
func TestATokenPermitsWhatItSays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		letters                               string
		read, insert, merge, upsert, removing int
	}{
		{"r", 200, 403, 403, 403, 403},
		{"a", 403, 201, 403, 403, 403},
		{"u", 403, 403, 204, 403, 403},
		{"d", 403, 403, 403, 403, 204},
		{"ra", 200, 201, 403, 403, 403},
		{"au", 403, 201, 204, 204, 403},
		{"du", 403, 403, 204, 403, 204},
		{"raud", 200, 201, 204, 204, 204},
	} {
		t.Run("ENG-S2-"+tt.letters, func(t *testing.T) {
			t.Parallel()
			code := func(status int) string {
				if status == 403 {
					return mismatch
				}
				return ""
			}
			text := asDevice("Employees "+tt.letters+" +60m", device{read, tt.read, code(tt.read)},
				device{hire, tt.insert, code(tt.insert)},
				device{merge, tt.merge, code(tt.merge)}, device{upsert, tt.upsert, code(tt.upsert)}, device{remove, tt.removing,
					code(tt.removing)})
			if p := problem(t, signing(t), text); p != "" {
				t.Error(p)
			}
		})
	}
}

// ENG-S3, ENG-S4, ENG-S5 and ENG-S6: when, where and for what a token is good.
func TestATokenIsGoodForATimeAndARange(t *testing.T) {
	t.Parallel()
	const failed = "AuthenticationFailed"
	inRange := "pk=Sales..Sales rk=000101..000102"
	for _, tt := range []struct{ name, text string }{
		{"ENG-S3-it-expires", asDevice("Employees r +60m", device{read, 200, ""}) +
			"###\n# @client device\n# @sleep 7200000\n" + read + "?{{token}}\n\n# ?? status == 403\n# ?? error == " + failed +
			"\n"},
		{"ENG-S3-it-has-not-begun", asDevice("Employees r +60m start=+10m", device{read, 403, failed}) +
			"###\n# @client device\n# @sleep 600000\n" + read + "?{{token}}\n\n# ?? status == 200\n"},
		{"ENG-S3-times-may-be-written-out", asDevice("Employees r 2026-01-05T09:00:00Z start=2026-01-05T08:00:00Z",
			device{read, 200, ""})},
		{"ENG-S4-one-partition", asDevice("Employees r +60m pk=Sales..Sales", device{read, 200, ""},
			device{"GET /Employees(PartitionKey='Marketing',RowKey='000100')", 404, ""})},
		{"ENG-S4-one-key-stands-for-a-range", asDevice("Employees ra +60m pk=Sales", device{hire, 201, ""},
			device{"POST /Employees\n\n{\"PartitionKey\":\"Marketing\",\"RowKey\":\"x\"}", 403, "AuthorizationFailure"})},
		{"ENG-S4-rows-of-a-partition", asDevice("Employees rd +60m "+inRange, device{read, 200, ""},
			device{"GET /Employees(PartitionKey='Sales',RowKey='000103')", 404, ""}, device{remove, 204, ""},
			device{"DELETE /Employees(PartitionKey='Sales',RowKey='000103')\nIf-Match: *", 403, "AuthorizationFailure"})},
		{"ENG-S4-a-token-for-each-user", "@user = Sales\n" + asDevice("Employees r +15m pk=user", device{read, 200, ""},
			device{"GET /Employees(PartitionKey='Marketing',RowKey='000100')", 404, ""})},
		{"ENG-S5-a-query-returns-what-is-in-the-range",
			asDevice("Employees r +60m pk=Sales", device{"GET /Employees()", 200, ""}) +
				"# ?? count == 2\n# ?? body value[*].PartitionKey == [\"Sales\",\"Sales\"]\n"},
		{"ENG-S5-another-table", asDevice("Others r +60m", device{read, 403, ""})},
		{"ENG-S5-a-batch-in-the-range", asDevice("Employees au +60m pk=Sales") + batchOf("Sales", 204)},
		{"ENG-S5-a-batch-outside-of-the-range", asDevice("Employees au +60m pk=Sales rk=a..b") + batchOf("Sales", 403) +
			"###\nGET /Employees()\n\n# ?? count == 4\n"},
		{"ENG-S6-a-changed-letter",
			"# @client issuer\n# @set token {{$sas Employees r +60m}}\n###\n# @set token {{$replace token sp=r sp=raud}}\n" +
				"###\n# @client device\nDELETE /Employees(PartitionKey='Sales',RowKey='000101')?{{token}}\nIf-Match: *\n\n# ?? " +
				"status == 403\n# ?? error == " + failed + "\n"},
		{"ENG-S6-a-table-name-is-signed-without-its-case", asDevice("employees r +60m", device{read, 200, ""})},
		{"ENG-S6-tokens-are-counted", asDevice("Employees r +60m", device{read, 200, ""}) +
			"###\n# @client issuer\n# @set other {{$sas Employees r +1h}}\n###\n\n# ?? run tokens == 2\n"},
		{"ENG-A6-a-policy-says-how-long",
			"PUT /Employees?comp=acl\nContent-Type: application/xml\nAccept: application/xml\n\n" + policies +
				"\n\n# ?? status == 204\n###\n" +
				asDevice("Employees - - policy=devices", device{read, 200, ""}, device{hire, 403, mismatch}) +
				"###\nPUT /Employees?comp=acl\nContent-Type: application/xml\nAccept: " +
				"application/xml\n\n<SignedIdentifiers></SignedIdentifiers>\n\n# ?? status == 204\n" +
				"###\n# @client device\n" + read + "?{{token}}\n\n# ?? status == 403\n# ?? error == " + failed + "\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if p := problem(t, signing(t), tt.text); p != "" {
				t.Error(p)
			}
		})
	}
}

const policies = "<SignedIdentifiers><SignedIdentifier><Id>devices</Id><AccessPolicy>" +
	"<Expiry>2026-01-05T20:00:00Z</Expiry><Permission>r</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>"

// batchOf is a transaction of two inserts by a device.
func batchOf(partition string, status int) string {
	var b strings.Builder
	for i, row := range []string{"a1", "x1"} {
		fmt.Fprintf(&b, "###\n# @client device\n# @batch b\nPOST /Employees?{{token}}\n\n{\"PartitionKey\":%q,"+
			"\"RowKey\":%q}\n\n", partition, row)
		if status == 204 || i == 1 {
			fmt.Fprintf(&b, "# ?? status == %d\n", status)
		}
	}
	return b.String()
}

// ENG-A1: a sandbox has as many accounts as are asked for, each with its own tables.
func TestASandboxHasSeveralAccounts(t *testing.T) {
	t.Parallel()
	e := open(t)
	play(t, e, `@other = http://127.0.0.1:10002/archive
###
POST /Tables

{"TableName": "Employees"}

# ?? status == 201
###
POST {{other}}/Tables

{"TableName": "Employees"}

# ?? status == 201
###
POST {{other}}/Employees

{"PartitionKey": "a", "RowKey": "b"}

# ?? status == 201
###
GET /Employees()

# ?? count == 0
###
GET {{other}}/Employees()

# ?? count == 1
`, nil)
}

// ENG-S6: tokens that a program issues are counted as well.
func TestTokensOfAProgramAreCounted(t *testing.T) {
	t.Parallel()
	e := signing(t)
	text := "# @run issue.http as issuer\n###\n\n# ?? run tokens == 2\n"
	issue := "# @loop for 2\nGET /Employees()?$top=1&{{$sas Employees r +60m}}\n"
	if _, p := play(t, e, text, map[string]string{"issue.http": issue}); len(p.Exchanges) < 3 {
		t.Errorf("%d exchanges, want two of the program and the check: %+v", len(p.Exchanges), p.Exchanges)
	}
}

// ENG-S6: a check sees the token that the learner's script has kept.
func TestACheckUsesTheTokenOfTheLearner(t *testing.T) {
	t.Parallel()
	e := signing(t)
	id, _ := play(t, e, asDevice("Employees r +60m", device{read, 200, ""}), nil)
	var verdict struct{ Pass bool }
	check := "### It reads\n# @client device\nGET /Employees()?{{$learner token}}\n\n# ?? status == 200\n### It does " +
		"not write\n# @client device\nDELETE /Employees(PartitionKey='Sales',RowKey='000101')?{{$learner " +
		"token}}\nIf-Match: *\n\n# ?? status == 403\n### One was enough\n\n# ?? run tokens == 1\n"
	b := ok(t, e, "POST", "/-/judge", map[string]any{"check": check, "session": id}, &verdict)
	if !verdict.Pass {
		t.Errorf("judge = %s", b)
	}
	b = ok(t, e, "POST", "/-/judge", map[string]any{"check": strings.ReplaceAll(check, "$learner token", "$learner key"),
		"session": id}, &verdict)
	if verdict.Pass || !strings.Contains(string(b), "it needs # @set key") {
		t.Errorf("judge without such a token = %s", b)
	}
}

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
