package engine_test

import (
	"strings"
	"testing"
)

// lateEdit is somebody who changes what the worker moves, and remembers whether it worked.
const lateEdit = `### Edit
# @name edit
PATCH /Current(PartitionKey='Sales',RowKey='000456')
If-Match: *

{ "Age": 62 }

# ?? status <= 404

### Note it
# @if edit status == 204
PUT /Archive(PartitionKey='Sales',RowKey='edited')

{ "PartitionKey": "Sales", "RowKey": "edited" }
`

// editSurvives asks for the age after an edit that the service confirmed.
const editSurvives = `### Was it edited?
# @name edited
GET /Archive(PartitionKey='Sales',RowKey='edited')

### No edit is lost
# @trial race worker edit.http
# @forceRef edited
# @if edited status == 200
# @feedback Lost: {{$order}}.
GET /Archive(PartitionKey='Sales',RowKey='000456')

# ?? body Age == 62
`

const twoWorkers = `### Archived
# @trial race worker
# @feedback Lost: {{$order}}.
GET /Archive(PartitionKey='Sales',RowKey='000456')

# ?? status == 200
# ?? body LastName == Ito

### Nothing is left to do
# @trial race worker
# @feedback Left: {{$order}}.
GET {{queue}}/archive?comp=metadata

# ?? header x-ms-approximate-messages-count == 0
`

func TestTrialOfARaceTriesEveryOrder(t *testing.T) {
	solution := folder(t, "archive")["solution.http"]
	versioned := strings.Replace(solution, "If-Match: *\n\n# ?? status <= 404",
		"If-Match: {{employee.response.headers.ETag}}", 1)
	tests := []struct{ name, text, check, want string }{
		{"two-workers-with-one-message", solution, twoWorkers, ""},
		{"a-slow-worker-that-deletes-first", move(solution, "4 Copy", "5 Delete"), twoWorkers, ""},
		{"a-slow-worker-that-copies-what-is-gone", strings.Replace(solution, "# @if employee status == 200\nPUT",
			"# @if take body //MessageId exists\nPUT", 1), twoWorkers,
			"Lost: 1 1 1 1 pause 2 1 2 2 2."},
		{"a-program-that-cannot-go-on", "### The worker\n# @run ./broken.http as worker\n", twoWorkers, "Lost: 1 1 2 2."},
		{"an-edit-after-the-worker-has-read", solution, editSurvives, "Lost: 1 1 1 2 1 1 2."},
		{"an-edit-and-a-delete-with-the-version-that-was-read", versioned, editSurvives, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := folder(t, "archive")
			files["edit.http"], files["check.http"] = lateEdit, test.check
			files["broken.http"] = "### Ask\nGET /Current()\n\n### Ask for nothing\nGET /Current(PartitionKey='Sales'," +
				"RowKey='{{$add x 1}}')\n"
			v := study(t, open(t), files, test.text)
			if got := v.feedback(); got != test.want || v.Pass != (test.want == "") {
				t.Errorf("feedback = %q, want %q\n%+v", got, test.want, v)
			}
		})
	}
}
