package pages

import (
	"encoding/json"
	"html/template"
	"strings"

	"golang.org/x/net/html"
)

// GoToName is the list of places that the command palette leads to, below the home page of its language.
const GoToName = "go-to.json"

// places are what the palette finds besides actions and documents (site/app/page/places.ts). Paths are below home.
type places struct {
	Lessons []lessonPlace `json:"lessons"`
	Cards   [][2]string   `json:"cards"` // path and title
	Pages   [][2]string   `json:"pages"`
	Limits  [][2]string   `json:"limits"`
}

type lessonPlace struct {
	Path  string   `json:"path"`
	Title string   `json:"title"`
	N     int      `json:"n"`
	Steps []string `json:"steps"` // titles; their paths are <Path><n>/
}

// GoTo returns that list.
func (b *Book) GoTo() ([]byte, error) {
	list := places{[]lessonPlace{}, [][2]string{}, [][2]string{}, [][2]string{}}
	for i, l := range b.Site.Lessons {
		place := lessonPlace{Path: l.Path, Title: l.Title, N: i + 1, Steps: []string{}}
		for _, s := range l.Steps {
			place.Steps = append(place.Steps, s.Title)
		}
		list.Lessons = append(list.Lessons, place)
	}
	for _, v := range b.Views {
		entry := [2]string{v.Path, v.Title}
		switch {
		case v.Template == "pattern":
			list.Cards = append(list.Cards, entry)
		case v.Lesson == nil && v.Step == nil && v.Path != NotFound && v.Moved == "":
			list.Pages = append(list.Pages, entry)
		}
		if v.Path == "limits/" {
			list.Limits = append(limitsOf(v.Body), headingsOf(v)...)
		}
	}
	return json.Marshal(list)
}

func headingsOf(v *View) [][2]string {
	var out [][2]string
	for _, h := range v.Headings {
		out = append(out, [2]string{v.Path + "#" + h.ID, h.Text})
	}
	return out
}

// limitsOf reads the first table of the page of limits: "an entity: 1 MiB", with the address of its section.
func limitsOf(body template.HTML) [][2]string {
	var out [][2]string
	var href, name, most string
	cell := 0
	z := html.NewTokenizer(strings.NewReader(string(body)))
	for z.Next() != html.ErrorToken {
		switch t := z.Token(); {
		case t.Type == html.StartTagToken && t.Data == "tr":
			href, name, most, cell = "", "", "", 0
		case t.Type == html.StartTagToken && (t.Data == "th" || t.Data == "td"):
			cell++
		case t.Type == html.StartTagToken && t.Data == "a" && cell == 1:
			href = hrefOf(t)
		case t.Type == html.TextToken && cell == 1:
			name += t.Data
		case t.Type == html.TextToken && cell == 2:
			most += t.Data
		case t.Type == html.EndTagToken && t.Data == "tr" && href != "":
			out = append(out, [2]string{"limits/" + href[strings.IndexByte(href, '#'):], strings.TrimSpace(name) + ": " +
				strings.TrimSpace(most)})
		case t.Type == html.EndTagToken && t.Data == "table":
			return out
		}
	}
	return out
}

// hrefOf returns a link to an anchor, "" if it is none.
func hrefOf(t html.Token) string {
	for _, a := range t.Attr {
		if a.Key == "href" && strings.Contains(a.Val, "#") {
			return a.Val
		}
	}
	return ""
}
