package engine_test

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rowkey/engine/client"
	"rowkey/engine/cluster"
	"rowkey/engine/control"
	"rowkey/engine/design"
	"rowkey/engine/explain"
	"rowkey/engine/load"
	"rowkey/engine/script"
	"rowkey/engine/table"
)

// mirrored are the types of the pages and the ones that they mirror.
var mirrored = map[string]any{
	"Problem": client.Problem{}, "Diagnostic": script.Diagnostic{}, "Block": script.Block{}, "Parsed": control.Parsed{},
	"Message": client.Message{}, "WirePair": client.Wire{}, "Check": client.Check{}, "Key": explain.Key{}, "Plan": control.Plan{},
	"Change": control.Change{}, "Rec": control.Record{}, "Op": client.Op{}, "Exchange": control.Exchange{}, "Counters": explain.Counters{},
	"KeyLine": table.KeyLine{}, "KeyLinePart": table.Part{}, "Started": control.Started{}, "Progressed": control.Progressed{},
	"Judged": client.BlockResult{}, "Judgement": client.Verdict{}, "TableInfo": control.TableInfo{}, "PartitionInfo": control.PartitionInfo{}, "ContainerInfo": control.ContainerInfo{},
	"EntityPage": control.EntityPage{}, "Typed": client.Typed{}, "Attempt": client.Attempt{},
	"Design": design.Report{}, "DesignCopy": design.CopyReport{}, "DesignPattern": design.PatternReport{},
	"Load": load.Report{}, "LoadPartition": load.Partition{}, "Heat": load.Heat{},
	"HeatRow": load.HeatRow{}, "LoadEvent": load.Event{}, "NodeMap": cluster.NodeMap{}, "ClusterNode": cluster.Node{},
	"NodeRange": cluster.Range{},
}

var (
	comments   = regexp.MustCompile(`//.*`)
	interfaces = regexp.MustCompile(`(?s)export interface (\w+) \{(.*?)\}`)
	members    = regexp.MustCompile(`(?:^|;)\s*(\w+)\??:`)
)

func TestThePagesKnowTheSameNames(t *testing.T) {
	text, err := typesOfThePages()
	if err != nil {
		t.Skip("the types of the pages are not there")
	}
	found := map[string][]string{}
	for _, m := range interfaces.FindAllStringSubmatch(comments.ReplaceAllString(string(text), ""), -1) {
		for _, name := range members.FindAllStringSubmatch(m[2], -1) {
			found[m[1]] = append(found[m[1]], name[1])
		}
	}
	for name, v := range mirrored {
		want := jsonNames(reflect.TypeOf(v))
		got := slices.Sorted(slices.Values(found[name]))
		if !slices.Equal(got, want) {
			t.Errorf("%s has %s in types.ts, want %s", name, strings.Join(got, " "), strings.Join(want, " "))
		}
	}
}

// jsonNames returns the names of the members that a type is written with, sorted.
func jsonNames(t reflect.Type) []string {
	var list []string
	for i := range t.NumField() {
		f := t.Field(i)
		switch name := f.Tag.Get("json"); {
		case f.Anonymous:
			list = append(list, jsonNames(f.Type.Elem())...)
		case name != "" && name != "-":
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// typesOfThePages returns the declarations of the pages, which stand in two files.
func typesOfThePages() (string, error) {
	var all strings.Builder
	for _, name := range []string{"types.ts", "types-run.ts"} {
		text, err := os.ReadFile("../site/app/engine/" + name)
		if err != nil {
			return "", err
		}
		all.Write(text)
	}
	return all.String(), nil
}
