package engine_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

const peeked = `@dept = Sales
@where = PartitionKey eq '{{dept}}'
@fresh = {{$guid}}
@round = {{round}}

### Read
# @name read
GET {{table}}/Tables

###
# @set kept {{read.response.status}}
`

func TestPeekSaysWhatAReferenceStandsFor(t *testing.T) {
	t.Parallel()
	e := open(t)
	run, _ := play(t, e, peeked, nil)
	tests := []struct{ of, after, value, problem string }{
		{"{{dept}}", "", "Sales", ""},
		{"{{where}} and x", "", "PartitionKey eq 'Sales' and x", ""},
		{"{{table}}", "", "http://127.0.0.1:10002/devstoreaccount1", ""},
		{"{{read.response.status}}", run, "200", ""},
		{"{{read.response.headers.content-type}}", run, "application/json;odata=minimalmetadata;streaming=true;charset=utf-8",
			""},
		{"{{kept}}", run, "200", ""},
		{"{{fresh}} {{$pad $index 3}}", run, "{{$guid}} {{$pad $index 3}}", ""},
		{"{{read.response.status}}", "", "", "not-run-yet"},
		{"{{read.response.body.value[9].A}}", run, "", "answer-without"},
		{"{{round}}", "", "", "variable-of-itself"},
		{"{{nothing}}", "", "", "no-variable"},
		{"{{", "", "", "ref-open"},
	}
	for _, test := range tests {
		body := map[string]any{"name": "x.http", "text": peeked, "files": map[string]string{}, "of": test.of}
		if test.after != "" {
			body["after"] = test.after
		}
		var got struct {
			Value, Message string
			Sentences      []struct{ Code string }
		}
		ok(t, e, "POST", "/-/peek", body, &got)
		codes := ""
		for _, s := range got.Sentences {
			codes += s.Code + " "
		}
		if got.Value != test.value || !strings.Contains(codes, test.problem) || (test.problem == "") != (got.Message == "") {
			t.Errorf("peek of %s = %q %s, want %q %s", test.of, got.Value, codes, test.value, test.problem)
		}
	}
}

// A page peeks whenever the pointer rests, and the next run has to be as if it had not.
func TestPeekLeavesNoTrace(t *testing.T) {
	t.Parallel()
	ids := func(peek bool) string {
		e := open(t)
		if peek {
			ok(t, e, "POST", "/-/peek", map[string]any{"name": "x.http", "text": peeked, "files": map[string]string{},
				"of": "{{fresh}}{{$guid}}"}, nil)
		}
		_, run := play(t, e, "POST /Tables\n\n{\"TableName\": \"A{{$randomInt 1 9999}}\"}\n", nil)
		return run.Exchanges[0].Body
	}
	if with, without := ids(true), ids(false); with != without {
		t.Errorf("after a peek the run answers %s, without %s", with, without)
	}
}

func TestPlanNamesTheComparisonsOfAFilter(t *testing.T) {
	t.Parallel()
	e := open(t)
	tests := []struct{ filter, want string }{
		{"", "true []"},
		{"PartitionKey eq 'O''Brien' and Age ge 5L",
			`true [{"name":"PartitionKey","op":"eq","value":"O'Brien","type":"String"},{"name":"Age","op":"ge","value":"5",` +
				`"type":"Int64"}]`},
		{"5 lt A", `true [{"name":"A","op":"gt","value":"5","type":"Int32"}]`},
		{"A eq 5.0 and B eq true",
			`true [{"name":"A","op":"eq","value":"5.0","type":"Double"},` +
				`{"name":"B","op":"eq","value":"true","type":"Boolean"}]`},
		{"D gt datetime'2021-03-01T00:00:00Z' and G eq guid'12345678-1234-1234-1234-123456789abc'",
			`true [{"name":"D","op":"gt","value":"2021-03-01T00:00:00Z","type":"DateTime"},{"name":"G","op":"eq",` +
				`"value":"12345678-1234-1234-1234-123456789abc","type":"Guid"}]`},
		{"B eq X'01ff'", `true [{"name":"B","op":"eq","value":"01ff","type":"Binary"}]`},
		{"A eq 1 or B eq 2", `false [{"name":"A","op":"eq","value":"1","type":"Int32"},` +
			`{"name":"B","op":"eq","value":"2","type":"Int32"}]`},
		{"A eq 1 and not (B eq 2)", `false [{"name":"A","op":"eq","value":"1","type":"Int32"},` +
			`{"name":"B","op":"eq","value":"2","type":"Int32"}]`},
		{"A eq 1 and true", `false [{"name":"A","op":"eq","value":"1","type":"Int32"}]`},
		{"true", "false []"},
	}
	for _, test := range tests {
		var got struct {
			Simple bool
			Terms  json.RawMessage
		}
		ok(t, e, "POST", "/-/plan", map[string]any{"filter": test.filter}, &got)
		if terms := fmt.Sprint(got.Simple, " ", string(got.Terms)); terms != test.want {
			t.Errorf("terms of %s = %s, want %s", test.filter, terms, test.want)
		}
	}
}

func TestFormatAnswersWithEditsInUTF16(t *testing.T) {
	t.Parallel()
	e := open(t)
	b := ok(t, e, "POST", "/-/format", map[string]any{"text": "###   😀\nget /A\n"}, nil)
	if want := `{"edits":[{"from":0,"to":8,"insert":"### 😀"},{"from":9,"to":15,"insert":"GET /A"}]}`; string(b) != want {
		t.Errorf("format = %s, want %s", b, want)
	}
}
