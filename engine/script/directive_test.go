package script_test

import (
	"slices"
	"strings"
	"testing"

	"rowkey/engine/explain"
	"rowkey/engine/script"
)

// meta returns what the lines above a request say.
func meta(t *testing.T, lines string) *script.Meta {
	t.Helper()
	s := script.Parse("a.http", lines+"\nPOST /A\n\n{}\n", nil)
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return &s.Blocks[0].Meta
}

func TestSleepsAreAddedUpToTheLongestRun(t *testing.T) {
	if m := meta(t, "# @sleep 5\n# @sleep 7"); m.Sleep.Milliseconds() != 12 {
		t.Errorf("5 and 7 are %v", m.Sleep)
	}
	if m := meta(t, strings.Repeat("# @sleep 31622400000\n", 400)); m.Sleep != script.Longest {
		t.Errorf("400 years are %v, want %v", m.Sleep, script.Longest)
	}
}

func TestFaultsEndAtAHundred(t *testing.T) {
	for lines, want := range map[string]int{"# @fault lost 99": 99, "# @fault lost 60\n# @fault timeout 60": 100,
		"# @fault throttle\n# @fault crash after": 2} {
		if m := meta(t, lines); len(m.Client.Faults) != want {
			t.Errorf("%s: %d faults, want %d", lines, len(m.Client.Faults), want)
		}
	}
}

func TestTheLastSplitOfALoopNamesTheSeparator(t *testing.T) {
	for line, want := range map[string][2]string{
		"a,b split ,":           {"a,b", ","},
		"split it split or not": {"split it", "or not"},
		"a split b split ;":     {"a split b", ";"},
		`a split \n`:            {"a", "\n"},
	} {
		e := meta(t, "# @loop each "+line).Client.Each
		if len(e.Text) != 1 || e.Text[0].Text != want[0] || e.Separator != want[1] {
			t.Errorf("%s: %+v, want %q", line, e, want)
		}
	}
}

func TestAPropertyMayBeCalledDemo(t *testing.T) {
	for line, want := range map[string]bool{"k properties demo": false, "k properties a demo": true,
		"k properties a,demo": false} {
		e := meta(t, "# @encrypt "+line).Encryptions
		if len(e) != 1 || e[0].Demo != want || len(e[0].Names) == 0 {
			t.Errorf("%s: %+v, want a demonstration: %v", line, e, want)
		}
	}
}

func TestABatchGoesOnBehindABlockWithoutRequest(t *testing.T) {
	const put = "# @batch b\nPUT /A(PartitionKey='p',RowKey='r')\n\n{}\n"
	for between, want := range map[string]int{"": 1, "# just a remark\n###\n": 1, "GET /A\n###\n": 3,
		"# ?? run requests == 1\n###\n": 3} {
		s := script.Parse("a.http", put+"###\n"+between+strings.Replace(put, "'r'", "'s'", 1), nil)
		if len(s.Units) != want {
			t.Errorf("%q between two operations: %d units, want %d", between, len(s.Units), want)
		}
	}
}

func TestAHelperTakesAsManyArgumentsAsItSays(t *testing.T) {
	for call, want := range map[string]bool{
		"$guid": true, "$guid 1": false, "$lower a": true, "$lower a b": false, "$lower": false, "$pad 1 2": true,
		"$pad 1": false, "$pad 1 2 3": false,
		"$timestamp 1 d": true, "$timestamp 1 d 2": false, "$pick 1 a": true, "$pick 1": false, "$pick 1 a b c d": true,
	} {
		if err := script.Parse("a.http", "GET /A?x={{"+call+"}}\n", nil).Err(); (err == nil) != want {
			t.Errorf("{{%s}}: %v, want it to be read: %v", call, err, want)
		}
	}
}

func TestTheKeyOfAnOperationIsInItsAddressOrItsBody(t *testing.T) {
	for text, want := range map[[2]string]explain.Key{
		{"/A(PartitionKey='p',RowKey='r')", ""}:                     {Partition: "p", Row: "r"},
		{"/A(RowKey='r',PartitionKey='p')", ""}:                     {Partition: "p", Row: "r"},
		{"/A(PartitionKey='it''s',RowKey='%C3%A9')", ""}:            {Partition: "it's", Row: "é"},
		{"/A(PartitionKey='',RowKey='''')", ""}:                     {Row: "'"},
		{"/A", `{"PartitionKey":"p","RowKey":"r"}`}:                 {Partition: "p", Row: "r"},
		{"/A(PartitionKey='p',RowKey='r')", `{"PartitionKey":"x"}`}: {Partition: "p", Row: "r"},
		{"/A(PartitionKey=p,RowKey=r)", `{"PartitionKey":"x"}`}:     {},
	} {
		if got := script.KeyOf(text[0], text[1]); got != want {
			t.Errorf("%s %s: %+v, want %+v", text[0], text[1], got, want)
		}
	}
}

func TestEveryTypographicQuoteOfAnAddressIsReplaced(t *testing.T) {
	for _, quote := range "‘’‚‛“”„‟" {
		found := 0
		for _, d := range script.Parse("a.http", "GET /A(PartitionKey="+string(quote)+"a',RowKey='b')\n", nil).Diagnostics {
			if d.Replacement != nil && *d.Replacement == "'" {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%q is replaced %d times", quote, found)
		}
	}
}

func TestMistakesInADesignAreReportedWhileTyping(t *testing.T) {
	for text, want := range map[string]string{
		"# @keys {dept}\n":                   "two keys",
		"# @keys {dept | {id}\n":             "without its",
		"# @keys a | b | c | d | e\n":        "too many parts",
		"# @keys {a} | include a\n":          "`include a` is where the RowKey should be",
		"# @keys include a | {b}\n":          "`include a` is where the PartitionKey should be",
		"# @workload nothing\n":              "no workload",
		"# ?? answer design by-id raed == 1": "Did you mean",
		"# ?? answer design == 1":            "needs the name",
	} {
		s := script.Parse("start.http", text, nil)
		if err := s.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

// The lines of a sheet of the design workbench, and the longer lines of its designs, mean nothing to a script.
func TestASheetIsLeftToTheWorkbench(t *testing.T) {
	lines := "# @entity order, 1000/day\n# @ask all, order\n# @do place, insert order\n\n### A\n" +
		"# @keys {a} | {b} | T | of order | kept queue | list\n"
	if s := script.Parse("a.http", "### S\n# @sheet s\n"+lines, nil); len(s.Diagnostics) != 0 {
		t.Errorf("%+v", s.Diagnostics[0])
	}
	if s := script.Parse("a.http", lines, nil); len(s.Diagnostics) == 0 {
		t.Error("without a sheet, nothing is said about them")
	}
}

// types are declarations that the cases share.
const types = "# @type Employee LastName:String Age:Int32 Phone:String?\n" +
	"# @type Department DepartmentName:String EmployeeCount:Int32\n"

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
		{"a-rule-that-is-none", "# @encrypt k where Name like 'A'\nPOST /A\n\n{}\n", "the rule: The service cannot search"},
		{"a-rule-with-a-list", "# @encrypt k where Name in ('A','B')\nPOST /A\n\n{}\n",
			"the rule: There is no `in` operator. Write one comparison per value"},
		{"a-rule-of-a-space", "# @encrypt k where \u00a0\nPOST /A\n\n{}\n", "needs a filter"},
		{"no-key", "# @encrypt\nPOST /A\n\n{}\n", "@encrypt needs a key"},
		{"another-word", "# @encrypt k property A\nPOST /A\n\n{}\n", "Did you mean \"properties\"?"},
		{"a-read-encrypts-nothing", "# @encrypt k properties A\nGET /A\n", "POST or PUT"},
		{"a-merge-is-refused", "# @encrypt k properties A\nPATCH /A(PartitionKey='',RowKey='')\n\n{}\n",
			"@encrypt needs PUT, not a merge"},
		{"two-keys-are-refused", "# @encrypt k properties A\n# @encrypt l properties B\nPOST /A\n\n{}\n",
			"encrypted with one key"},
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

// A rule is a filter, so what is wrong with it has the same corrections.
func TestARuleIsCorrectedAsAFilterIs(t *testing.T) {
	t.Parallel()
	for rule, want := range map[string]string{
		"Name in ('A','B')":                    "(Name eq 'A' or Name eq 'B')",
		"RowKey like '9%'":                     "RowKey ge '9' and RowKey lt ':'",
		"Name = 'A' and PartitionKey eq \"B\"": "Name eq 'A' and PartitionKey eq 'B'",
	} {
		text := "# @encrypt k where " + rule + " demo\nPOST /A\n\n{}\n"
		d := script.Parse("test.http", text, nil).Diagnostics[0]
		if d.Replacement == nil {
			t.Errorf("%s has no correction, want %s", rule, want)
			continue
		}
		mended := text[:d.From] + *d.Replacement + text[d.To:]
		if !strings.Contains(mended, "where "+want+" demo") {
			t.Errorf("%s becomes %q, want %s", rule, mended, want)
		}
		for _, d := range script.Parse("test.http", mended, nil).Diagnostics {
			if d.Severity == script.SeverityError {
				t.Errorf("%s: %s", mended, d.Message)
			}
		}
	}
}

func TestEachKeysOfABlockIsAStore(t *testing.T) {
	t.Parallel()
	s := script.Parse("x.http", "### Copies\n# @keys {a} | {b}\n# @keys {b} | {a} | Other\n", nil)
	var lines []int
	for _, k := range s.Blocks[0].Meta.Keys {
		lines = append(lines, k.Line)
	}
	if !slices.Equal(lines, []int{2, 3}) {
		t.Errorf("stores on the lines %v, want 2 and 3", lines)
	}
}
