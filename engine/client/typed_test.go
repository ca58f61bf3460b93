package client_test

import (
	"fmt"
	"strings"
	"testing"

	"rowkey/engine/client"
	"rowkey/engine/script"
)

// types are declarations that the tests of this file share.
const types = "# @type Employee LastName:String Age:Int32 Phone:String?\n" +
	"# @type Department DepartmentName:String EmployeeCount:Int32\n"

// answering is a service that answers every request with one body.
func answering(body string) *fixed { return &fixed{body: body} }

// checked runs a script on one answer and says which checks failed, and what stopped it.
func checked(t *testing.T, body, text string) string {
	t.Helper()
	s := script.Parse("test.http", text, nil)
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	run := client.Start(s, answering(body), client.Options{})
	for !run.Done() {
		x, err := run.Next(t.Context())
		if err != nil {
			break
		}
		for _, c := range x.Checks {
			if !c.Pass {
				fmt.Fprintf(&b, "%s: got %s\n", c.Text, c.Got)
			}
		}
		if x.Problem != nil {
			fmt.Fprintf(&b, "line %d: %s\n", x.Problem.Line, x.Problem.Message)
		}
	}
	return b.String()
}

const (
	ann = `{"odata.etag":"e","PartitionKey":"Sales","RowKey":"EMPLOYEE_1","Timestamp":"2026-01-05T08:00:00Z",` +
		`"EntityType":"Employee.v2","LastName":"Hall","Age":34}`
	sales = `{"PartitionKey":"Sales","RowKey":"DEPARTMENT_1","EntityType":"Department","DepartmentName":"Sales",` +
		`"EmployeeCount":200}`
	alien  = `{"PartitionKey":"Sales","RowKey":"ROBOT_1","EntityType":"Robot"}`
	nobody = `{"PartitionKey":"Sales","RowKey":"EMPLOYEE_2","LastName":"Doe","Age":"34"}`
)

func TestTypedViews(t *testing.T) {
	t.Parallel()
	list := func(all ...string) string { return `{"value":[` + strings.Join(all, ",") + `]}` }
	for _, tt := range []struct{ name, body, text, want string }{
		{"ENG-T1-the-caller-knows-the-type", ann, "# @as Employee\nGET /A\n\n# ?? type == Employee\n" +
			"# ?? type [0].Age == 34\n# ?? type Employee == 1\n# ?? type error isFalse\n", ""},
		{"ENG-T1-what-is-missing-is-zero", sales, "# @as Employee\nGET /A\n\n# ?? type == Employee\n" +
			"# ?? type [0].Age == 0\n# ?? type [0].LastName == null\n", ""},
		{"ENG-T1-another-type-stops-the-run", list(ann, nobody), "# @as Employee\nGET /A\n",
			"line 3: entity 1 (Sales/EMPLOYEE_2): Age is declared as Int32, but is String here.\n"},
		{"ENG-T1-an-assertion-takes-the-error", list(ann, nobody), "# @as Employee\nGET /A\n\n# ?? type [1] isFalse\n" +
			"# ?? type error includes \"Age\"\n# ?? type error includes Age is declared\n# ?? type Employee == 1\n",
			"type error includes \"Age\": got entity 1 (Sales/EMPLOYEE_2): Age is declared as Int32, but is String here.\n"},
		{"a-type-that-json-does-not-tell", `{"PartitionKey":"a","RowKey":"b","Hired":"2026-01-05T08:00:00Z"}`,
			"# @type Hire Hired:DateTime\n# @as Hire\nGET /A\n",
			"line 4: entity 0 (a/b): Hired is declared as DateTime, but is String here. This answer names no types: leave " +
				"odata=nometadata out.\n"},
		{"ENG-T2-try-get-of-what-is-not-there", ann, "# @as Employee\nGET /A\n\n# ?? type [0].Phone == null\n", ""},
		{"ENG-T3-by-a-property", list(ann, sales), "# @resolve EntityType Employee.v1=Employee Employee.v2=Employee " +
			"Department=Department\nGET /A\n\n# ?? type [0] == Employee\n# ?? type [1] == Department\n" +
			"# ?? type [*] includes Department\n# ?? type Employee == 1\n", ""},
		{"ENG-T3-an-unknown-value", list(ann, alien), "# @resolve EntityType Employee.v2=Employee\nGET /A\n",
			"line 3: entity 1 (Sales/ROBOT_1): @resolve names no type for EntityType \"Robot\".\n"},
		{"ENG-T3-no-value", nobody, "# @resolve EntityType Employee.v2=Employee\nGET /A\n",
			"line 3: entity 0 (Sales/EMPLOYEE_2): it has no property EntityType, so its type is unknown.\n"},
		{"ENG-T4-by-the-beginning-of-the-row-key", list(ann, sales), "# @resolve RowKey EMPLOYEE_=Employee " +
			"DEPARTMENT_=Department\nGET /A\n\n# ?? type [0] == Employee\n# ?? type [1].EmployeeCount == 200\n", ""},
		{"ENG-T4-the-longest-beginning-counts", ann, "# @resolve RowKey E=Department EMPLOYEE=Employee\nGET /A\n\n" +
			"# ?? type == Employee\n", ""},
		{"ENG-T4-an-unknown-beginning", alien, "# @resolve RowKey EMPLOYEE_=Employee\nGET /A\n",
			"line 3: entity 0 (Sales/ROBOT_1): @resolve names no beginning that fits RowKey \"ROBOT_1\".\n"},
		{"without-a-view-there-are-no-types", ann, "GET /A\n\n# ?? type == Employee\n",
			"type == Employee: got no @as, @resolve or @decrypt\n"},
		{"ENG-E7-json-inside-of-a-property", `{"Profile":"{\"Skills\":[\"Go\",\"C#\"]}"}`,
			"GET /A\n\n# ?? body json(Profile).Skills[0] == Go\n# ?? body json(Profile).Skills[2] isFalse\n" +
				"# ?? body json(Profile) == {\"Skills\":[\"Go\",\"C#\"]}\n", ""},
		{"ENG-E7-xml-inside-of-a-property", `{"value":[{"Profile":"<p><Skill>Go</Skill></p>"}]}`,
			"GET /A\n\n# ?? body xml(value[0].Profile)//Skill == Go\n", ""},
		{"ENG-E7-a-text-that-is-no-json", ann, "GET /A\n\n# ?? body json(LastName).x == 1\n",
			"body json(LastName).x == 1: got the string is not JSON\n"},
		{"ENG-E6-the-size-of-what-is-sent", `{}`, "POST /A\n\n{\"PartitionKey\":\"a\",\"RowKey\":\"b\",\"Age\":1}\n\n" +
			"# ?? size == 26\n", ""},
		{"ENG-E6-the-size-of-what-came-back", `{"odata.etag":"x","PartitionKey":"a","RowKey":"b","Age":1}`,
			"GET /A\n\n# ?? size == 26\n", ""},
		{"ENG-E6-keys-in-the-address-count", `{}`, "PUT /A(PartitionKey='a',RowKey='b')\n\n{\"Age\":1}\n\n# ?? size == 26\n",
			""},
		{"a-value-that-is-kept", `{"N":5}`, "# @set n {{a.response.body.N}}\n# @name a\nGET /A\n###\n" +
			"# @set n {{$add n 1}}\n### x\nGET /B\n\n# ?? body N == {{$add n -1}}\n", ""},
		{"a-value-that-nobody-set", `{}`, "GET /{{n}}\n###\n# @set n 1\nGET /A\n",
			"line 3: `{{n}}`: no block with @set n has run yet.\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := checked(t, tt.body, types+tt.text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// ENG-Q3: comparisons and what combines them, as texts of a filter.
func TestFiltersAreBuiltFromParts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"one-comparison", "{{$eq PartitionKey Sales}}", "PartitionKey eq 'Sales'"},
		{"an-apostrophe-is-doubled", "{{$ge LastName O'Neil}}", "LastName ge 'O''Neil'"},
		{"blanks-stand-in-quotes", `{{$eq Name "Jim O'Hara"}}`, "Name eq 'Jim O''Hara'"},
		{"a-number", "{{$lt Age 30 Int32}}", "Age lt 30"},
		{"a-long-number", "{{$gt Views 30 Int64}}", "Views gt 30L"},
		{"a-double", "{{$le Rate 2 Double}}", "Rate le 2.0"},
		{"a-time", "{{$ne Hired 2026-01-05T08:00:00Z DateTime}}", "Hired ne datetime'2026-01-05T08:00:00Z'"},
		{"a-truth", "{{$eq Active true Boolean}}", "Active eq true"},
		{"two", "{{$and ($eq A x) ($eq B y)}}", "(A eq 'x') and (B eq 'y')"},
		{"nested", "{{$and ($eq A x) ($or ($eq B y) ($not ($eq C z)))}}", "(A eq 'x') and ((B eq 'y') or (not (C eq 'z')))"},
		{"from-variables", "{{$and dept from}}", "(PartitionKey eq 'Sales') and (LastName ge 'B')"},
		{"a-parenthesis-in-a-value", `{{$and ($eq A ":)") ($eq B y)}}`, "(A eq ':)') and (B eq 'y')"},
		{"no-number", "{{$lt Age old Int32}}", "problem: `{{$lt Age old Int32}}`: \"old\" is not Int32."},
		{"no-property", "{{$lt 5 Age}}", "problem: `{{$lt 5 Age}}`: $lt needs the name of a property first, not \"5\"."},
		{"replace", "{{$replace sp=r&se=1 sp=r sp=raud}}", "sp=raud&se=1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := "@dept = {{$eq PartitionKey Sales}}\n@from = {{$ge LastName B}}\n###\nPOST /A\n\n" + tt.text + "\n"
			x, err := client.Start(script.Parse("test.http", text, nil), answering(""), client.Options{}).Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if x.Problem != nil {
				got = "problem: " + x.Problem.Message
			} else {
				got = x.Wire[0].Request.Body
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
