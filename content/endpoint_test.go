package content_test

import (
	"strings"
	"testing"
)

// TestTheProgramOfTheEndpointPrintsWhatItsPageSays also when it runs again.
func TestTheProgramOfTheEndpointPrintsWhatItsPageSays(t *testing.T) {
	page := read(t, "help/local-endpoint/en.md")
	first, code, _ := strings.Cut(blocks(page)["js"][0], "\n")
	if want := `import { TableClient } from "@azure/data-tables";`; first != want {
		t.Fatalf("the program begins with %s, want %s", first, want)
	}
	code = strings.Replace(code, `"UseDevelopmentStorage=true"`, "connection", 1) // whose ports may be taken
	connection := startServer(t).connection()
	p := jsProgram(t, []*block{{id: "endpoint", lang: "js", code: code, frame: "CODE"}}, connection)
	if p == nil {
		return
	}
	for range 2 {
		o := p.run(t, "endpoint", "People")
		if o.Error != "" || o.Printed == "" || !strings.Contains(page, "```text\n"+o.Printed+"```") {
			t.Errorf("the program prints %q %s, which its page does not say", o.Printed, o.Error)
		}
	}
}
