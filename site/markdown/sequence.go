package markdown

import (
	"fmt"
	"slices"
	"strings"
)

// Sequence is a drawing of requests between programs and services, in the order of time. Its text has one fact a line:
//
//	lifelines Client, Queue, Worker       first, from left to right
//	Client -> Queue: put a message        an arrow; they are numbered as they come
//
// Empty lines and lines that begin with "#" say nothing.
type Sequence struct {
	Lifelines []string
	Arrows    []Arrow
}

// Arrow leads from one lifeline to another, both by their places from 0.
type Arrow struct {
	From, To int
	Label    string
}

// ParseSequence reads the text of a .sequence file.
func ParseSequence(name, src string) (Sequence, error) {
	s := Sequence{}
	if err := eachFact(name, src, s.add); err != nil {
		return Sequence{}, err
	}
	if len(s.Arrows) == 0 {
		return Sequence{}, &Error{name, 1, `a sequence without arrows: write "lifelines A, B", then "A -> B: what is asked"`}
	}
	return s, nil
}

// add takes one line and returns what is wrong with it.
func (s *Sequence) add(line string) string {
	line = strings.TrimSpace(line)
	if names, ok := strings.CutPrefix(line, "lifelines "); ok {
		return s.addLifelines(strings.Split(names, ","))
	}
	ends, label, ok := strings.Cut(line, ":")
	from, to, arrow := strings.Cut(ends, "->")
	if !ok || !arrow || strings.TrimSpace(label) == "" {
		return fmt.Sprintf(`%q: write an arrow as in "A -> B: what is asked"`, line)
	}
	a := Arrow{s.place(from), s.place(to), strings.TrimSpace(label)}
	switch {
	case a.From < 0 || a.To < 0:
		return fmt.Sprintf(`%q: an end is no lifeline: name it in the line "lifelines" above`, line)
	case a.From == a.To:
		return fmt.Sprintf(`%q: an arrow needs two lifelines`, line)
	}
	s.Arrows = append(s.Arrows, a)
	return ""
}

func (s *Sequence) addLifelines(names []string) string {
	if s.Lifelines != nil {
		return "there is a line of lifelines above: write one"
	}
	for _, name := range names {
		name = strings.TrimSpace(name)
		if name == "" || s.place(name) >= 0 {
			return fmt.Sprintf("lifeline %q: each needs a name of its own", name)
		}
		s.Lifelines = append(s.Lifelines, name)
	}
	return ""
}

// place is that of a lifeline, -1 if there is none of that name.
func (s *Sequence) place(name string) int {
	return slices.Index(s.Lifelines, strings.TrimSpace(name))
}

func drawSequence(name, src string) (string, error) {
	s, err := ParseSequence(name, src)
	return s.html(), err
}

// Sizes of a sequence, in the units of its view box.
const (
	seqColumn = 80 // from lifeline to lifeline
	seqHead   = 22 // height of a name
	seqRow    = 26 // from arrow to arrow
	seqDot    = 8  // radius of a number
)

// html draws the arrows with their numbers, and writes what they say as a list.
func (s Sequence) html() string {
	height := seqHead + (len(s.Arrows)+1)*seqRow
	var svg, list strings.Builder
	fmt.Fprintf(&svg, `<svg viewBox="0 0 %d %d" aria-hidden="true" focusable="false">`, len(s.Lifelines)*seqColumn, height)
	for i, name := range s.Lifelines {
		x := middleOf(i)
		fmt.Fprintf(&svg, `<path class="sq-life" d="M%d %dV%d"/><rect x="%d" y="1" width="%d" height="%d"/><text x="%d" `+
			`y="%d">%s</text>`,
			x, seqHead, height, i*seqColumn+2, seqColumn-4, seqHead-2, x, seqHead/2+4, escape(name))
	}
	for i, a := range s.Arrows {
		svg.WriteString(a.svg(i+1, seqHead+(i+1)*seqRow))
		fmt.Fprintf(&list, `<li><b>%s</b> → <b>%s</b> %s</li>`, escape(s.Lifelines[a.From]), escape(s.Lifelines[a.To]),
			escape(a.Label))
	}
	return `<sequence-figure><figure>` + svg.String() + `</svg><ol>` + list.String() + `</ol>`
}

// svg draws an arrow at height y, its number where it begins.
func (a Arrow) svg(number, y int) string {
	from, to, side := middleOf(a.From), middleOf(a.To), 1
	if from > to {
		side = -1
	}
	return fmt.Sprintf(`<path d="M%d %dH%d"/><path class="sq-tip" d="M%d %dl%d -4v8z"/><circle cx="%d" cy="%d" `+
		`r="%d"/><text x="%d" y="%d">%d</text>`,
		from, y, to-side, to, y, -7*side, from, y, seqDot, from, y+4, number)
}

func middleOf(lifeline int) int { return lifeline*seqColumn + seqColumn/2 }
