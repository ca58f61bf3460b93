package picture

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"
)

func painter(t *testing.T) *Painter {
	t.Helper()
	tokens, err := os.ReadFile("../app/css/base/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	heat, err := os.ReadFile("../app/css/blocks/answers/heat-map.css")
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPainter(tokens, heat)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// staff is a table of three partitions, of which a request read the second and returned two rows.
func staff(class string) Line {
	return Line{Class: class, Word: "Partition scan", Reads: "read 200, returned 2", Parts: []Part{
		{Name: "Marketing", N: 100}, {Name: "Sales", N: 200, Read: &[2]int{0, 200}, Hits: []int{0, 199}},
		{Name: "Support", N: 100}}}
}

var figures = map[string]Figure{
	"lines": Lines{staff("partitionScan"), staff("tableScan")},
	"rows":  Rows{Titles: []string{"Half a key", "Both keys"}, Here: 2},
	"track": Track{{6, 5}, {4}},
	"bars":  Bars{"a second", []Bar{{"Chat", "4,950", 0.7}, {"Orders", "156", 0.4}}},
	"heat":  Heat{{0, 1, 2, 3}, {4, 5, 6, 7}},
	"boxes": Boxes{{Name: "Compound key", To: []int{1}}, {Name: "Log tail", Column: 1, Row: 1, Avoid: true}},
	"mark":  Mark{},
}

func drawn(t *testing.T, card Card) *image.Paletted {
	t.Helper()
	data, err := painter(t).PNG(card)
	if err != nil {
		t.Fatal(err)
	}
	again, err := painter(t).PNG(card)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("%q: drawn twice it differs: %v", card.Title, err)
	}
	shown, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return shown.(*image.Paletted)
}

// inked is where anything is drawn in a part of a picture.
func inked(p *image.Paletted, in image.Rectangle) image.Rectangle {
	var found image.Rectangle
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			if p.ColorIndexAt(x, y) != 0 {
				found = found.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return found
}

func TestNothingIsDrawnInTheMargin(t *testing.T) {
	room := image.Rect(margin-1, 50, Width-margin+2, Height-margin+1)
	for name, figure := range figures {
		p := drawn(t, Card{Where: "Learn", Title: strings.Repeat("A title that is much too long ", 9), Figure: figure})
		if all := inked(p, p.Rect); !all.In(room) {
			t.Errorf("%s: something is drawn in %v, outside of %v", name, all, room)
		}
		top := Height - margin - figure.height()
		if title := inked(p, image.Rect(0, headEnd, Width, top)); title.Max.Y > top-8 || title.Dy() < 30 {
			t.Errorf("%s: the title is drawn in %v, the figure begins at %d", name, title, top)
		}
	}
}

func TestAKeyLineShowsWhatWasReadAndReturned(t *testing.T) {
	c := painter(t).canvas()
	line := staff("partitionScan")
	line.bands(c, 100)
	places := line.places()
	for i, wants := range []map[string]bool{
		{"band": true}, {"pscan-tint": true, "pscan-rows": true, "pscan": true}, {"band": true},
	} {
		found := map[string]bool{}
		for x := places[i][0]; x < places[i][1]; x++ {
			for name, at := range c.at {
				if c.image.ColorIndexAt(x, 116) == at {
					found[name] = true
				}
			}
		}
		for name := range wants {
			if !found[name] {
				t.Errorf("partition %s lacks %s: %v", line.Parts[i].Name, name, found)
			}
		}
		if len(found) != len(wants) {
			t.Errorf("partition %s has the colours %v, want %v", line.Parts[i].Name, found, wants)
		}
	}
	if over := inked(c.image, image.Rect(0, 100-hitOver, Width, 100)); over.Min.X < places[1][0]-hitWide ||
		over.Max.X > places[1][1]+hitWide || over.Dx() < 200 {
		t.Errorf("ticks of returned rows are at %v, want both ends of %v", over, places[1])
	}
}

func TestWordsThatTheFontsLackAreLeftOut(t *testing.T) {
	with := drawn(t, Card{Title: "Keys", Figure: Mark{}})
	without := drawn(t, Card{Title: "鍵", Figure: Mark{}})
	area := image.Rect(0, headEnd, Width, Height-margin-Mark{}.height())
	if inked(with, area).Empty() || !inked(without, area).Empty() {
		t.Errorf("title in %v, and without letters for it in %v", inked(with, area), inked(without, area))
	}
}

func TestTheStyleSheetHasTheColours(t *testing.T) {
	if _, err := NewPainter([]byte("--bg: light-dark(#ffffff, #000000);"), nil); err == nil ||
		!strings.Contains(err.Error(), "no colour ink") {
		t.Errorf("error = %v, want the name of the first colour that is missing", err)
	}
}
