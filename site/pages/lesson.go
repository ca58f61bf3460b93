package pages

import (
	"fmt"
	"html/template"
	"strings"

	"rowkey/site/course"
)

// lessonPages is a lesson that was rendered.
type lessonPages struct {
	lesson   *Lesson
	overview *View
	steps    []stepPage
}

// joinLessons adds the pages of all lessons.
func (b *Book) joinLessons() error {
	var steps []stepPage
	if err := b.need(b.lessons); err != nil {
		return err
	}
	b.layPaths()
	for _, l := range b.lessons {
		b.Views = append(b.Views, l.overview)
		b.addLesson(l.lesson)
		steps = append(steps, l.steps...)
	}
	for i, p := range steps {
		b.Views = append(b.Views, p.view)
		if p.view.Outline {
			continue
		}
		linkNeighbours(steps, i)
		var err error
		if p.view.Data, err = lessonData(p); err != nil {
			return err
		}
	}
	return nil
}

// need joins lessons to those that come first.
func (b *Book) need(pages []lessonPages) error {
	bySlug := map[string]*Lesson{}
	for _, p := range pages {
		bySlug[p.lesson.Slug] = p.lesson
	}
	for i, p := range pages {
		for _, slug := range b.Tree.Lessons[i].Config.Needs {
			l := bySlug[slug]
			if l == nil {
				return fmt.Errorf(`%s/lesson.json: "needs": there is no lesson %q`, b.Tree.Lessons[i].Dir, slug)
			}
			p.lesson.Needs = append(p.lesson.Needs, l)
		}
	}
	return nil
}

func (b *Book) lesson(l *course.Lesson) (lessonPages, error) {
	var out lessonPages
	var err error
	if out.overview, err = b.overview(l); err != nil {
		return out, err
	}
	out.lesson = out.overview.Lesson
	for _, s := range l.Steps {
		p, err := b.step(l, out.lesson, s)
		if err != nil {
			return out, err
		}
		out.steps = append(out.steps, p)
	}
	return out, nil
}

func (b *Book) addLesson(l *Lesson) {
	s := b.Site
	s.Lessons = append(s.Lessons, l)
	s.Steps += len(l.Steps)
	if n := len(s.Parts); n == 0 || s.Parts[n-1].Key != l.Part {
		_, name, _ := strings.Cut(l.Part, "_")
		s.Parts = append(s.Parts, &Part{Key: l.Part, Name: name})
	}
	part := s.Parts[len(s.Parts)-1]
	part.Lessons = append(part.Lessons, l)
}

// overview renders the first page of a lesson.
func (b *Book) overview(l *course.Lesson) (*View, error) {
	c := &l.Config
	lesson := &Lesson{Slug: l.Slug, RowKey: fmt.Sprintf("%03d", l.Number*10), Path: "learn/" + l.Slug + "/",
		Part: c.Part, Minutes: c.Minutes, Pattern: c.Pattern, Score: c.Score, Covers: c.Covers}
	v := b.newView(lesson.Path, "overview", "learn")
	v.Lesson = lesson
	var err error
	if b.wants(v.Path) {
		err = b.renderOverview(v, l)
	} else {
		err = b.outline(v, &l.Folder)
	}
	lesson.Title, lesson.Meta = v.Title, v.Meta
	lesson.Need, _ = v.Meta["need"].(string)
	return v, err
}

func (b *Book) renderOverview(v *View, l *course.Lesson) error {
	set, err := b.Tree.LessonSet(l)
	if err != nil {
		return err
	}
	page, err := b.render(v, &l.Folder, set)
	if err != nil {
		return err
	}
	v.Body = template.HTML(sectioned(page.Sections))
	v.Data, err = pageData(v, set)
	return err
}
