package rest

import (
	"slices"
	"strconv"

	"rowkey/engine/xmltext"
)

// freshSections are the other ones that the properties of the blob service have.
// Source: recorded traffic.
func freshSections() []xmltext.Element {
	off := []xmltext.Element{{Name: "Enabled", Text: "false"}}
	return []xmltext.Element{{Name: "DeleteRetentionPolicy", Children: off}, {Name: "StaticWebsite", Children: off}}
}

// keep keeps a section of the blob service, replacing the one of that name. It has no
// effect. Errors: those of a retention, as for metrics.
// Source: tests of the client for Go, which run against the service, TestAccountDeleteRetentionPolicyDaysOmitted.
func (p *properties) keep(e *xmltext.Element) (ok bool, err error) {
	switch e.Name {
	case "DeleteRetentionPolicy":
		_, ok, err = readDays(e)
		ok = ok && settle(e, "AllowPermanentDelete")
	case "StaticWebsite":
		_, ok = readBool(e, "Enabled")
	case "DefaultServiceVersion":
		ok = true
	}
	if !ok || err != nil || !settle(e, "Enabled") {
		return false, err
	}
	p.more = slices.DeleteFunc(p.more, func(old xmltext.Element) bool { return old.Name == e.Name })
	p.more = append(p.more, *e)
	return p.blob, nil
}

// settle gives the booleans of that name their one spelling, and is false for a child that has another
// value.
func settle(e *xmltext.Element, name string) bool {
	for i := range e.Children {
		if e.Children[i].Name != name {
			continue
		}
		value, ok := readBool(&xmltext.Element{Children: e.Children[i : i+1]}, name)
		if !ok {
			return false
		}
		e.Children[i].Text = strconv.FormatBool(value)
	}
	return true
}
