package script

import (
	"strings"

	"rowkey/engine/message"
)

// blockCheck checks what can only be seen at the end of a block.
type blockCheck struct {
	*document
	*Block
	given map[string]int // first line of each directive
}

func (c *blockCheck) check() {
	if c.Request != nil {
		c.request()
	}
	c.client()
}

func (c *blockCheck) request() {
	r := c.Request
	for n := len(r.Body); n > 0 && r.Body[n-1].blank(); n-- {
		r.Body = r.Body[:n-1]
	}
	for _, a := range c.early {
		c.fail(a.from, a.to, "assertion-above")
	}
	if len(r.Body) > 0 && strings.HasPrefix(r.Body[0].Text, "< ") {
		from, to := r.bodyLine()
		c.fail(from, to, "body-from-file")
	}
	if c.Meta.Follow > 0 && c.Batch != "" {
		c.fail(r.from, r.to, "follow-in-batch")
	}
	if c.Meta.While != nil && c.Batch != "" {
		c.fail(r.from, r.to, "while-in-batch")
	}
	c.typed()
	if c.Meta.Load != nil {
		c.load()
	}
	if c.Meta.Follow > 0 && r.Method != "GET" {
		c.fail(r.from, r.to, "follow-without-get")
	}
}

func (c *blockCheck) typed() {
	r, m := c.Request, &c.Meta
	switch writes := r.Method == "POST" || r.Method == "PUT"; {
	case m.View != nil && r.Method != "GET":
		c.fail(r.from, r.to, "view-without-get")
	case m.DecryptKeys != nil && r.Method != "GET":
		c.fail(r.from, r.to, "decrypt-without-get")
	case m.Encryptions != nil && !writes && !isMerge(r.Method):
		c.fail(r.from, r.to, "encrypt-without-write")
	}
	for i, e := range m.Encryptions {
		if isMerge(r.Method) && !e.Demo {
			c.fail(e.from, e.to, "encrypt-with-merge")
			return
		}
		if i > 0 && e.Key != m.Encryptions[0].Key && !e.Demo {
			c.fail(e.from, e.to, "two-keys")
			return
		}
	}
}

// load refuses what cannot go with a load.
func (c *blockCheck) load() {
	r := c.Request
	switch {
	case c.Meta.Follow > 0:
		c.fail(r.from, r.to, "load-with-follow")
	case c.Batch == "" && (c.Meta.Loop > 0 || c.Meta.While != nil):
		c.fail(r.from, r.to, "load-in-loop")
	}
}

func (c *blockCheck) client() {
	m := &c.Meta.Client
	get := c.Request != nil && c.Request.Method == "GET"
	switch runs := len(m.Programs) > 0; {
	case m.Cached && (!get || c.Batch != ""):
		c.failAt("cache", "cache-without-get")
	case runs && (len(m.Faults) > 0 || m.Retry.Most > 0):
		c.failAt("run", "run-with-faults")
	case runs && c.InBatch():
		c.failAt("run", "run-in-batch")
	case runs && (c.Meta.Loop > 0 || m.Each != nil || c.Meta.While != nil):
		c.failAt("run", "run-in-loop")
	case m.Trial != "" && runs:
		c.failAt("run", "trial-with-run")
	case m.Each != nil && (c.Meta.Loop > 0 || c.Meta.While != nil):
		c.failAt("loop", "two-loops")
	}
}

// failAt reports what is wrong with the first line of a directive of the block.
func (c *blockCheck) failAt(word string, code message.Code) {
	l := c.lines[c.given[word]-1]
	c.fail(l.from, l.to, code)
}
