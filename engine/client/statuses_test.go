package client_test

import (
	"testing"

	"rowkey/engine/client"
)

func TestARunRemembersWhichStatusMadeATransactionFail(t *testing.T) {
	for _, tc := range []struct{ name, second, want string }{
		{"both-operations-done", "free", "202"},
		{"the-second-is-taken", "conflict", "202,409"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := start(t, &echo{}, "# @batch b\nPOST /A\n\n{}\n###\n# @batch b\nPOST /A\n\n{\"is\":\""+tc.second+
				"\"}\n# ?? status > 0\n# ?? run status == "+tc.want+"\n", client.Options{})
			all := drain(t, s)
			if c := all[0].Checks; len(c) != 2 || !c[1].Pass {
				t.Errorf("checks = %+v, want the statuses %s", c, tc.want)
			}
		})
	}
}
