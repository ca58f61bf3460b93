package client_test

import (
	"testing"

	"rowkey/engine/client"
)

func TestARunRemembersTheConditionsOfItsWrites(t *testing.T) {
	s := start(t, &echo{}, "GET /A\n###\nPATCH /A(PartitionKey='1',RowKey='2')\nIf-Match: W/\"x\"\n\n{}\n"+
		"###\n# @batch b\nPOST /A\n\n{}\n###\n# @batch b\nDELETE /A(PartitionKey='1',RowKey='3')\nIf-Match: *\n\n"+
		"# ?? run conditions == W/\"x\",*\n", client.Options{})
	all := drain(t, s)
	if c := all[len(all)-1].Checks; len(c) != 1 || !c[0].Pass {
		t.Errorf("checks = %+v", c)
	}
}

// Names of header fields have no letter case, and an address may have options, for example a signature.
func TestConditionsOfATransactionAreFoundHoweverTheyAreSpelled(t *testing.T) {
	for _, name := range []string{"If-Match: ", "if-match: ", "IF-MATCH:", "If-match:  "} {
		for _, options := range []string{"", "?timeout=30"} {
			s := start(t, &echo{}, "POST /$batch"+options+"\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"+
				"Content-Type: multipart/mixed; boundary=c\n\n--c\n\nDELETE http://h/A(PartitionKey='1',RowKey='3') HTTP/1.1\n"+
				name+"W/\"x:y\"\n\n--c--\n--b--\n\n# ?? run conditions == W/\"x:y\"\n", client.Options{})
			all := drain(t, s)
			if c := all[len(all)-1].Checks; len(c) != 1 || !c[0].Pass {
				t.Errorf("%q%s: checks = %+v", name, options, c)
			}
		}
	}
}
