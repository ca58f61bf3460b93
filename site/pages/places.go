package pages

import "slices"

// barPlaces are the sections that the bar at the top leads to, in its order.
var barPlaces = []string{"learn", "patterns", "cases", "play", "design", "watch"}

// helpPlaces are the sections that are reached by way of Help.
var helpPlaces = []string{"help", "limits", "glossary"}

// Places are the sections that the bar at the top leads to.
func (v *View) Places() []string { return barPlaces }

// Here is the place that a narrow bar names: the one that the page is in, or "menu".
func (v *View) Here() string {
	if slices.Contains(barPlaces, v.Place) {
		return v.Place
	}
	return "menu"
}

// Current is the aria-current of a link to the first of some sections: "page" if it leads to this page, "true" if the
// page is in one of them, and "" otherwise.
func (v *View) Current(sections ...string) string {
	switch {
	case v.Path == sections[0]+"/" || v.Path == "" && sections[0] == "":
		return "page"
	case v.Path != "" && slices.Contains(sections, v.Place):
		return "true"
	}
	return ""
}

// Above is the section that a page of reference belongs to, "" if it is the index of that section.
func (v *View) Above() string {
	section := v.Place
	if slices.Contains(helpPlaces, section) {
		section = "help"
	}
	if v.Path == section+"/" || section != "help" && section != "cases" {
		return ""
	}
	return section
}
