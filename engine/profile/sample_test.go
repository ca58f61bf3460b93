package profile_test

import (
	"strings"
	"testing"

	"rowkey/engine/jsontext"
	"rowkey/engine/profile"
)

func TestTheSampleHasWholeGroups(t *testing.T) {
	t.Parallel()
	for _, rows := range []int{5_000, 60_000} {
		text, want := readings(rows, 7)
		p := profileOf(t, "a.csv", text, slice)
		sampled := p.Report(false).Sample
		lines := strings.Split(strings.TrimSpace(string(p.AppendSample(nil))), "\n")
		if sampled.Rows == 0 || len(lines) != sampled.Rows || sampled.Rows > 20_000 {
			t.Fatalf("%d rows: the sample has %d lines, and says %+v", rows, len(lines), sampled)
		}
		counts := map[string]int{}
		for _, line := range lines {
			o, err := jsontext.ReadObject(line)
			if err != nil {
				t.Fatal(err)
			}
			counts[o.Text(sampled.Column)]++
		}
		if len(counts) != sampled.Groups || sampled.Column != "customer" {
			t.Errorf("%d groups of %s, want %d of customer", len(counts), sampled.Column, sampled.Groups)
		}
		for name, n := range counts {
			if n != want.customers[name] {
				t.Errorf("%s has %d rows in the sample, %d in the file", name, n, want.customers[name])
			}
		}
	}
}

// What a profile says without being asked for values holds none.
func TestNoValueLeavesTheProfile(t *testing.T) {
	t.Parallel()
	secret := "sesame"
	var b strings.Builder
	b.WriteString("PartitionKey,RowKey,who,n\n")
	for i := range 400 {
		b.WriteString(secret + string(rune('a'+i%20)) + "," + secret + strings.Repeat("x", i) + "," + secret +
			string(rune('a'+i%3)) + ",98765\n")
	}
	p := profileOf(t, "a.csv", b.String(), slice)
	partitions, err := p.Partitions([]string{"who"}, false)
	if err != nil {
		t.Fatal(err)
	}
	filled := p.Fill(profile.Choices{Filters: "who eq '" + secret + "a'\nn gt 98765"})
	for what, v := range map[string]any{
		"report": p.Report(false), "partitions": partitions, "sheet": sheetText(t, filled),
	} {
		if text := string(jsontext.Append(nil, v)); strings.Contains(text, secret) || strings.Contains(text, "98765") {
			t.Errorf("the %s holds a value: %s", what, text)
		}
	}
	if text := string(jsontext.Append(nil, p.Report(true))); !strings.Contains(text, secret) {
		t.Error("a report with values holds none")
	}
}
