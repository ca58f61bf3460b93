package script

import (
	"strings"

	"rowkey/engine/trail"
)

// Uses returns the parts of answers that a block uses: in its request, its loop, its condition and its assertions,
// directly or through a variable. What an assertion asks of the block's own answer is among them, without a name.
func (s *Script) Uses(b *Block) []trail.Use {
	c := uses{script: s, items: b.itemPaths(), seen: map[string]bool{}}
	if r := b.Request; r != nil {
		c.template(r.Target)
		for _, h := range r.Headers {
			c.template(h.Value)
		}
		c.template(r.Body)
	}
	if e := b.Meta.Client.Each; e != nil {
		c.loop(e.Text)
	}
	if i := b.Meta.Client.If; i != nil {
		c.add(i.Name, i.Query, i.Path)
		c.template(i.Value)
	}
	if w := b.Meta.While; w != nil {
		c.assertion(w)
	}
	for _, a := range b.Assertions {
		c.assertion(a)
	}
	return c.list
}

// uses collects what a block uses.
type uses struct {
	script *Script
	items  [][]Step        // below the items of its loop
	seen   map[string]bool // variables
	list   []trail.Use
}

func (c *uses) add(name, what string, path []Step) {
	if len(path) > 0 && path[0].Index == Member && path[0].Name == "value" {
		path = path[1:]
		if len(path) == 0 {
			path = []Step{{Index: Every}}
		}
	}
	u := trail.Use{Name: name, What: what}
	if len(path) > 0 && path[0].Index != Member {
		if u.Row = path[0].Index; u.Row == Every {
			u.Row = trail.All
		}
		path = path[1:]
	} else if what == "count" || what == "keys" {
		u.Row = trail.All
	}
	if len(path) > 0 {
		u.Property = path[0].Name
	}
	c.list = append(c.list, u)
}

func (c *uses) assertion(a *Assertion) {
	if !a.Answer && a.Query != "run" && a.Query != "item" {
		c.add("", a.Query, a.Path)
	}
	c.template(a.Value)
}

func (c *uses) template(t Template) {
	for _, p := range t {
		if p.Ref != nil {
			c.ref(p.Ref)
		}
	}
}

func (c *uses) ref(r *Ref) {
	if r.Request != "" {
		what, path := partOf(r.Part)
		c.add(r.Request, what, path)
	}
	c.variable(r.Name)
	for _, a := range r.Args {
		if a.Ref != nil {
			c.ref(a.Ref)
		} else if !a.Quoted {
			c.variable(a.Word)
		}
	}
}

// variable follows a variable to what gives it its value.
func (c *uses) variable(name string) {
	if name == "" || c.seen[name] {
		return
	}
	c.seen[name] = true
	c.template(c.script.Vars[name])
	if !c.script.Sets[name] {
		return
	}
	for i := range c.script.Blocks {
		for _, a := range c.script.Blocks[i].Meta.Sets {
			if a.Name == name {
				c.template(a.Text)
			}
		}
	}
}

// loop notes which parts of the items of a loop over an answer are used.
func (c *uses) loop(t Template) {
	if len(t) != 1 || t[0].Ref == nil || t[0].Ref.Request == "" || len(c.items) == 0 {
		c.template(t)
		return
	}
	what, path := partOf(t[0].Ref.Part)
	for _, item := range c.items {
		all := append(path[:len(path):len(path)], Step{Index: Every})
		c.add(t[0].Ref.Request, what, append(all, item...))
	}
}

// partOf splits what a reference names of a response.
func partOf(part string) (what string, path []Step) {
	what, rest, _ := strings.Cut(part, ".")
	if what == "headers" {
		return "header", nil
	}
	if what == "body" && rest != "*" && !strings.HasPrefix(rest, "//") {
		path, _ = ParsePath(rest)
	}
	return what, path
}

// itemPaths returns the paths below {{$item}} in the request of a block.
func (b *Block) itemPaths() [][]Step {
	var list [][]Step
	if b.Request == nil {
		return nil
	}
	texts := []Template{b.Request.Target, b.Request.Body}
	for _, h := range b.Request.Headers {
		texts = append(texts, h.Value)
	}
	for _, t := range texts {
		for _, p := range t {
			if p.Ref != nil && p.Ref.Helper == "item" {
				list = append(list, p.Ref.Path)
			}
		}
	}
	return list
}
