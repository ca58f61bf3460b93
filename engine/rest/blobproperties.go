package rest

import (
	"slices"
	"strconv"
)

// freshSections are those that the properties of the blob service have besides.
// Source: recorded traffic.
func freshSections() []element {
	off := []element{{name: "Enabled", text: "false"}}
	return []element{
		{name: "DeleteRetentionPolicy", children: off}, {name: "StaticWebsite", children: off},
	}
}

// keep takes over a section of the blob service, in place of the one of that name. It has no
// effect.
func (p *properties) keep(e *element) bool {
	switch e.name {
	case "DeleteRetentionPolicy", "StaticWebsite":
		if _, ok := readBool(e, "Enabled"); !ok || !e.settle("Enabled") || !e.settle("AllowPermanentDelete") {
			return false
		}
	case "DefaultServiceVersion":
	default:
		return false
	}
	p.more = slices.DeleteFunc(p.more, func(old element) bool { return old.name == e.name })
	p.more = append(p.more, *e)
	return p.blob
}

// settle gives the truth values of that name their one spelling, and is false for a child that has another
// value.
func (e *element) settle(name string) bool {
	for i := range e.children {
		if e.children[i].name != name {
			continue
		}
		value, ok := readBool(&element{children: e.children[i : i+1]}, name)
		if !ok {
			return false
		}
		e.children[i].text = strconv.FormatBool(value)
	}
	return true
}

// write writes an element as it was read.
func (e *element) write(w *xmlWriter) {
	if len(e.children) == 0 {
		w.leaf(e.name, e.text)
		return
	}
	w.list(e.name, len(e.children), func(i int) { e.children[i].write(w) })
}
