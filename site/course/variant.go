package course

import (
	"fmt"
	"slices"
	"strings"

	"rowkey/engine/script"
)

// block is a block of a script, with the lines that authors wrote.
type block struct {
	id    blockID
	mark  mark
	lines []string
	file  string
	line  int // of its first line in that file
}

// blockID says which block of another script a block takes the place of: the one with its title, and the second with
// that title if it is the second itself. The text above the first title is a block of its own.
type blockID struct {
	title string
	nth   int // from 1; 0 for the text above the first title
}

// mark is what the end of a title says about a block of the base.
type mark string

const (
	changed mark = ""
	stays   mark = "..."
	goes    mark = "-"
)

// cut returns the blocks of a script, whose first line is below a line of a file, and in whose titles marks may be.
func cut(file, text string, below int, marks ...mark) []block {
	var list []block
	seen := map[string]int{}
	lines := strings.Split(text, "\n")
	for _, b := range script.Parse("", text, nil).Blocks {
		c := block{file: file, line: below + b.FirstLine, lines: lines[b.FirstLine-1 : b.LastLine]}
		for strings.TrimSpace(c.lines[0]) == "" {
			c.lines, c.line = c.lines[1:], c.line+1
		}
		if strings.HasPrefix(c.lines[0], "###") {
			c.id.title, c.mark = cutMark(strings.TrimSpace(strings.TrimLeft(c.lines[0], "#")), marks)
			seen[c.id.title]++
			c.id.nth = seen[c.id.title]
		}
		list = append(list, c)
	}
	return list
}

func cutMark(title string, marks []mark) (string, mark) {
	for _, m := range marks {
		if title == string(m) || strings.HasSuffix(title, " "+string(m)) {
			return strings.TrimSpace(strings.TrimSuffix(title, string(m))), m
		}
	}
	return title, changed
}

// variant returns the blocks of a script that differs from base by a list of blocks: each takes the place of the one
// with its title, or is new and comes after the one before it in the list. What is listed keeps the order of the list:
// a block that the base has earlier moves. "### title ..." stays as it is, "### title -" goes.
func variant(base, list []block) ([]block, error) {
	d := draft{blocks: slices.Clone(base)}
	if len(base) > 0 && base[0].id.nth == 0 {
		d.at = 1
	}
	for _, b := range list {
		i := slices.IndexFunc(d.blocks, func(o block) bool { return o.id == b.id })
		if err := b.mistake(d.blocks, i); err != nil {
			return nil, err
		}
		d.put(b, i)
	}
	return d.blocks, nil
}

// draft is a script that becomes another one.
type draft struct {
	blocks []block
	at     int // where a new block would be
}

// put does what a listed block says; i is the place of the one that it means, -1 if it is new.
func (d *draft) put(b block, i int) {
	gone := b.mark == goes
	if b.mark == stays {
		b = d.blocks[i]
	}
	if i >= 0 {
		d.blocks = slices.Delete(d.blocks, i, i+1)
	}
	switch {
	case i >= 0 && i < d.at:
		d.at--
	case i >= 0 && !gone:
		d.at = i
	}
	if !gone {
		d.blocks = slices.Insert(d.blocks, d.at, b)
		d.at++
	}
}

// mistake says what is wrong with a listed block, which means block i of a script, or none (-1).
func (b block) mistake(of []block, i int) error {
	place := fmt.Sprintf("%s:%d", b.file, b.line)
	switch {
	case b.mark != changed && i < 0:
		return fmt.Errorf("%s: %s: the script has no such block: write the title of one", place, b.lines[0])
	case b.mark != changed && len(b.lines) > 1:
		return fmt.Errorf("%s: %s: nothing may follow: begin the next block, or remove the mark", place, b.lines[0])
	case b.mark == changed && i >= 0 && slices.Equal(b.lines, of[i].lines):
		return fmt.Errorf("%s: %s: is as it was: remove it, or write %q", place, b.lines[0], b.lines[0]+" "+string(stays))
	}
	return nil
}

// joined is the text of a script.
func joined(blocks []block) string {
	var out strings.Builder
	for i, b := range blocks {
		if i > 0 {
			out.WriteString("\n")
		}
		out.WriteString(strings.Join(b.lines, "\n") + "\n")
	}
	return out.String()
}

// placeIn names file and line of a line of what [joined] returns.
func placeIn(blocks []block, line int) string {
	for i, b := range blocks {
		if line <= len(b.lines)+1 || i == len(blocks)-1 {
			return fmt.Sprintf("%s:%d", b.file, b.line+line-1)
		}
		line -= len(b.lines) + 1
	}
	return ""
}
