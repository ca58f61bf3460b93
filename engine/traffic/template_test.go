package traffic_test

import (
	"testing"

	"rowkey/engine/datacentre"
	"rowkey/engine/traffic"
)

func TestAReadersOwnTemplateIsALoad(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		keys       string
		attributes []string
		refused    bool // 5,000 requests a second are too many for one partition
		partitions int
	}{
		{"{customer}", []string{"customer, text 8, 10000 values"}, false, 10_000},
		{"{customer}", []string{"customer, text 8, 10000 values, zipf 1.5"}, false, 10_000},
		{"{customer}", []string{"customer, text 8, 10000 values, largest 90 %"}, true, 10_000},
		{"{at:day}", []string{"at, time"}, true, 1},
		{"log_{at:minute}", []string{"at, time"}, true, 10},
		{"{customer:16%}_{at:minute}", []string{"customer, text 8, 10000 values", "at, time"}, false, 160},
	} {
		own := traffic.Template{Keys: c.keys, Attributes: c.attributes, Rate: 5000, Writes: 50}
		parts, messages := own.Parts()
		if len(parts) == 0 {
			t.Errorf("%s: %+v\n%s", c.keys, messages, own.Text())
			continue
		}
		l := datacentre.DefaultLoad()
		l.Parts = parts
		run := datacentre.New(datacentre.Defaults(), l, datacentre.Options{})
		for !run.Step(datacentre.Slice).Done {
		}
		r := run.Report()
		if (r.Totals.Refused > 0.1*r.Totals.Asked) != c.refused || r.Partitions != c.partitions || r.Totals.Asked < 600*4900 {
			t.Errorf("%s of %v: %+v, %d partitions\n%+v", c.keys, c.attributes, r.Totals, r.Partitions, r.Busiest[0])
		}
	}
}

func TestAMistakeInATemplateIsNamed(t *testing.T) {
	t.Parallel()
	for _, own := range []traffic.Template{
		{Keys: "{customer", Attributes: []string{"customer, text 8"}, Rate: 1},
		{Keys: "{nobody}", Attributes: []string{"customer, text 8"}, Rate: 1},
		{Keys: "{customer}", Attributes: []string{"customer, verse 8"}, Rate: 1},
		{Keys: "{customer}\n# @keys x | y", Attributes: []string{"customer, text 8"}, Rate: 1},
	} {
		if parts, _ := own.Parts(); parts != nil {
			t.Errorf("%q: %+v", own.Keys, parts)
		}
	}
}
