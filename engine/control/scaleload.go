//go:build !js || workbench

package control

import (
	"strconv"

	"rowkey/engine/datacentre"
	"rowkey/engine/jsontext"
	"rowkey/engine/sheet"
	"rowkey/engine/traffic"
)

// The largest numbers beside those of package datacentre.
const (
	mostGrowth = 1e6 // of the users of a sheet
	mostShare  = 100 // percent
)

// scaleLoad reads a request for a run. Its load is made of parts, of what a design of a sheet is asked at peak ("text" or
// "sheet" as for /-/sheet, "design" by its number, "factor" by which the users have grown), and of a template of keys
// ("template": {"keys", "attributes", "rate", "writes"}).
func (c *call) scaleLoad() (datacentre.Request, Simulated, error) {
	body := string(c.body)
	q, messages := datacentre.Read(body, "text", "sheet", "design", "factor", "template")
	out := Simulated{Messages: messages}
	if len(messages) > 0 {
		return q, out, nil
	}
	_, text := jsontext.Member(body, "text")
	if _, object := jsontext.Member(body, "sheet"); text || object {
		if err := c.addSheet(&q, &out); err != nil {
			return q, out, err
		}
	}
	if own, ok := jsontext.Member(body, "template"); ok {
		return q, out, c.addTemplate(own, &q, &out)
	}
	return q, out, nil
}

// addSheet adds what a design of a sheet is asked.
func (c *call) addSheet(q *datacentre.Request, out *Simulated) error {
	s, wrong, err := c.readSheet()
	if out.Sheet = wrong; err != nil || sheet.Failed(wrong) {
		return err
	}
	design := out.number(string(c.body), "/design", "design", 0, sheet.MaxDesigns)
	factor := out.number(string(c.body), "/factor", "factor", 1, mostGrowth)
	parts, ok := traffic.Parts(s, int(design), factor)
	if !ok {
		out.say(datacentre.NoDesign, "/design", nil, design)
	}
	q.Load.Parts = append(parts, q.Load.Parts...)
	return nil
}

// addTemplate adds what the keys of a template are asked.
func (c *call) addTemplate(text string, q *datacentre.Request, out *Simulated) error {
	o, err := c.object()
	if err != nil {
		return err
	}
	t := o.Object("template")
	own := traffic.Template{
		Keys: t.Text("keys"), Attributes: t.Strings("attributes"),
		Rate:   out.number(text, "/template/rate", "rate", 1000, datacentre.MaxRate),
		Writes: out.number(text, "/template/writes", "writes", 40, mostShare),
	}
	if err := t.Err(); err != nil {
		return unreadable(err)
	}
	parts, wrong := own.Parts()
	if out.Sheet = append(out.Sheet, wrong...); len(parts) == 0 && len(wrong) == 0 {
		out.say(datacentre.BadKeys, "/template/keys", []string{own.Keys})
	}
	q.Load.Parts = append(parts, q.Load.Parts...)
	return nil
}

func (s *Simulated) say(code datacentre.Code, path string, names []string, numbers ...float64) {
	s.Messages = append(s.Messages, datacentre.Message{Code: code, Path: path, Names: names, Numbers: numbers})
}

// number reads a number from 0 to most of an object.
func (s *Simulated) number(object, path, name string, otherwise, most float64) float64 {
	text, ok := jsontext.Member(object, name)
	if !ok {
		return otherwise
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n >= 0 && n <= most) {
		s.say(datacentre.OutOfRange, path, nil, n, 0, most)
		return otherwise
	}
	return n
}
