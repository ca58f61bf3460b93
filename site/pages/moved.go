package pages

import (
	"fmt"
	"html/template"
	"strings"
)

// addMoved adds a page for each address that a step or a lesson had before. It leads on at once, on every host and
// without a script, and has a link for browsers that do not.
func (b *Book) addMoved() {
	titles := map[string]string{}
	for _, v := range b.Views {
		titles[v.Path] = v.Title
	}
	for _, m := range b.Tree.Redirects() {
		v := b.newView("learn/"+m.From+"/", "page", "page")
		v.Outline = !b.wants(v.Path)
		v.Moved = "learn/" + m.To + "/"
		v.Title = b.Texts.T("moved.title", "title", b.titleOf(m.To, titles))
		v.Description = b.Texts.T("moved.text")
		v.Body = template.HTML(fmt.Sprintf(`<p class="actions"><a class="button" data-kind="primary" href="%s">%s</a></p>`,
			template.HTMLEscapeString(v.URL(v.Moved)), template.HTMLEscapeString(b.Texts.T("moved.go"))))
		b.Views = append(b.Views, v)
	}
}

// titleOf names a lesson, or a step with its lesson.
func (b *Book) titleOf(at string, titles map[string]string) string {
	title := titles["learn/"+at+"/"]
	if lesson, _, step := strings.Cut(at, "/"); step {
		return title + " · " + titles["learn/"+lesson+"/"]
	}
	return title
}
