package template_test

import (
	"slices"
	"strings"
	"testing"

	"rowkey/engine/template"
)

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "a", "{a}", "{a:-}", "{a:6}_{b:8.2}", "{a:4%}{b:3<}{c:50#}", "{at:-day}{c:low}", "{{a}}", "{a:1.}", "x}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, wrong, _ := template.Parse(text)
		if wrong != "" {
			return
		}
		var b strings.Builder
		for _, s := range list {
			b.WriteString(s.Text)
		}
		if b.String() != text {
			t.Errorf("the segments of %q are written %q", text, b.String())
		}
	})
}

func TestSegmentsAreReadWithTheirForms(t *testing.T) {
	const text = "a_{id}{id:6}{price:8.2}{at:-}{id:4%}{lat:500#}{name:3<}{name:low}{at:day}{at:-week}"
	want := []template.Segment{
		{Text: "a_"}, {Form: template.Plain, Text: "{id}", Attr: "id"},
		{Form: template.Padded, Text: "{id:6}", Attr: "id", N: 6},
		{Form: template.Decimal, Text: "{price:8.2}", Attr: "price", N: 8, Decimals: 2},
		{Form: template.Inverted, Text: "{at:-}", Attr: "at"},
		{Form: template.Bucket, Text: "{id:4%}", Attr: "id", N: 4},
		{Form: template.Band, Text: "{lat:500#}", Attr: "lat", N: 500},
		{Form: template.Beginning, Text: "{name:3<}", Attr: "name", N: 3},
		{Form: template.Lower, Text: "{name:low}", Attr: "name"},
		{Form: template.Period, Text: "{at:day}", Attr: "at", Unit: "day"},
		{Form: template.PeriodDown, Text: "{at:-week}", Attr: "at", Unit: "week"},
	}
	if got, wrong, where := template.Parse(text); wrong != "" || !slices.Equal(got, want) {
		t.Errorf("Parse = %+v, %s %s", got, wrong, where)
	}
}

func TestWhatIsWrongWithATemplateIsNamed(t *testing.T) {
	for text, want := range map[string]template.Code{
		"a}": template.Close, "{a": template.Open, "{}": template.Attr, "{:6}": template.Attr, "{a{b}}": template.Attr,
		"{a:}":  template.Shape,
		"{a:0}": template.Shape, "{a:65}": template.Shape, "{a:06}": template.Shape, "{a:2.2}": template.Shape,
		"{a:%}": template.Shape, "{a:#}": template.Shape, "{a:10001#}": template.Shape, "{a:-year}": template.Shape,
	} {
		if _, wrong, where := template.Parse(text); wrong != want || where == "" {
			t.Errorf("Parse(%q) says %q of %q, want %q", text, wrong, where, want)
		}
	}
}
