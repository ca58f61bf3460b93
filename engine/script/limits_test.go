package script_test

import (
	"strings"
	"testing"

	"rowkey/engine/script"
)

// hostile are lines that fill a script with as much work as its size allows.
var hostile = []string{"{{x}}\n", "{{x}}", "# ?? a\n", "###\nX\n", "@a=1\n", "@a{{b}}=\n", "{{", "GET /{{x}}\n###\n",
	"###\n# @name a\n# @batch b\nPUT /A(PartitionKey='a',RowKey='b')\n", "# ?? body a[0][0][0] matches a{1000}\n", "[", "# @setup a\n"}

func BenchmarkParseOfWhatFillsAScript(b *testing.B) {
	for _, line := range hostile {
		text := strings.Repeat(line, script.MaxSize/len(line))
		b.Run(strings.ReplaceAll(line, "\n", "_"), func(b *testing.B) {
			for b.Loop() {
				script.Parse("test.http", text, files)
			}
		})
	}
}
