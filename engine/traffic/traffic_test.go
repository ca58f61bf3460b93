package traffic_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"rowkey/engine/datacentre"
	"rowkey/engine/plan"
	"rowkey/engine/sheet"
	"rowkey/engine/traffic"
)

// sheets reads the archetypes.
func sheets(t *testing.T) map[string]*sheet.Sheet {
	t.Helper()
	files, err := filepath.Glob("../plan/testdata/*.http")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	all := map[string]*sheet.Sheet{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, messages := sheet.Parse(string(text))
		if sheet.Failed(messages) {
			t.Fatal(file, messages)
		}
		all[filepath.Base(file)] = s
	}
	return all
}

// The map of a sheet has the busiest partition that the workbench calculates, with the same load.
func TestTheBusiestPartitionIsThatOfThePlan(t *testing.T) {
	t.Parallel()
	p := datacentre.Defaults()
	p.ServerCapacity = 1e9 // only partitions refuse
	for name, s := range sheets(t) {
		for i, d := range plan.Judge(s) {
			parts, ok := traffic.Parts(s, i, 1)
			if !d.Valid {
				continue
			}
			if !ok {
				t.Errorf("%s, %s: no load", name, d.Name)
				continue
			}
			l := datacentre.DefaultLoad()
			l.Parts, l.Seconds, l.Retry.Policy = parts, 20, datacentre.NoRetry
			if m := datacentre.Check(&p, &l); len(m) > 0 {
				t.Errorf("%s, %s: %+v", name, d.Name, m)
				continue
			}
			run := datacentre.New(p, l, datacentre.Options{})
			for !run.Step(datacentre.Slice).Done {
			}
			r := run.Report()
			got, want := r.Busiest[0].Units, d.Facts.Hottest.Rate.V
			if math.Abs(got-want) > 0.02*want+0.01 {
				t.Errorf("%s, %s: busiest %f (%s), want %f (%s)", name, d.Name, got, r.Busiest[0].Key, want, d.Facts.Hottest.Key)
			}
			if got, want := r.Totals.Asked/20, d.Facts.Account.Rate.V; math.Abs(got-want) > 0.001*want+0.01 {
				t.Errorf("%s, %s: %f a second, want %f", name, d.Name, got, want)
			}
		}
	}
}
