package script_test

import (
	"strings"
	"testing"
	"time"

	"rowkey/engine/script"
)

func TestParseStaysFastForWhatFillsAScript(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	for _, line := range []string{"{{x}}\n", "{{x}}", "# ?? a\n", "###\nX\n", "@a=1\n", "@a{{b}}=\n", "{{", "GET /{{x}}\n###\n",
		"###\n# @name a\n# @batch b\nPUT /A(PartitionKey='a',RowKey='b')\n", "# ?? body a[0][0][0] matches a{1000}\n", "[", "# @setup a\n"} {
		t.Run(strings.ReplaceAll(line, "\n", "_"), func(t *testing.T) {
			start := time.Now()
			script.Parse("test.http", strings.Repeat(line, script.MaxSize/len(line)), files)
			script.Parse("test.http", "POST /A\n\n"+strings.Repeat(line, (script.MaxSize-9)/len(line)), files)
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("Parse took %v, want less than 10s", d)
			}
		})
	}
}
