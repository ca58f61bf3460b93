package pages

import (
	"fmt"
	"html/template"
	"path"

	"rowkey/site/course"
	"rowkey/site/markdown"
)

// taskID is the anchor of the heading that begins a task.
const taskID = "task"

// stepPage is a step on its way to a page.
type stepPage struct {
	view *View
	from *course.Step
	set  *course.Set
}

// step renders one step and verifies its task.
func (b *Book) step(l *course.Lesson, lesson *Lesson, s *course.Step) (stepPage, error) {
	id := fmt.Sprintf("%s/%d", l.Slug, s.N)
	v := b.newView("learn/"+id+"/", "lesson", "lesson")
	v.drawing.line = first(b.Tree, l)
	v.Lesson, v.Step = lesson, &Step{N: s.N, ID: id, Path: v.Path}
	lesson.Steps = append(lesson.Steps, v.Step)
	p := stepPage{view: v, from: s}
	var err error
	if b.wants(v.Path) {
		p.set, err = b.renderStep(v, l, s)
	} else {
		err = b.outline(v, &s.Folder)
	}
	v.Step.Title, v.Step.Description = v.Title, v.Description
	return p, err
}

// first reports whether a lesson is of the first part of the course, where answers are drawn on the table.
func first(t *course.Tree, l *course.Lesson) bool { return l.Config.Part == t.Lessons[0].Config.Part }

func (b *Book) renderStep(v *View, l *course.Lesson, s *course.Step) (*course.Set, error) {
	set, err := b.Tree.StepSet(l, s)
	if err != nil {
		return nil, err
	}
	page, err := b.render(v, &s.Folder, set)
	if err != nil {
		return nil, err
	}
	v.Step.split(page.Sections)
	if b.Site.Dir == "" {
		if err := b.Runner.VerifyFigures(s, set); err != nil {
			return nil, err
		}
	}
	if s.HasTask() {
		err = b.task(v, l, s, set)
	}
	return set, err
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
	ran, err := b.Runner.In(s.Words, task.Start)
	if err != nil {
		return err
	}
	start, err := b.Draw("code", map[string]any{"text": ran.Text, "tokens": ran.Tokens,
		"label": b.Texts.T("lesson.start")})
	if err != nil {
		return err
	}
	if ran, err = b.Runner.In(s.Words, task.Solution); err != nil {
		return err
	}
	solution, err := v.drawing.Cell(ran, b.Texts.T("lesson.solution"))
	if err != nil {
		return err
	}
	st := v.Step
	st.Start, st.Solution = template.HTML(start), template.HTML(solution)
	for _, title := range task.Checks {
		st.Checks = append(st.Checks, s.Words.Say(title))
	}
	counters, err := s.Score(l)
	if err != nil {
		return err
	}
	st.Par = task.Par
	st.Score = scored(counters, st.Par)
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

// lessonData returns what the lesson's script needs. Known answers are not shipped.
func lessonData(p stepPage) (template.HTML, error) {
	v, s, set := p.view, p.from, p.set
	say := func(text string) string { return s.Words.File(course.SetupName, text) }
	data := stepData{ID: v.Step.ID, Lesson: v.Lesson.Title, Slug: v.Lesson.Slug, Title: v.Title,
		First: v.drawing.line, Step: s.N, Steps: len(v.Lesson.Steps), Solution: say(s.Files["solution.http"]),
		Check: say(s.Files["check.http"]), Setup: set.Setup, Store: storePath(set.Store),
		Files: map[string]string{}, Options: orEmpty(set.Options), Table: set.Table, Program: set.Program,
		Score: []string{}, Par: map[string]int{}}
	if s.HasTask() {
		data.Start, data.Hash = say(s.Start), course.Hash([]byte(s.Start))
		data.Score, data.Par = v.Step.Score, v.Step.Par
	}
	for name, text := range s.Words.Files(set.Files) {
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
