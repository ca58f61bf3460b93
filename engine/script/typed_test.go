package script_test

import (
	"strings"
	"testing"

	"rowkey/engine/script"
)

// types are declarations that the cases share.
const types = "# @type Employee LastName:String Age:Int32 Phone:String?\n# @type Department DepartmentName:String EmployeeCount:Int32\n"

func TestTypesThatCannotBeReadAreErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"no-name", "# @type\n", "@type needs a name"},
		{"no-type", "# @type A B\n", "declared as Name:Type"},
		{"a-type-that-is-none", "# @type A B:Strng\n", "there is no type \"Strng\". Did you mean \"String\"?"},
		{"twice", "# @type A B:String B:Int32\n", "`B` is already declared"},
		{"two-of-one-name", "# @type A B:String\n# @type A B:String\n", "the @type A is already declared"},
		{"an-unknown-type", types + "###\n# @as Employe\nGET /A\n", "there is no @type Employe."},
		{"a-resolver-without-cases", "# @resolve Kind\nGET /A\n", "@resolve needs a property"},
		{"a-case-without-type", types + "# @resolve Kind x=\nGET /A\n", "write value=TYPE"},
		{"two-views", types + "# @as Employee\n# @as Department\nGET /A\n", "one @as or @resolve"},
		{"a-view-of-a-write", types + "# @as Employee\nPOST /A\n\n{}\n", "need a GET"},
		{"a-query-that-is-none", "GET /A\n\n# ?? type .x == 1\n", "after `type` comes"},
		{"json-without-its-end", "GET /A\n\n# ?? body json(A == 1\n", "after `json(` comes"},
		{"xml-without-an-element", "GET /A\n\n# ?? body xml(A).b == 1\n", "name of an element"},
		{"a-key-cannot-be-encrypted", "# @encrypt k properties RowKey\nPOST /A\n\n{}\n", "RowKey is never encrypted"},
		{"a-rule-about-a-value", "# @encrypt k where Salary gt 5\nPOST /A\n\n{}\n", "not Salary"},
		{"a-rule-that-is-none", "# @encrypt k where Name like 'A'\nPOST /A\n\n{}\n", "the rule"},
		{"no-key", "# @encrypt\nPOST /A\n\n{}\n", "@encrypt needs a key"},
		{"another-word", "# @encrypt k property A\nPOST /A\n\n{}\n", "Did you mean \"properties\"?"},
		{"a-read-encrypts-nothing", "# @encrypt k properties A\nGET /A\n", "POST or PUT"},
		{"a-merge-is-refused", "# @encrypt k properties A\nPATCH /A(PartitionKey='',RowKey='')\n\n{}\n", "@encrypt does not go with a merge"},
		{"two-keys-are-refused", "# @encrypt k properties A\n# @encrypt l properties B\nPOST /A\n\n{}\n", "encrypted with one key"},
		{"a-write-decrypts-nothing", "# @decrypt k\nPOST /A\n\n{}\n", "needs a GET"},
		{"a-value-without-name", "# @set\nGET /A\n", "@set needs a name"},
		{"a-helper-in-a-helper", "GET /A?$filter={{$and ($eq A) ($eq B 1)}}\n", "$eq takes 2 to 3 arguments"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var all []string
			for _, d := range script.Parse("test.http", tt.text, nil).Diagnostics {
				if d.Severity == script.SeverityError {
					all = append(all, d.Message)
				}
			}
			if got := strings.Join(all, "\n"); len(all) != 1 || !strings.Contains(got, tt.want) {
				t.Errorf("Parse(%q): errors %q, want one with %q", tt.text, got, tt.want)
			}
		})
	}
}
