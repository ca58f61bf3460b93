package script_test

import (
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
	for lines, want := range map[string]int{"# @fault lost 99": 99, "# @fault lost 60\n# @fault timeout 60": 100, "# @fault throttle\n# @fault crash after": 2} {
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
	for line, want := range map[string]bool{"k properties demo": false, "k properties a demo": true, "k properties a,demo": false} {
		e := meta(t, "# @encrypt "+line).Encryptions
		if len(e) != 1 || e[0].Demo != want || len(e[0].Names) == 0 {
			t.Errorf("%s: %+v, want a demonstration: %v", line, e, want)
		}
	}
}

func TestABatchGoesOnBehindABlockWithoutRequest(t *testing.T) {
	const put = "# @batch b\nPUT /A(PartitionKey='p',RowKey='r')\n\n{}\n"
	for between, want := range map[string]int{"": 1, "# just a remark\n###\n": 1, "GET /A\n###\n": 3, "# ?? run requests == 1\n###\n": 3} {
		s := script.Parse("a.http", put+"###\n"+between+strings.Replace(put, "'r'", "'s'", 1), nil)
		if len(s.Units) != want {
			t.Errorf("%q between two operations: %d units, want %d", between, len(s.Units), want)
		}
	}
}

func TestAHelperTakesAsManyArgumentsAsItSays(t *testing.T) {
	for call, want := range map[string]bool{
		"$guid": true, "$guid 1": false, "$lower a": true, "$lower a b": false, "$lower": false, "$pad 1 2": true, "$pad 1": false, "$pad 1 2 3": false,
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
