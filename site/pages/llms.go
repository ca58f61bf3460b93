package pages

import (
	"fmt"
	"slices"
	"strings"
)

// LLMs is the list of pages for programs that read texts, in the form of llms.txt: what the site is, then its sections
// with a line for each page. base is the address of the site; without it links are relative to its root.
// Source: llmstxt.org, "Format".
func (b *Book) LLMs(base string) []byte {
	var out strings.Builder
	home := b.Views[0]
	fmt.Fprintf(&out, "# %s\n\n> %s\n", home.Title, home.Description)
	for _, section := range b.llmsSections() {
		fmt.Fprintf(&out, "\n## %s\n\n", section[0].Title)
		for _, v := range section {
			fmt.Fprintf(&out, "- [%s](%s%s): %s\n", v.Title, base, v.Path, v.Description)
		}
	}
	return []byte(out.String())
}

// llmsSections returns the pages by the first segment of their address, the index of each first.
func (b *Book) llmsSections() [][]*View {
	var sections [][]*View
	for _, v := range b.Views {
		if v.Path == "" || v.Path == NotFound || v.Description == "" {
			continue
		}
		if n := len(sections); n > 0 && sections[n-1][0].Place == v.Place {
			sections[n-1] = append(sections[n-1], v)
			continue
		}
		sections = append(sections, []*View{v})
	}
	slices.SortStableFunc(sections, func(a, c []*View) int { return len(c) - len(a) })
	return sections
}
