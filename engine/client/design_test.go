package client_test

import (
	"context"
	"strings"
	"testing"

	"rowkey/engine/client"
	"rowkey/engine/script"
)

const staff = `{"entities":{"count":200,"seed":1,"attributes":{
	"dept":{"pick":["Sales","Marketing"]},"id":{"number":6},"email":{"format":"p{id}@contoso.com"}}},
	"patterns":[{"name":"by number","share":60,"known":["dept","id"],"budget":{"read":1}},
		{"name":"by e-mail","share":40,"known":["dept","email"],"budget":{"read":1,"requests":1}}]}`

func runDesign(t *testing.T, text string) (*script.Script, *client.Session, *client.Exchange) {
	t.Helper()
	s := script.Parse("start.http", text, func(name string) (string, bool) {
		return staff, name == "workload-staff.json"
	})
	run := client.Start(s, &echo{}, client.Options{})
	x, err := run.Next(context.Background())
	if err != nil && len(s.Diagnostics) == 0 {
		t.Fatal(err)
	}
	return s, run, x
}

// ENG-V5: a workload and a choice of keys tell what the calls will cost.
func TestAWorkloadJudgesTheKeysOfTheScript(t *testing.T) {
	s, run, x := runDesign(t, "### Staff\n# @keys {dept} | {id}\n# @workload staff\n\n# ?? design by-number read == 1\n"+
		"# ?? design by-e-mail read == 98\n# ?? design by-e-mail read typical == 1\n"+
		"# ?? design by-e-mail requests largest == 2\n"+
		"# ?? design by-number workflow == 0\n\n### By e-mail\n# @keys email_{dept} | {email} | Main | include id\n")
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	if x.Design == nil || len(x.Design.Copies) != 2 || x.Design.Copies[1].Name != "By e-mail" {
		t.Fatalf("report: %+v", x.Design)
	}
	if !x.Checks[0].Pass || x.Checks[1].Pass {
		t.Errorf("checks: %+v", x.Checks)
	}
	check := script.Parse("check.http", "### Budgets\n# @when answer design hottest > 90\n# @feedback hot\n"+
		"# @feedback wrong\n# ?? answer design by-e-mail class == point\n# ?? answer design pass isTrue\n", nil)
	v, err := client.Judge(context.Background(), check, &echo{}, client.Options{Learner: run})
	if err != nil || !v.Pass || len(v.Checks) != 1 {
		t.Errorf("verdict: %+v, %v", v, err)
	}
}

func TestADesignThatCannotBeStoredStopsTheRunAtItsLine(t *testing.T) {
	_, _, x := runDesign(t, "### Staff\n# @workload staff\n\n### Twice the same\n# @keys {dept} | x\n")
	if x.Problem == nil || x.Problem.Line != 5 || !strings.Contains(x.Problem.Message, "unique") {
		t.Errorf("problem: %+v", x.Problem)
	}
}
