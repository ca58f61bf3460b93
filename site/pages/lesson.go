package pages

import (
	"fmt"
	"html/template"
	"path"
	"strings"

	"rowkey/site/course"
	"rowkey/site/markdown"
	"rowkey/site/parallel"
)

// taskID is the anchor of the heading that begins a task.
const taskID = "task"

// stepPage is a step on its way to a page.
type stepPage struct {
	view *View
	from *course.Step
	set  *course.Set
}

// lessonPages is a lesson that was rendered.
type lessonPages struct {
	lesson   *Lesson
	overview *View
	steps    []stepPage
}

// lessons renders tutorials/, on all cores.
func (b *Book) lessons() error {
	out := make([]lessonPages, len(b.Tree.Lessons))
	err := parallel.Each(len(out), func(i int) error {
		var err error
		out[i], err = b.lesson(b.Tree.Lessons[i])
		return err
	})
	if err != nil {
		return err
	}
	var steps []stepPage
	if err := b.need(out); err != nil {
		return err
	}
	for _, l := range out {
		b.Views = append(b.Views, l.overview)
		b.addLesson(l.lesson)
		steps = append(steps, l.steps...)
	}
	for i, p := range steps {
		linkNeighbours(steps, i)
		var err error
		if p.view.Data, err = lessonData(p); err != nil {
			return err
		}
		b.Views = append(b.Views, p.view)
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
	lesson := &Lesson{Slug: l.Slug, RowKey: fmt.Sprintf("%03d", l.Number*10), Path: "learn/" + l.Slug + "/",
		Part: l.Config.Part, Minutes: l.Config.Minutes, Pattern: l.Config.Pattern, Score: l.Config.Score, Covers: l.Config.Covers}
	v := b.newView(lesson.Path, "overview", "learn")
	v.Lesson = lesson
	set, err := b.Tree.LessonSet(l)
	if err != nil {
		return nil, err
	}
	page, err := b.render(v, &l.Folder, set)
	if err != nil {
		return nil, err
	}
	v.Body = template.HTML(sectioned(page.Sections))
	if v.Data, err = pageData(v, set); err != nil {
		return nil, err
	}
	lesson.Title, lesson.Meta = v.Title, v.Meta
	lesson.Need, _ = v.Meta["need"].(string)
	return v, nil
}

// step renders one step and verifies its task.
func (b *Book) step(l *course.Lesson, lesson *Lesson, s *course.Step) (stepPage, error) {
	id := fmt.Sprintf("%s/%d", l.Slug, s.N)
	v := b.newView("learn/"+id+"/", "lesson", "lesson")
	v.Lesson, v.Step = lesson, &Step{N: s.N, ID: id, Path: v.Path}
	set, err := b.Tree.StepSet(l, s)
	if err != nil {
		return stepPage{}, err
	}
	page, err := b.render(v, &s.Folder, set)
	if err != nil {
		return stepPage{}, err
	}
	v.Step.Title, v.Step.Description = v.Title, v.Description
	v.Step.split(page.Sections)
	if err := b.Runner.VerifyFigures(s, set); err != nil {
		return stepPage{}, err
	}
	lesson.Steps = append(lesson.Steps, v.Step)
	if s.HasTask() {
		err = b.task(v, l, s, set)
	}
	return stepPage{v, s, set}, err
}

// split deals the sections of a text to the parts of a step.
func (s *Step) split(sections []markdown.Section) {
	var prose, after string
	for _, sec := range sections {
		switch {
		case sec.ID == taskID:
			s.Task = template.HTML(sec.Body)
			for _, h := range sec.Subs {
				s.Hints = append(s.Hints, Hint{h.Title, template.HTML(h.Body)})
			}
		case s.Task == "":
			prose += sec.HTML()
		default:
			after += sec.HTML()
		}
	}
	s.Prose, s.After = template.HTML(prose), template.HTML(after)
}

func (b *Book) task(v *View, l *course.Lesson, s *course.Step, set *course.Set) error {
	task, err := b.Runner.Verify(s, set)
	if err != nil {
		return err
	}
	start, err := b.Draw("code", map[string]any{"text": task.Start.Text, "tokens": task.Start.Tokens, "label": b.Texts.T("lesson.start")})
	if err != nil {
		return err
	}
	solution, err := v.drawing.Cell(task.Solution, b.Texts.T("lesson.solution"))
	if err != nil {
		return err
	}
	st := v.Step
	st.Start, st.Solution = template.HTML(start), template.HTML(solution)
	st.Checks, st.Par = task.Checks, task.Par
	st.Score = scored(l.Config.Score, st.Par)
	return b.Texts.Err()
}

// scored returns the counters that a step scores: none if its solution sends nothing, as a design does.
func scored(counters []string, par map[string]int) []string {
	for _, name := range counters {
		if par[name] > 0 {
			return counters
		}
	}
	return []string{}
}

// linkNeighbours links a step to its neighbours; lessons are joined through their overviews.
func linkNeighbours(steps []stepPage, i int) {
	entry := func(v *View) *Entry { return &Entry{v.Path, v.Title, v.Description, nil} }
	lessonEntry := func(l *Lesson) *Entry { return &Entry{l.Path, l.Title, l.Need, nil} }
	v := steps[i].view
	v.Prev = lessonEntry(v.Lesson)
	if i > 0 && steps[i-1].view.Lesson == v.Lesson {
		v.Prev = entry(steps[i-1].view)
	}
	if i+1 == len(steps) {
		return
	}
	next := steps[i+1].view
	v.Next = entry(next)
	if next.Lesson != v.Lesson {
		v.Next = lessonEntry(next.Lesson)
	}
}

// lessonData returns what the lesson's script needs. wrong-*.http is not shipped.
func lessonData(p stepPage) (template.HTML, error) {
	v, s, set := p.view, p.from, p.set
	data := stepData{ID: v.Step.ID, Lesson: v.Lesson.Title, Slug: v.Lesson.Slug, Title: v.Title,
		Step: s.N, Steps: len(v.Lesson.Steps), Solution: s.Files["solution.http"],
		Check: s.Files["check.http"], Setup: set.Setup, Store: storePath(set.Store),
		Files: map[string]string{}, Options: orEmpty(set.Options), Score: []string{}, Par: map[string]int{}}
	if s.HasTask() {
		data.Start, data.Hash = s.Start, course.Hash([]byte(s.Start))
		data.Score, data.Par = v.Step.Score, v.Step.Par
	}
	for name, text := range set.Files {
		if base := path.Base(name); course.IsExample(base) || base == course.SetupName {
			data.Files[name] = text
		}
	}
	if v.Prev != nil {
		data.Prev = v.URL(v.Prev.Path)
	}
	if v.Next != nil {
		data.Next = v.URL(v.Next.Path)
	}
	return jsonScript("step", data)
}
