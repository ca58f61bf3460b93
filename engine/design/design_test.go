package design_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"rowkey/engine/design"
)

const staff = `{"entities":{"count":500,"seed":7,"attributes":{
 "dept":{"pick":["Sales","Marketing","Support"],"weights":[60,30,10]},
 "id":{"number":6},
 "lastName":{"words":"last"},
 "email":{"format":"{lastName}.{id}@contoso.com","lower":true},
 "day":{"clock":[1,60]}}},
"patterns":[
 {"name":"by number","share":60,"known":["dept","id"],"budget":{"read":1,"requests":1}},
 {"name":"by e-mail","share":30,"known":["dept","email"],"budget":{"read":1}},
 {"name":"by last name","share":5,"known":["dept","lastName"]},
 {"name":"newest ten","share":5,"known":["dept"],"order":"-day","top":10,"budget":{"read":10}},
 {"name":"last week","share":1,"known":["dept"],"between":{"attribute":"day","span":7}},
 {"name":"hire","share":2,"write":"insert","budget":{"transactions":1}},
 {"name":"rename","share":2,"write":"update","known":["dept","id"],"sets":"email"},
 {"name":"purge","share":1,"write":"delete","known":["day"]}]}`

func copyOf(t testing.TB, keys string) design.Copy {
	t.Helper()
	parts := strings.Split(keys, "|")
	var c design.Copy
	to := []*design.Template{&c.Partition, &c.Row, &c.Table}
	c.Table, _ = design.ParseTemplate("Main")
	for i, p := range parts {
		if i == 3 {
			c.Include = strings.Split(strings.TrimSpace(p), ",")
			break
		}
		parsed, err := design.ParseTemplate(strings.TrimSpace(p))
		if err != nil {
			t.Fatal(err)
		}
		*to[i] = parsed
	}
	return c
}

func judge(t *testing.T, keys ...string) (*design.Report, error) {
	t.Helper()
	w, err := design.ParseWorkload(staff)
	if err != nil {
		t.Fatal(err)
	}
	var copies []design.Copy
	for _, k := range keys {
		copies = append(copies, copyOf(t, k))
	}
	return design.Judge(context.Background(), w, copies)
}

func pattern(t *testing.T, r *design.Report, name string) design.PatternReport {
	t.Helper()
	for _, p := range r.Patterns {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no pattern %q", name)
	return design.PatternReport{}
}

// ENG-V5, ENG-V4: the same workload tells what each design costs.
func TestADesignIsJudgedByWhatItsRequestsCost(t *testing.T) {
	tests := []struct {
		name, pattern string
		keys          []string
		class         string
		read          int
		requests      int
		transactions  int
	}{
		{"both-keys-known-is-a-point", "by number", []string{"{dept}|{id}"}, "point", 1, 1, 1},
		{"a-property-is-a-partition-scan", "by e-mail", []string{"{dept}|{id}"}, "partitionScan", 290, 1, 1},
		{"an-index-copy-answers", "by e-mail", []string{"{dept}|{id}", "{dept}|email_{email}"}, "point", 1, 1, 1},
		{"a-short-copy-needs-a-second-request", "by e-mail",
			[]string{"{dept}|{id}", "{dept}|email_{email}|Main|id"}, "point", 2, 2, 2},
		{"a-known-prefix-is-a-range", "by last name", []string{"{dept}|{lastName}_{id}"}, "rowRange", 17, 1, 1},
		{"an-unknown-partition-is-a-table-scan", "by last name", []string{"{id}|x"}, "tableScan", 500, 1, 1},
		{"an-inverted-day-is-a-log-tail", "newest ten", []string{"{dept}|{day:-}_{id}"}, "partitionScan", 10, 1, 1},
		{"an-upward-day-reads-everything", "newest ten", []string{"{dept}|{day:2}_{id}"}, "partitionScan", 290, 1, 1},
		{"buckets-spread-a-question", "by last name", []string{"{dept}_{id:4%}|{lastName}_{id}"}, "rowRange", 17, 4, 4},
		{"a-range-of-days-is-a-range-of-rows", "last week", []string{"{dept}|{day:3}_{id}"}, "rowRange", 42, 1, 1},
		{"two-copies-in-one-partition-are-one-transaction", "hire",
			[]string{"{dept}|{id}", "{dept}|email_{email}"}, "", 0, 1, 1},
		{"two-copies-in-two-partitions-are-a-workflow-with-a-queue", "hire", []string{"{dept}|{id}", "email_{dept}|{email}"}, "", 0, 5, 5},
		{"a-table-a-day-goes-at-once", "purge", []string{"{dept}|{id}|Log{day:3}"}, "", 0, 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := judge(t, tt.keys...)
			if err != nil {
				t.Fatal(err)
			}
			p := pattern(t, r, tt.pattern)
			if p.Class != tt.class || p.P99.Read != tt.read || p.P99.Requests != tt.requests || p.P99.Transactions != tt.transactions {
				t.Errorf("got %+v", p)
			}
		})
	}
}

func TestDeletingOneDayFromOneTableReadsItAllAndWritesEachPartition(t *testing.T) {
	r, err := judge(t, "{dept}|{id}")
	if err != nil {
		t.Fatal(err)
	}
	if p := pattern(t, r, "purge"); p.Class != "tableScan" || p.P99.Read != 500 || p.P99.Transactions < 2 || p.Said != "" {
		t.Errorf("got %+v", p)
	}
}

func TestTheBusiestPartitionIsTheOneThatMostCallsTouch(t *testing.T) {
	one, err := judge(t, "all|{id}")
	if err != nil {
		t.Fatal(err)
	}
	byDepartment, err := judge(t, "{dept}|{id}")
	if err != nil {
		t.Fatal(err)
	}
	if one.Hottest != 108 || one.HottestPartition != "all" {
		t.Errorf("everything in one partition: %d %s", one.Hottest, one.HottestPartition)
	}
	if h := byDepartment.Hottest; h < 50 || h > 70 || byDepartment.HottestPartition != "Sales" {
		t.Errorf("by department: %d %s", h, byDepartment.HottestPartition)
	}
}

func TestTheSameDesignGetsTheSameReport(t *testing.T) {
	a, _ := judge(t, "{dept}|{id}", "{dept}|email_{email}")
	b, _ := judge(t, "{dept}|{id}", "{dept}|email_{email}")
	if a.Hottest != b.Hottest || a.Bytes != b.Bytes || a.Transactions != b.Transactions || a.Ratio < 150 || a.Ratio > 250 {
		t.Errorf("%+v\n%+v", a, b)
	}
}

func TestADesignThatCannotBeStoredIsAProblemWithItsReason(t *testing.T) {
	tests := []struct{ name, keys, want string }{
		{"keys-that-two-entities-share", "{dept}|{lastName}", "two entities would have the keys"},
		{"an-attribute-that-is-not-there", "{dept}|{number}", `has no "number"`},
		{"a-character-that-keys-do-not-take", "{dept}|a/{id}", "a/000001"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := judge(t, tt.keys)
			var p *design.Problem
			if !errors.As(err, &p) || !strings.Contains(p.Error(), tt.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestAMistakeInATemplateIsReported(t *testing.T) {
	for _, text := range []string{"{dept", "dept}", "{dept:x}", "{dept:0}", "{dept:999}"} {
		if _, err := design.ParseTemplate(text); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
}

func TestAMistakeInAWorkloadIsReported(t *testing.T) {
	for _, text := range []string{`{`, `{}`, `{"entities":{"count":3}}`,
		`{"entities":{"count":3,"attributes":{"a":{}}},"patterns":[{"name":"x"}]}`,
		`{"entities":{"count":3,"attributes":{"a":{"number":3}}},"patterns":[{"name":"x","known":["b"]}]}`,
		`{"entities":{"count":3,"attributes":{"a":{"number":3}}},"patterns":[{"name":"x","write":"burn"}]}`} {
		if _, err := design.ParseWorkload(text); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
}

func FuzzParseTemplate(f *testing.F) {
	f.Add("{dept}|{id:6}_x{day:-}{a:4%}")
	f.Add("{}{:}")
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := design.ParseTemplate(text); err == nil && p.String() != text {
			t.Errorf("%q became %q", text, p.String())
		}
	})
}

func TestTheFirstRowsOfASharedPartitionAreNotThoseOfACopy(t *testing.T) {
	shared, err := judge(t, "{dept}|{id}", "{dept}|{day:-}_{id}")
	if err != nil {
		t.Fatal(err)
	}
	apart, err := judge(t, "{dept}|{id}", "{dept}|new_{day:-}_{id}")
	if err != nil {
		t.Fatal(err)
	}
	if got := pattern(t, shared, "newest ten"); got.P99.Read < 100 {
		t.Errorf("without a prefix the newest ten cost %d reads, want the partition", got.P99.Read)
	}
	if got := pattern(t, apart, "newest ten"); got.P99.Read != 10 {
		t.Errorf("behind a prefix the newest ten cost %d reads, want 10", got.P99.Read)
	}
}

// workload has attributes of its own, and one pattern, which knows all of them but those of a format.
func workload(attributes, pattern string) string {
	return `{"entities":{"count":40,"seed":7,"attributes":{` + attributes + `,"id":{"number":6}}},"patterns":[` + pattern + `]}`
}

// Bug 10 of the reading: weights of 0 divided by zero.
func TestNumbersThatMakeNoSenseAreRefused(t *testing.T) {
	t.Parallel()
	const plain = `{"name":"p","known":["id"]}`
	for name, text := range map[string]string{
		"weights-of-0":                 workload(`"a":{"pick":["x","y"],"weights":[0,0]}`, plain),
		"a-negative-weight":            workload(`"a":{"pick":["x","y"],"weights":[3,-1]}`, plain),
		"a-negative-sum":               workload(`"a":{"pick":["x","y"],"weights":[-3,1]}`, plain),
		"a-sum-that-overflows":         workload(`"a":{"pick":["x","y"],"weights":[9223372036854775807,1]}`, plain),
		"too-few-weights":              workload(`"a":{"pick":["x","y"],"weights":[1]}`, plain),
		"a-range-without-end":          workload(`"a":{"range":[1]}`, plain),
		"a-range-beyond-int32":         workload(`"a":{"range":[1,2147483648]}`, plain),
		"a-clock-beyond-int64":         workload(`"a":{"clock":[1,9223372036854775807]}`, plain),
		"a-number-of-a-million-digits": workload(`"a":{"number":1000000000000}`, plain),
		"shares-that-overflow":         workload(`"a":{"number":6}`, `{"name":"p","share":2305843009213693952,"known":["id"]}`),
		"a-span-that-overflows":        workload(`"a":{"range":[1,9]}`, `{"name":"p","known":["id"],"between":{"attribute":"a","span":9223372036854775807}}`),
		"a-count-of-none":              strings.Replace(workload(`"a":{"number":6}`, plain), "40", "0", 1),
	} {
		if _, err := design.ParseWorkload(text); err == nil {
			t.Errorf("%s: the workload is taken", name)
		}
	}
}

// Bug 12 of the reading: "Mü" and "Mö" were one partition, named with half a character.
func TestAPrefixAndPaddingCountCharacters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		keys, hottest string
		partitions    int
	}{{"{name:2<}|{id}", "Mö", 2}, {"{name:1<}|{id}", "M", 1}, {"{name:64<}|{id}", "Möller", 2}, {"{name:8}|{id}", "00Möller", 2}} {
		w, err := design.ParseWorkload(workload(`"name":{"pick":["Müller","Möller","Möller"]}`, `{"name":"p","known":["name","id"]}`))
		if err != nil {
			t.Fatal(err)
		}
		r, err := design.Judge(context.Background(), w, []design.Copy{copyOf(t, tt.keys)})
		if err != nil {
			t.Fatal(err)
		}
		if r.Copies[0].Partitions != tt.partitions || r.HottestPartition != tt.hottest {
			t.Errorf("%s: %d partitions, %q the hottest, want %d and %q", tt.keys, r.Copies[0].Partitions, r.HottestPartition, tt.partitions, tt.hottest)
		}
	}
}

// A question about a partition that is only partly known reads everything in it, and nothing else.
func TestABeginningThatEndsWithAnyCharacterFindsItsPartitions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ dept, other string }{
		{"Zoë", "Zoï"}, {"Büro", "Bürp"}, {"😀", "😂"}, {"x\\ud7ff", "x\\ue000"}, {"x\\uffff", "y"}, {"\\uffff", "y"},
	} {
		w, err := design.ParseWorkload(workload(`"dept":{"pick":["`+tt.dept+`","`+tt.other+`"]}`, `{"name":"p","known":["dept"]}`))
		if err != nil {
			t.Fatal(err)
		}
		r, err := design.Judge(context.Background(), w, []design.Copy{copyOf(t, "{dept}{id}|{dept}")})
		if err != nil {
			t.Fatal(err)
		}
		if p := r.Patterns[0]; p.Said != "" || p.P99.Returned == 0 || p.P99.Read != p.P99.Returned {
			t.Errorf("%q: %+v", tt.dept, p)
		}
	}
}
