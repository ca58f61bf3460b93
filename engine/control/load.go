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

// scaleLoad reads a request for a run. Its load is made of parts, of what a design of a sheet is asked at peak
// ("text" or "sheet" as for /-/sheet, "design" by its number, "factor" by which the users have grown), and of a
// template of keys ("template": {"keys", "attributes", "rate", "writes"}).
func scaleLoad(body string) (datacentre.Request, *Simulated, error) {
	q, messages := datacentre.Read(body, "text", "sheet", "design", "factor", "template")
	out := &Simulated{Messages: messages}
	if len(messages) > 0 {
		return q, out, nil
	}
	o, err := jsontext.ReadObject(body)
	if err != nil {
		return q, out, unreadable(err)
	}
	if o.Has("text") || o.Has("sheet") {
		if err := out.addSheet(o, body, &q.Load); err != nil {
			return q, out, err
		}
	}
	if own, ok := jsontext.Member(body, "template"); ok {
		return q, out, out.addTemplate(o.Object("template"), own, &q.Load)
	}
	return q, out, nil
}

// addSheet adds what a design of a sheet is asked.
func (s *Simulated) addSheet(o *jsontext.Object, body string, load *datacentre.Load) error {
	text, form := o.Text("text"), o.Raw("sheet")
	if err := o.Err(); err != nil {
		return unreadable(err)
	}
	source := SheetSource{&text, form}
	of, messages := source.read()
	if s.Sheet = messages; sheet.Failed(messages) {
		return nil
	}
	design := s.number(body, "/design", "design", 0, sheet.MaxDesigns)
	factor := s.number(body, "/factor", "factor", 1, mostGrowth)
	parts, ok := traffic.Parts(of, int(design), factor)
	if !ok {
		s.say(datacentre.NoDesign, "/design", nil, design)
	}
	load.Parts = append(parts, load.Parts...)
	return nil
}

// addTemplate adds what the keys of a template are asked.
func (s *Simulated) addTemplate(o *jsontext.Object, text string, load *datacentre.Load) error {
	own := traffic.Template{
		Keys: o.Text("keys"), Attributes: o.Strings("attributes"),
		Rate:   s.number(text, "/template/rate", "rate", 1000, datacentre.MaxRate),
		Writes: s.number(text, "/template/writes", "writes", 40, mostShare),
	}
	if err := o.Err(); err != nil {
		return unreadable(err)
	}
	parts, wrong := own.Parts()
	if s.Sheet = append(s.Sheet, wrong...); len(parts) == 0 && len(wrong) == 0 {
		s.say(datacentre.BadKeys, "/template/keys", []string{own.Keys})
	}
	load.Parts = append(parts, load.Parts...)
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
