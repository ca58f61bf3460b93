package picture

import (
	"fmt"
	"image"
	"image/color"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// shades is how many steps lead from the paper to an ink, so that edges of letters are smooth and a picture still has
// fewer than 256 colours.
const shades = 15

// written are the inks of text and of slanted lines; what is filled with another colour has straight edges.
var written = strings.Fields("ink ink-2 ink-3 key point-text rrange-text pscan-text prange-text tscan-text")

// filled are the colours of areas.
var filled = strings.Fields("control band line point rrange pscan prange tscan " +
	"point-tint rrange-tint pscan-tint prange-tint tscan-tint")

// heatSteps is how many colours a heat map has.
const heatSteps = 8

// Painter draws cards. It may be used from several goroutines.
type Painter struct {
	palette color.Palette // the paper first
	at      map[string]uint8
	fonts   [3]*sfnt.Font
}

type fontName int

const (
	regular fontName = iota
	bold
	mono
)

var (
	token = regexp.MustCompile(`--([a-z0-9-]+):\s*light-dark\(\s*#([0-9a-f]{6}),`)
	step  = regexp.MustCompile(`\bcolor:\s*light-dark\(\s*#([0-9a-f]{6}),`)
)

// NewPainter takes the colours from the style sheets: the tokens, and the steps of a heat map.
func NewPainter(tokens, heat []byte) (*Painter, error) {
	p := &Painter{at: map[string]uint8{}}
	for i, data := range [][]byte{goregular.TTF, gobold.TTF, gomono.TTF} {
		var err error
		if p.fonts[i], err = opentype.Parse(data); err != nil {
			return nil, err
		}
	}
	colours := map[string]color.RGBA{}
	for _, m := range token.FindAllSubmatch(tokens, -1) {
		colours[string(m[1])] = hex(string(m[2]))
	}
	for i, m := range step.FindAllSubmatch(heat, heatSteps) {
		colours[heatName(i)] = hex(string(m[1]))
	}
	paper := colours["bg"]
	p.palette, p.at["bg"] = color.Palette{paper}, 0
	for _, name := range written {
		for n := 1; n <= shades; n++ {
			p.palette = append(p.palette, mixed(paper, colours[name], float64(n)/shades))
		}
		p.at[name] = uint8(len(p.palette) - 1)
	}
	areas := slices.Clone(filled)
	for i := range heatSteps {
		areas = append(areas, heatName(i))
	}
	for _, name := range areas {
		p.add(name, colours[name])
	}
	for _, class := range slices.Sorted(maps.Values(classTokens)) {
		p.add(class+"-rows", mixed(colours[class+"-tint"], colours[class], 0.45))
	}
	for _, name := range slices.Concat([]string{"bg"}, written, areas) {
		if colours[name] == (color.RGBA{}) {
			return nil, fmt.Errorf("the style sheets have no colour %s: light-dark(#rrggbb, …)", name)
		}
	}
	return p, nil
}

func (p *Painter) add(name string, c color.RGBA) {
	p.palette = append(p.palette, c)
	p.at[name] = uint8(len(p.palette) - 1)
}

func heatName(level int) string { return fmt.Sprintf("heat-%d", level) }

func hex(digits string) color.RGBA {
	c := color.RGBA{A: 0xff}
	_, _ = fmt.Sscanf(digits, "%02x%02x%02x", &c.R, &c.G, &c.B) // the expression found nothing else
	return c
}

func mixed(from, to color.RGBA, share float64) color.RGBA {
	part := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*share)) }
	return color.RGBA{part(from.R, to.R), part(from.G, to.G), part(from.B, to.B), 0xff}
}

// canvas is a picture in the making. The first error stays.
type canvas struct {
	*Painter
	image *image.Paletted
	faces map[string]face
	err   error
}

func (p *Painter) canvas() *canvas {
	return &canvas{Painter: p, image: image.NewPaletted(image.Rect(0, 0, Width, Height), p.palette),
		faces: map[string]face{}}
}

func (c *canvas) rect(x, y, w, h int, colour string) {
	at := c.at[colour]
	area := image.Rect(x, y, x+max(w, 0), y+h).Intersect(c.image.Rect)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			c.image.Pix[c.image.PixOffset(x, y)] = at
		}
	}
}

// shade mixes an ink with the paper, by its share between 0 and 1.
func (c *canvas) shade(x, y int, ink string, share float64) {
	n := int(share*shades + 0.5)
	if n <= 0 || !(image.Point{X: x, Y: y}).In(c.image.Rect) {
		return
	}
	c.image.Pix[c.image.PixOffset(x, y)] = c.at[ink] - shades + uint8(min(n, shades))
}

// line draws a straight line of some width.
func (c *canvas) line(x1, y1, x2, y2, width float64, ink string) {
	long := math.Hypot(x2-x1, y2-y1)
	for y := int(min(y1, y2) - width); y <= int(max(y1, y2)+width); y++ {
		for x := int(min(x1, x2) - width); x <= int(max(x1, x2)+width); x++ {
			px, py := float64(x)+0.5-x1, float64(y)+0.5-y1
			along := max(0, min(long, (px*(x2-x1)+py*(y2-y1))/max(long, 1)))
			off := math.Hypot(px-along*(x2-x1)/max(long, 1), py-along*(y2-y1)/max(long, 1))
			c.shade(x, y, ink, min(1, width/2+0.5-off))
		}
	}
}

// face is a font in a size.
type face struct {
	font.Face
	of  *sfnt.Font
	buf *sfnt.Buffer
}

func (c *canvas) face(name fontName, size float64) face {
	key := fmt.Sprint(name, size)
	if f, ok := c.faces[key]; ok {
		return f
	}
	made, err := opentype.NewFace(c.fonts[name], &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil && c.err == nil {
		c.err = err
	}
	f := face{made, c.fonts[name], &sfnt.Buffer{}}
	c.faces[key] = f
	return f
}

// writes reports whether the font has every letter of a text.
func (f face) writes(text string) bool {
	for _, r := range text {
		if i, err := f.of.GlyphIndex(f.buf, r); err != nil || i == 0 {
			return false
		}
	}
	return true
}

func (f face) width(text string) int { return font.MeasureString(f.Face, text).Ceil() }

// text writes a line whose letters stand on y, unless the font lacks one of them.
func (c *canvas) text(x, y int, f face, ink, text string) {
	if text == "" || !f.writes(text) {
		return
	}
	up, down := f.Metrics().Ascent.Ceil(), f.Metrics().Descent.Ceil()
	mask := image.NewAlpha(image.Rect(x, y-up, x+f.width(text)+2, y+down))
	d := font.Drawer{Dst: mask, Src: image.Opaque, Face: f.Face, Dot: fixed.P(x, y)}
	d.DrawString(text)
	for y := mask.Rect.Min.Y; y < mask.Rect.Max.Y; y++ {
		for x := mask.Rect.Min.X; x < mask.Rect.Max.X; x++ {
			c.shade(x, y, ink, float64(mask.AlphaAt(x, y).A)/0xff)
		}
	}
}

// wrap breaks a text into lines of at most a width.
func (f face) wrap(text string, width int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		if n := len(lines); n > 0 && f.width(lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// shortened leaves out the end of a text that is too long.
func (f face) shortened(text string, width int) string {
	letters := []rune(text)
	for n := len(letters); n > 0; n-- {
		short := string(letters[:n])
		if n < len(letters) {
			short = strings.TrimRight(short, " ") + "…"
		}
		if f.width(short) <= width {
			return short
		}
	}
	return ""
}
