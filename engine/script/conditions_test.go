package script_test

import (
	"testing"

	"rowkey/engine/script"
)

func TestARunRemembersTheConditionsOfItsWrites(t *testing.T) {
	s := start(t, &echo{}, "GET /A\n###\nPATCH /A(PartitionKey='1',RowKey='2')\nIf-Match: W/\"x\"\n\n{}\n"+
		"###\n# @batch b\nPOST /A\n\n{}\n###\n# @batch b\nDELETE /A(PartitionKey='1',RowKey='3')\nIf-Match: *\n\n"+
		"# ?? run conditions == W/\"x\",*\n", script.Options{})
	all := drain(t, s)
	if c := all[len(all)-1].Checks; len(c) != 1 || !c[0].Pass {
		t.Errorf("checks = %+v", c)
	}
}
