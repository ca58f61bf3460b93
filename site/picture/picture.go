// Package picture draws what other programs show beside a link to a page: its title, and below that its own figure, as
// a PNG. The colours are those of the style sheet by day. Not here: which figure a page has (package pages).
package picture

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"
)

// Width and Height are those of every picture, in pixels.
const Width, Height = 1200, 630

const (
	margin  = 64
	inside  = Width - 2*margin
	headEnd = 136 // below the name of the site
	space   = 36  // between title and figure, at least
)

// Card is what a picture shows. What the fonts cannot write is left out.
type Card struct {
	Where  string // the place of the page, such as the lesson of a step
	Title  string
	Figure Figure
}

// Figure is drawn at the foot of a picture.
type Figure interface {
	height() int
	draw(c *canvas, y int)
}

// titleSizes are tried from the largest on.
var titleSizes = []float64{76, 64, 54, 46, 40, 34}

const lineHeight = 1.16

// PNG draws a card.
func (p *Painter) PNG(card Card) ([]byte, error) {
	c := p.canvas()
	c.logo(margin, 56)
	c.text(margin+116, 93, c.face(bold, 36), "ink", "Rowkey")
	words := c.face(regular, 28)
	where := words.shortened(card.Where, inside-300)
	c.text(Width-margin-words.width(where), 93, words, "ink-3", where)
	top := Height - margin - card.Figure.height()
	c.title(card.Title, top-space)
	card.Figure.draw(c, top)
	if c.err != nil {
		return nil, fmt.Errorf("picture of %q: %w", card.Title, c.err)
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&out, c.image)
	return out.Bytes(), err
}

// title writes a title as large as it fits above y.
func (c *canvas) title(title string, y int) {
	for i, size := range titleSizes {
		face := c.face(bold, size)
		step := int(size * lineHeight)
		most := max(1, (y-headEnd)/step)
		lines := face.wrap(title, inside)
		if len(lines) > most && i+1 < len(titleSizes) {
			continue
		}
		if len(lines) > most {
			lines = append(lines[:most-1], face.shortened(strings.Join(lines[most-1:], " "), inside))
		}
		for n, line := range lines {
			c.text(margin, headEnd+n*step+int(size), face, "ink", line)
		}
		return
	}
}

// logo draws three partitions and one key.
func (c *canvas) logo(x, y int) {
	const unit = 3
	for _, band := range [][2]int{{0, 8}, {10, 12}, {24, 6}} {
		c.rect(x+band[0]*unit, y+6*unit, band[1]*unit, 6*unit, "control")
	}
	c.rect(x+17*unit, y, 3*unit, 18*unit, "key")
}
