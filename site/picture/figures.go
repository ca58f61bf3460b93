package picture

import "strconv"

// classTokens are the names of the query classes in the style sheet.
var classTokens = map[string]string{
	"point": "point", "rowRange": "rrange", "partitionScan": "pscan", "partitionRange": "prange", "tableScan": "tscan",
}

// Line is a table as a key line, with what a request read of it.
type Line struct {
	Class string `json:"-"` // as the engine names it
	Word  string `json:"-"` // the class
	Reads string `json:"-"` // what was read and returned
	Parts []Part `json:"parts"`
}

// Part is a partition, or several that are drawn as one.
type Part struct {
	Name string  `json:"name"`
	N    int     `json:"n"` // entities
	Fold int     `json:"fold"`
	Read *[2]int `json:"read"` // entities from, to
	Hits []int   `json:"hits"`
}

// Lines are key lines below each other.
type Lines []Line

const (
	lineWords = 42 // the words above a key line
	bandTall  = 32
	hitOver   = 8
	lineGap   = 24
	lineStep  = lineWords + bandTall + lineGap
	namesTall = 30
	bandGap   = 6
	slimmest  = 1.0 / 120 // of the line
	rowsWide  = 6         // the texture of what was read
	hitWide   = 4
)

func (l Lines) height() int { return len(l)*lineStep - lineGap + hitOver + namesTall }

func (l Lines) draw(c *canvas, y int) {
	word, reads, names := c.face(bold, 26), c.face(regular, 26), c.face(mono, 20)
	for i, line := range l {
		class := classTokens[line.Class]
		c.text(margin, y+24, word, class+"-text", line.Word)
		c.text(Width-margin-reads.width(line.Reads), y+24, reads, "ink-2", line.Reads)
		line.bands(c, y+lineWords)
		if i == len(l)-1 {
			line.names(c, names, y+lineWords+bandTall+hitOver+22)
		}
		y += lineStep
	}
}

// places are the left and right ends of the parts, in pixels.
func (l Line) places() [][2]int {
	total, sum := 0, 0.0
	for _, p := range l.Parts {
		total += p.N
	}
	weights := make([]float64, len(l.Parts))
	for i, p := range l.Parts {
		weights[i] = max(float64(p.N), float64(total)*slimmest, 1)
		sum += weights[i]
	}
	out, at := make([][2]int, len(l.Parts)), 0.0
	for i, w := range weights {
		out[i] = [2]int{margin + int(at/sum*(inside+bandGap)), margin + int((at+w)/sum*(inside+bandGap)) - bandGap}
		out[i][1] = max(out[i][1], out[i][0]+2)
		at += w
	}
	return out
}

func (l Line) bands(c *canvas, y int) {
	class := classTokens[l.Class]
	for i, place := range l.places() {
		part, x, wide := l.Parts[i], place[0], place[1]-place[0]
		at := func(row float64) int { return x + int(row/float64(max(part.N, 1))*float64(wide)) }
		c.rect(x, y, wide, bandTall, "band")
		if r := part.Read; r != nil && r[1] > r[0] && (r[1]-r[0] > 1 || part.N <= 1) {
			from, to := at(float64(r[0])), max(at(float64(r[1])), at(float64(r[0]))+2)
			c.rect(from, y, to-from, bandTall, class+"-tint")
			for stripe := from; stripe < to; stripe += rowsWide {
				c.rect(stripe, y, min(2, to-stripe), bandTall, class+"-rows")
			}
		}
		for _, hit := range part.Hits {
			c.rect(at(float64(hit)+0.5)-hitWide/2, y-hitOver, hitWide, bandTall+2*hitOver, class)
		}
	}
}

// names writes the partitions below their bands, where there is room.
func (l Line) names(c *canvas, f face, y int) {
	for i, place := range l.places() {
		part := l.Parts[i]
		if part.Fold > 1 || f.width(part.Name) > place[1]-place[0] {
			continue
		}
		ink := "ink-3"
		if r := part.Read; r != nil && r[1] > r[0] {
			ink = "key"
		}
		c.text(place[0], y, f, ink, part.Name)
	}
}

// Rows are titles below each other with their row keys; one of them may be the page's own.
type Rows struct {
	Titles []string
	Here   int // its number, 0 for none
}

const rowTall = 44

func (r Rows) height() int { return len(r.Titles) * rowTall }

func (r Rows) draw(c *canvas, y int) {
	key, other, own := c.face(mono, 24), c.face(regular, 26), c.face(bold, 26)
	for i, title := range r.Titles {
		words, ink := other, "ink-2"
		if i+1 == r.Here {
			words, ink = own, "ink"
			c.rect(margin, y+2, 6, rowTall-2, "key")
		}
		c.rect(margin, y, inside, 2, "line")
		c.text(margin+24, y+32, key, "key", strconv.Itoa(i+1))
		c.text(margin+72, y+32, words, ink, words.shortened(title, inside-90))
		y += rowTall
	}
}

// Track is the course: for each part its lessons, of each how many steps it has.
type Track [][]int

const (
	trackStep = 36
	stepTall  = 22
)

func (t Track) height() int { return len(t)*trackStep - (trackStep - stepTall) }

func (t Track) draw(c *canvas, y int) {
	longest := 1
	for _, part := range t {
		wide := -1
		for _, steps := range part {
			wide += steps + 1
		}
		longest = max(longest, wide)
	}
	unit := inside / longest
	for i, part := range t {
		x := margin
		for _, steps := range part {
			for n := range steps {
				c.rect(x+n*unit, y, unit-2, stepTall, "band")
			}
			x += (steps + 1) * unit
		}
		if i == 0 {
			c.rect(margin, y, unit-2, stepTall, "key") // where the course begins
		}
		y += trackStep
	}
}

// Bar is a name and a number, with its share of the longest bar.
type Bar struct {
	Name, Number string
	Share        float64
}

// Bars are bars below each other, and what their numbers count.
type Bars struct {
	Unit string
	List []Bar
}

const (
	barTall = 44
	barName = 380
	barRoom = 560
)

func (b Bars) height() int { return (len(b.List) + 1) * barTall }

func (b Bars) draw(c *canvas, y int) {
	words := c.face(regular, 26)
	unit := c.face(regular, 22)
	c.text(Width-margin-unit.width(b.Unit), y+24, unit, "ink-3", b.Unit)
	for _, bar := range b.List {
		y += barTall
		c.text(margin, y+33, words, "ink", words.shortened(bar.Name, barName-20))
		c.rect(margin+barName, y+16, barRoom, 18, "band")
		c.rect(margin+barName, y+16, int(bar.Share*barRoom), 18, "key")
		c.text(Width-margin-words.width(bar.Number), y+33, words, "ink-2", bar.Number)
	}
}

// Heat is a map of keys, one a row, and time: for each cell its step of colour.
type Heat [][]int

const heatTall = 300

func (h Heat) height() int { return heatTall }

func (h Heat) draw(c *canvas, y int) {
	for row, cells := range h {
		top, bottom := y+row*heatTall/len(h), y+(row+1)*heatTall/len(h)
		for column, level := range cells {
			left, right := margin+column*inside/len(cells), margin+(column+1)*inside/len(cells)
			c.rect(left, top, right-left, bottom-top, heatName(max(0, min(level, heatSteps-1))))
		}
	}
}

// Box is a place on a map, with the boxes that it leads to.
type Box struct {
	Name   string
	Column int
	Row    int
	To     []int
	Avoid  bool
}

// Boxes are a map.
type Boxes []Box

const (
	boxWide = 226
	boxTall = 52
	boxStep = 84
)

func (b Boxes) height() int {
	most := 0
	for _, box := range b {
		most = max(most, box.Row)
	}
	return most*boxStep + boxTall
}

func (b Boxes) draw(c *canvas, y int) {
	columns := 1
	for _, box := range b {
		columns = max(columns, box.Column)
	}
	place := func(box Box) (x, top int) {
		return margin + box.Column*(inside-boxWide)/columns, y + box.Row*boxStep
	}
	for _, from := range b {
		x1, y1 := place(from)
		for _, to := range from.To {
			x2, y2 := place(b[to])
			c.line(float64(x1+boxWide/2), float64(y1+boxTall/2), float64(x2+boxWide/2), float64(y2+boxTall/2), 2, "ink-3")
		}
	}
	words := c.face(regular, 20)
	for _, box := range b {
		x, top := place(box)
		edge := "key"
		if box.Avoid {
			edge = "control"
		}
		c.rect(x, top, boxWide, boxTall, edge)
		c.rect(x+2, top+2, boxWide-4, boxTall-4, "bg")
		name := words.shortened(box.Name, boxWide-20)
		c.text(x+(boxWide-words.width(name))/2, top+33, words, "ink", name)
	}
}

// Mark is the name of the site alone, for pages without a figure: partitions, and one key.
type Mark struct{}

func (Mark) height() int { return 150 }

func (Mark) draw(c *canvas, y int) {
	x := margin
	for _, wide := range []int{286, 428, 346} {
		c.rect(x, y+50, wide, 50, "band")
		x += wide + bandGap
	}
	c.rect(margin+607, y, 18, 150, "key")
}
