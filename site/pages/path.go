package pages

// Path is a short way through the course, with what to do on each day.
type Path struct {
	Name    string // "path.<Name>.title" and so on are its texts
	Days    []*Day
	Steps   int
	Lessons int
	Minutes int
}

// Day is what to do on one day of a path.
type Day struct {
	N       int // from 1
	Lessons []*Lesson
	Minutes int
}

// First is the lesson that a path begins with.
func (p *Path) First() *Lesson { return p.Days[0].Lessons[0] }

// Hours and Rest are the time of the path, in steps of five minutes.
func (p *Path) Hours() int { return (p.Minutes + 2) / 5 * 5 / 60 }

// Rest is what is left of the last hour.
func (p *Path) Rest() int { return (p.Minutes + 2) / 5 * 5 % 60 }

// layPaths joins the paths to their lessons, which the rules of the course have checked.
func (b *Book) layPaths() {
	bySlug := map[string]*Lesson{}
	for _, p := range b.lessons {
		bySlug[p.lesson.Slug] = p.lesson
	}
	for _, from := range b.Tree.Paths {
		p := &Path{Name: from.Name}
		for i, slugs := range from.Days {
			day := &Day{N: i + 1}
			for _, slug := range slugs {
				l := bySlug[slug]
				l.Paths = append(l.Paths, from.Name)
				day.Lessons = append(day.Lessons, l)
				day.Minutes += l.Minutes
				p.Steps += len(l.Steps)
				p.Lessons++
			}
			p.Minutes += day.Minutes
			p.Days = append(p.Days, day)
		}
		b.Site.Paths = append(b.Site.Paths, p)
	}
}
