package race_test

import (
	"fmt"
	"strings"

	"rowkey/engine/hash"
)

// program writes random scripts: two or three clients that read, insert, replace, merge and delete a few entities of
// a partition, with versions that they have read and without, in transactions and alone, and put, take and delete
// messages.
type program struct {
	random hash.Sequence
	b      strings.Builder
	names  int
}

const programStart = `### T
POST {{table}}/Tables

{ "TableName": "Tab" }

### a
POST {{table}}/Tab

{ "PartitionKey": "p", "RowKey": "a", "N": 1 }

### b
POST {{table}}/Tab

{ "PartitionKey": "p", "RowKey": "b", "N": 2 }

### q
PUT {{queue}}/queue

### m
POST {{queue}}/queue/messages

<QueueMessage><MessageText>first</MessageText></QueueMessage>
`

func randomProgram(seed uint64) string {
	p := &program{random: hash.Sequence(seed)}
	p.b.WriteString(programStart)
	lanes, requests := 2, 3
	if p.n(4) == 0 {
		lanes, requests = 3, 2
	}
	for i := range lanes {
		p.lane(string(rune('A'+i)), requests)
	}
	return p.b.String()
}

func (p *program) n(most int) int { return int(p.random.Next() % uint64(most)) }

func (p *program) key() string { return string("aaaaab"[p.n(6)]) }

// lane writes the requests of a client.
func (p *program) lane(name string, requests int) {
	read, key, took := "", "", ""
	for range requests {
		fmt.Fprintf(&p.b, "\n### %s\n# @client %s\n", name, name)
		if read != "" && p.n(8) == 0 {
			fmt.Fprintf(&p.b, "# @if %s status == 200\n", read)
		}
		p.names++
		self := fmt.Sprintf("r%d", p.names)
		switch kind := p.n(14); {
		case kind < 1 || read == "" && kind < 6:
			key, read = p.key(), self
			fmt.Fprintf(&p.b, "# @name %s\nGET {{table}}/Tab(PartitionKey='p',RowKey='%s')\n\n", self, key)
		case kind == 1:
			fmt.Fprintf(&p.b, "PUT {{table}}/Tab(PartitionKey='p',RowKey='seen%s')\n\n{ \"N\": {{%s.response.body.N}} }\n\n",
				name, read)
		case kind == 2:
			fmt.Fprintf(&p.b, "PUT {{table}}/Tab(PartitionKey='p',RowKey='%s')\nIf-Match: *\n\n{ \"N\": {{$add "+
				"%s.response.body.N 1}} }\n\n", key, read)
		case kind < 5:
			fmt.Fprintf(&p.b, "PUT {{table}}/Tab(PartitionKey='p',RowKey='%s')\nIf-Match: {{%s.response.headers.ETag}}\n\n{ "+
				"\"N\": {{$add %s.response.body.N 1}} }\n\n", key, read, read)
		case kind == 5:
			fmt.Fprintf(&p.b, "DELETE {{table}}/Tab(PartitionKey='p',RowKey='%s')\nIf-Match: {{%s.response.headers.ETag}}\n\n",
				key, read)
		case kind == 11 && took != "":
			fmt.Fprintf(&p.b, "DELETE {{queue}}/queue/messages/{{%s.response.body.//MessageId}}"+
				"?popreceipt={{%%%s.response.body.//PopReceipt}}\n\n", took, took)
		case kind == 11 || kind == 12:
			took = self
			fmt.Fprintf(&p.b, "# @name %s\nGET {{queue}}/queue/messages\n\n", self)
		default:
			p.blind(kind, name)
		}
		if p.n(6) > 0 {
			p.b.WriteString("# ?? status < 600\n")
		}
	}
}

// blind writes a request that needs no answer before it.
func (p *program) blind(kind int, name string) {
	switch key, n := p.key(), p.n(3); kind {
	case 6:
		fmt.Fprintf(&p.b, "POST {{table}}/Tab\n\n{ \"PartitionKey\": \"p\", \"RowKey\": \"%s\", \"N\": %d, \"By\": "+
			"\"%s\" }\n\n", string("cd"[n%2]), n, name)
	case 7:
		fmt.Fprintf(&p.b, "PUT {{table}}/Tab(PartitionKey='p',RowKey='%s')\n\n{ \"N\": %d, \"By\": \"%s\" }\n\n", key, n,
			name)
	case 8:
		fmt.Fprintf(&p.b, "PATCH {{table}}/Tab(PartitionKey='p',RowKey='%s')\nIf-Match: *\n\n{ \"M%d\": \"%s\" }\n\n", key, n,
			name)
	case 9:
		fmt.Fprintf(&p.b, "# @name q%d\nGET {{table}}/Tab()?$filter=PartitionKey eq 'p' and N ge %d\n\n# ?? status "+
			"== 200\n\n", p.names, n)
		fmt.Fprintf(&p.b, "### then\n# @client %s\n# @if q%d count > 1\nPUT {{table}}/Tab(PartitionKey='p',"+
			"RowKey='seen%s')\n\n{ \"Count\": \"{{q%d.response.body.value[0].RowKey}}\" }\n\n", name, p.names, name, p.names)
	case 10:
		fmt.Fprintf(&p.b, "# @batch b%d\nPOST {{table}}/Tab\n\n{ \"PartitionKey\": \"p\", \"RowKey\": \"%s\", \"By\": "+
			"\"%s\" }\n\n", p.names, string("cd"[n%2]), name)
		fmt.Fprintf(&p.b, "### and\n# @client %s\n# @batch b%d\nPUT {{table}}/Tab(PartitionKey='p',RowKey='z')\n\n{ "+
			"\"By\": \"%s\" }\n\n", name, p.names, name)
	default:
		fmt.Fprintf(&p.b, "POST {{queue}}/queue/messages\n\n<QueueMessage><MessageText>%s%d</MessageText></QueueMessage>\n\n",
			name, n)
	}
}
