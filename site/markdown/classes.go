package markdown

import (
	"fmt"
	"strings"
)

// Class is a class of a program, for a drawing of what inherits from what. Its text has one line a
// fact, and lines that begin with "#" say nothing:
//
//	class Person abstract     begins a class
//	FirstName String          name and type of a property
//	class Employee : Person   one that inherits; its base comes before it
type Class struct {
	Name       string
	Abstract   bool
	Properties [][2]string
	Heirs      []*Class
}

// ParseClasses reads the text of a .classes file and returns the classes that inherit from none.
func ParseClasses(name, src string) ([]*Class, error) {
	var roots []*Class
	var last *Class
	known := map[string]*Class{}
	err := eachFact(name, src, func(line string) string {
		words := strings.Fields(line)
		if words[0] != "class" {
			if last == nil || len(words) != 2 {
				return fmt.Sprintf("%q: write \"class Name\", then name and type of each property", line)
			}
			last.Properties = append(last.Properties, [2]string{words[0], words[1]})
			return ""
		}
		c, base, msg := parseClass(words[1:])
		if base != "" && known[base] == nil {
			return fmt.Sprintf("class %q is not there yet: put the base above its heirs", base)
		}
		if msg != "" {
			return msg
		}
		if last = c; base == "" {
			roots = append(roots, c)
		} else {
			known[base].Heirs = append(known[base].Heirs, c)
		}
		known[c.Name] = c
		return ""
	})
	if err != nil {
		return nil, err
	}
	if len(roots) == 0 {
		return nil, &Error{name, 1, `an empty drawing: begin with a line "class <name>"`}
	}
	return roots, nil
}

// parseClass reads "Person abstract" or "Employee : Person".
func parseClass(words []string) (c *Class, base, msg string) {
	switch {
	case len(words) == 1:
		return &Class{Name: words[0]}, "", ""
	case len(words) == 2 && words[1] == "abstract":
		return &Class{Name: words[0], Abstract: true}, "", ""
	case len(words) == 3 && words[1] == ":":
		return &Class{Name: words[0]}, words[2], ""
	}
	return nil, "", `write "class Name", "class Name abstract" or "class Name : Base"`
}

func drawClasses(name, src string) (string, error) {
	roots, err := ParseClasses(name, src)
	out := `<entity-figure data-layout="boxes"><figure>`
	for _, c := range roots {
		out += c.frame()
	}
	return out, err
}

// frame draws a class as a frame around those that inherit from it: they have the properties in the frame.
func (c *Class) frame() string {
	kind := "class"
	if c.Abstract {
		kind = "abstract class"
	}
	out := `<div class="ef-part" translate="no"><p class="ef-name">` + kind + ` <b>` + escape(c.Name) +
		`</b></p><div class="ef-list">`
	if len(c.Properties) > 0 {
		out += c.box("")
	}
	for _, heir := range c.Heirs {
		if len(heir.Heirs) > 0 {
			out += heir.frame()
			continue
		}
		out += heir.box("is a " + c.Name)
	}
	return out + `</div></div>`
}

// box draws the properties of a class.
func (c *Class) box(note string) string {
	out := `<table class="ef-box"><caption>` + escape(c.Name)
	if note != "" {
		out += ` <span class="ef-type">` + escape(note) + `</span>`
	}
	out += `</caption><tbody>`
	for _, p := range c.Properties {
		out += `<tr><th scope="row">` + escape(p[0]) + `</th><td class="ef-type">` + escape(p[1]) + `</td></tr>`
	}
	return out + `</tbody></table>`
}
