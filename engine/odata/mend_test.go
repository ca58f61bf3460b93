package odata_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rowkey/engine/odata"
)

// mangles are what people do to a filter who know another language, or who were in a hurry.
var mangles = [][2]string{
	{" and ", " AND "}, {" and ", " && "}, {" and ", ", "}, {" and ", "and "}, {" and ", " "}, {" or ", " || "},
	{" or ", " OR"}, {" eq ", " = "}, {" eq ", "=="}, {" eq ", " EQ "}, {" eq ", " "}, {" eq ", " is "}, {" ge ", ">="},
	{" ge ", " between "}, {" ne ", " <> "}, {" eq ", " like "}, {" eq ", " in "}, {" eq ", " contains "}, {"'", "\""},
	{"'", "“"}, {"'", "”"}, {"'", "`"}, {"'", ""}, {"'", "''"}, {"'", "'s '"}, {"''", "'"}, {"(", ""}, {")", ""},
	{")", "))"},
	{"not ", "NOT "}, {"not ", "!"}, {"datetime'", "'"}, {"datetime'", ""}, {"guid'", ""}, {"guid'", "'"}, {"L", ""},
	{"Name", "Last Name"}, {"Sales", "Sales%"}, {"Age", "startswith(Name,'a') and Age"},
	{"Name", "Age in ('1', 2)"},
	{"5", "5 between 1 and 2"}, {"5", "null"}, {"5", "5;"}, {"Sales", "Sales, North"}, {"true", "True"}, {"' ", "'"},
}

var wholes = []string{
	"PartitionKey eq 'Sales' and Name eq 'Smith'",
	"PartitionKey eq 'Sales' and (RowKey ge '1' or not (Age ge 5000000000L)) and Name ne 'O''Brien'",
	"At ge datetime'2020-01-01T00:00:00Z' or Id eq guid'c9da6455-213d-42c9-9a79-3e9149a57833' or not (Name eq 'x')",
	"Age eq 5 or Age eq 5 or Active eq true",
}

// mangled returns a filter with some of these mistakes, each at a place of its own.
func mangled(r *rand.Rand) string {
	s := wholes[r.IntN(len(wholes))]
	for range 1 + r.IntN(3) {
		m := mangles[r.IntN(len(mangles))]
		if n := strings.Count(s, m[0]); n > 0 {
			parts := strings.SplitN(s, m[0], 2+r.IntN(n))
			last := len(parts) - 1
			s = strings.Join(parts[:last], m[0]) + m[1] + parts[last]
		}
	}
	return s
}

func TestWhatIsOfferedForAMangledFilterIsAFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	mended, refused := 0, 0
	for range 20_000 {
		filter := mangled(r)
		_, err := odata.Parse(filter)
		if err == nil {
			continue
		}
		refused++
		pos, end, with, ok := odata.Mend(filter, syntaxError(t, err))
		if !ok {
			continue
		}
		mended++
		if _, err := odata.Parse(filter[:pos] + with + filter[end:]); err != nil {
			t.Fatalf("Mend(%q) = %d, %d, %q, which is no filter: %v", filter, pos, end, with, err)
		}
	}
	if mended < refused/4 {
		t.Errorf("%d of %d mangled filters are mended", mended, refused)
	}
}

func TestAllMistakesOfAFilterAreMendedAtOnce(t *testing.T) {
	for _, test := range [][2]string{
		{"a = 5 && b <> 'x'", "a eq 5 and b ne 'x'"},
		{"PartitionKey eq 'Sales', LastName eq 'Smith', Age > 30",
			"PartitionKey eq 'Sales' and LastName eq 'Smith' and Age gt 30"},
		{"RowKey = 5 AND a = 1", "RowKey eq '5' and a eq 1"},
		{"a eq 'Rock'n'Roll'", "a eq 'Rock''n''Roll'"},
		{"a = 5 and length(b) eq 1", ""},
		{"a eq 'O'Brien', b eq 1", "a eq 'O''Brien' and b eq 1"},
		{"a eq 'x', 'y'", ""},
		{"a gt 4,2", "a gt 4.2"},
		{"a gt -0,5 and b eq 1,000", "a gt -0.5 and b eq 1000"},
		{"(a lt 1,234,567.5)", "(a lt 1234567.5)"},
		{"a lt 1.234,5, b eq 'x'", "a lt 1234.5 and b eq 'x'"},
		{"a eq 1,000, b eq 0,125", "a eq 1000 and b eq 0.125"},
		{"a eq 1,2,3", ""},
		{"PartitionKey eq 'Sales and LastName eq 'Smith'", "PartitionKey eq 'Sales' and LastName eq 'Smith'"},
		{"PartitionKey eq Sales' and LastName eq 'Smith'", "PartitionKey eq 'Sales' and LastName eq 'Smith'"},
		{"a eq 'x AND b > 5", "a eq 'x' and b gt 5"},
		{"a eq 'x or b like 'y%'", "a eq 'x' or b ge 'y' and b lt 'z'"},
		{"a ge datetime'2020-01-01T00:00:00Z and b eq 'x'", "a ge datetime'2020-01-01T00:00:00Z' and b eq 'x'"},
		{"a eq 1,b eq 2", "a eq 1 and b eq 2"},
	} {
		_, err := odata.Parse(test[0])
		pos, end, with, ok := odata.Mend(test[0], syntaxError(t, err))
		got := ""
		if ok {
			got = test[0][:pos] + with + test[0][end:]
		}
		if got != test[1] {
			t.Errorf("Mend(%q) gives %q, want %q", test[0], got, test[1])
		}
	}
}

func ExampleMend() {
	filter := `Department = "Sales", Age BETWEEN 20 AND 30`
	_, err := odata.Parse(filter)
	pos, end, with, _ := odata.Mend(filter, err.(*odata.SyntaxError))
	fmt.Println(filter[:pos] + with + filter[end:])
	// Output: Department eq 'Sales' and Age ge 20 and Age le 30
}
