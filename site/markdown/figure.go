package markdown

import (
	"fmt"
	"strings"
)

// Figure is a drawing of entities. Its text has one line a fact:
//
//	layout boxes                      rows (default) or boxes
//	partition Sales                   begins a frame
//	row [email_]jonesj@contoso.com    begins an entity; the brackets mark the prefix of its key
//	title found by e-mail             its caption, drawn in boxes
//	FirstName  String  Jim            name, type and value of a property
//	+ EmployeeID  String  000223      added; "-" is gone; also before row
//
// Empty lines and lines that begin with "#" say nothing.
type Figure struct {
	Boxes  bool
	Frames []Frame
}

// Frame is one partition.
type Frame struct {
	Partition string
	Entities  []FigureEntity
}

// FigureEntity is one entity of a frame. State is "", "added" or "gone", here and in properties.
type FigureEntity struct {
	Prefix, RowKey, Title, State string
	Properties                   []FigureProperty
}

// FigureProperty is a line of an entity.
type FigureProperty struct{ Name, Type, Value, State string }

// ParseFigure reads the text of an .entity file.
func ParseFigure(name, src string) (Figure, error) {
	f := Figure{}
	if err := eachFact(name, src, f.add); err != nil {
		return Figure{}, err
	}
	if len(f.Frames) == 0 {
		return Figure{}, &Error{name, 1, `an empty figure: begin with a line "partition <name>"`}
	}
	return f, nil
}

// eachFact calls add with each line of a drawing that says something. Errors: what add says is wrong with it.
func eachFact(name, src string, add func(line string) (msg string)) error {
	for i, line := range strings.Split(src, "\n") {
		if fact := strings.TrimSpace(line); fact == "" || fact[0] == '#' {
			continue
		}
		if msg := add(line); msg != "" {
			return &Error{name, i + 1, msg}
		}
	}
	return nil
}

// add takes one line and returns what is wrong with it.
func (f *Figure) add(line string) string {
	state, line := "", strings.TrimSpace(line)
	if rest, ok := strings.CutPrefix(line, "+ "); ok {
		state, line = "added", strings.TrimSpace(rest)
	} else if rest, ok := strings.CutPrefix(line, "- "); ok {
		state, line = "gone", strings.TrimSpace(rest)
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "layout":
		f.Boxes = rest == "boxes"
		if !f.Boxes && rest != "rows" {
			return fmt.Sprintf("layout %q: use rows or boxes", rest)
		}
	case "partition":
		f.Frames = append(f.Frames, Frame{Partition: rest})
	case "row":
		return f.addRow(rest, state)
	default:
		return f.addProperty(word, rest, state)
	}
	return ""
}

func (f *Figure) addRow(key, state string) string {
	if len(f.Frames) == 0 {
		return `row before the first partition: put a line "partition <name>" above it`
	}
	e := FigureEntity{RowKey: key, State: state}
	if inner, ok := strings.CutPrefix(key, "["); ok {
		if e.Prefix, e.RowKey, ok = strings.Cut(inner, "]"); !ok {
			return fmt.Sprintf(`row %q: the bracket is not closed`, key)
		}
	}
	last := &f.Frames[len(f.Frames)-1]
	last.Entities = append(last.Entities, e)
	return ""
}

func (f *Figure) addProperty(name, rest, state string) string {
	if len(f.Frames) == 0 || len(f.Frames[len(f.Frames)-1].Entities) == 0 {
		return fmt.Sprintf(`%q before the first row: put a line "row <RowKey>" above it`, name)
	}
	frame := f.Frames[len(f.Frames)-1]
	e := &frame.Entities[len(frame.Entities)-1]
	if name == "title" {
		e.Title = rest
		return ""
	}
	typ, value, ok := strings.Cut(rest, " ")
	if !ok {
		return fmt.Sprintf("property %s: write name, type and value, as in \"Age Int32 41\"", name)
	}
	e.Properties = append(e.Properties, FigureProperty{name, typ, strings.TrimSpace(value), state})
	return ""
}

func drawFigure(name, src string) (string, error) {
	f, err := ParseFigure(name, src)
	return f.html(), err
}

// html draws the figure up to its caption.
func (f Figure) html() string {
	var out strings.Builder
	layout, draw := "rows", FigureEntity.row
	if f.Boxes {
		layout, draw = "boxes", FigureEntity.box
	}
	fmt.Fprintf(&out, `<entity-figure data-layout="%s"><figure>`, layout)
	for _, frame := range f.Frames {
		out.WriteString(`<div class="ef-part" translate="no">`)
		if frame.Partition != "" {
			fmt.Fprintf(&out, `<p class="ef-name">PartitionKey <b class="pk">%s</b></p>`,
				escape(frame.Partition))
		}
		out.WriteString(`<div class="ef-list">`)
		for _, e := range frame.Entities {
			out.WriteString(draw(e, frame.Partition))
		}
		out.WriteString("</div></div>")
	}
	return out.String()
}

// row draws an entity as one line of names over values.
func (e FigureEntity) row(string) string {
	var out strings.Builder
	fmt.Fprintf(&out, `<dl class="ef-row"%s><div class="ef-k"><dt>RowKey</dt><dd class="rk">%s</dd></div>`,
		stateAttr(e.State), e.key())
	for _, p := range e.Properties {
		fmt.Fprintf(&out, `<div%s><dt>%s</dt><dd>%s</dd></div>`,
			stateAttr(p.State), escape(p.Name), escape(p.Value))
	}
	out.WriteString("</dl>")
	return out.String()
}

// box draws an entity as a table of its own, with types.
func (e FigureEntity) box(partition string) string {
	var out strings.Builder
	fmt.Fprintf(&out, `<table class="ef-box"%s>`, stateAttr(e.State))
	if e.Title != "" {
		fmt.Fprintf(&out, `<caption>%s</caption>`, escape(e.Title))
	}
	fmt.Fprintf(&out, `<tbody class="ef-k">`+
		`<tr><th scope="row">PartitionKey</th><td class="pk">%s</td></tr>`+
		`<tr><th scope="row">RowKey</th><td class="rk">%s</td></tr></tbody><tbody>`,
		escape(partition), e.key())
	for _, p := range e.Properties {
		fmt.Fprintf(&out, `<tr%s><th scope="row">%s <span class="ef-type">%s</span></th><td>%s</td></tr>`,
			stateAttr(p.State), escape(p.Name), escape(p.Type), escape(p.Value))
	}
	out.WriteString("</tbody></table>")
	return out.String()
}

func (e FigureEntity) key() string {
	if e.Prefix == "" {
		return escape(e.RowKey)
	}
	return "<u>" + escape(e.Prefix) + "</u>" + escape(e.RowKey)
}

func stateAttr(state string) string {
	if state == "" {
		return ""
	}
	return ` data-state="` + state + `"`
}
