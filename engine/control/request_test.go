package control_test

import (
	"encoding/json"
	"testing"

	"rowkey/engine"
	"rowkey/engine/control"
)

func open(t *testing.T) *control.Handler {
	t.Helper()
	h, err := control.Open(engine.Options{Control: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

// ask sends a request, and returns the status and why it was refused.
func ask(t *testing.T, h *control.Handler, method, path, body string) (status int, message string) {
	t.Helper()
	r, err := control.Request(method, path)
	if err != nil {
		t.Fatal(err)
	}
	r.Body = []byte(body)
	res := h.Serve(t.Context(), r)
	var refusal struct{ Error struct{ Message string } }
	if err := json.Unmarshal(res.Body, &refusal); err != nil && res.Status != 200 {
		t.Fatalf("%s %s = %d %s: %v", method, path, res.Status, res.Body, err)
	}
	return res.Status, refusal.Error.Message
}

func TestARequestIsRefusedUnlessItIsWhatItsTypeSays(t *testing.T) {
	h := open(t)
	tests := []struct{ name, method, path, body, message string }{
		{"a-script-that-is-missing", "POST", "scripts", `{"name":"a.http"}`, "text is missing"},
		{"a-member-that-is-unknown", "POST", "parse", `{"text":"","file":{}}`, `"file" is not known`},
		{"a-misspelt-member", "POST", "parse", `{"txt":""}`, `"txt" is not known`},
		{"a-number-for-a-text", "POST", "format", `{"text":1}`, "text is not a string"},
		{"a-number-for-a-file", "POST", "parse", `{"text":"","files":{"a":1}}`, "files is not an object of strings"},
		{"a-session-that-is-a-number", "POST", "judge", `{"check":"","session":1}`, "session is not a string"},
		{"a-number-for-setups", "POST", "races", `{"text":"","setups":["a",1]}`, "setups is not a list of strings"},
		{"half-a-record", "POST", "cheaper", `{"record":1.5}`, "record is not a whole number from 0 on"},
		{"a-place-before-the-first", "POST", "history", `{"to":-1}`, "to is not a whole number from 0 on"},
		{"an-option-that-is-unknown", "PUT", "options", `{"pageread":1}`, `"pageread" is not known`},
		{"an-option-of-a-reset", "POST", "reset", `{"options":{"unordered":1}}`, "unordered is not true or false"},
		{"an-option-of-a-cluster", "PUT", "options", `{"cluster":{"nodes":"4"}}`, "nodes is not a whole number from 0 on"},
		{"a-fault-without-a-kind", "POST", "faults/1/run", `{"step":1}`, "kind is missing"},
		{"a-list-for-an-object", "PUT", "options", `[]`, "the text is not a JSON object"},
		{"a-body-that-is-cut-off", "POST", "reset", `{"seed":`, "the text is not JSON at byte 8"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, message := ask(t, h, test.method, "/-/"+test.path, test.body)
			if want := "the body cannot be read: " + test.message; status != 400 || message != want {
				t.Errorf("answer = %d %q, want 400 %q", status, message, want)
			}
		})
	}
}

func TestWhatARequestMayLeaveOutCanBeNull(t *testing.T) {
	h := open(t)
	tests := []struct{ name, method, path, body string }{
		{"a-script-alone", "POST", "scripts", `{"text":"GET /Tables\n"}`},
		{"a-script-with-null", "POST", "scripts", `{"text":"","name":null,"files":null,"blocks":null,"continue":null}`},
		{"a-reset-without-a-body", "POST", "reset", ``},
		{"options-that-change-nothing", "PUT", "options", `{"pageReads":null,"cluster":null}`},
		{"a-request-that-reads-no-body", "GET", "tables", `{"text":1}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if status, message := ask(t, h, test.method, "/-/"+test.path, test.body); status != 200 {
				t.Errorf("answer = %d %q, want 200", status, message)
			}
		})
	}
}
