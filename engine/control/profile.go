//go:build !js || workbench

package control

import (
	"errors"
	"strconv"
	"strings"

	"rowkey/engine/jsontext"
	"rowkey/engine/message"
	"rowkey/engine/profile"
	"rowkey/engine/sheet"
)

// ProfileProgress is the answer to POST /-/profile: how much of the file has been read.
type ProfileProgress struct {
	Rows  int  `json:"rows"`
	Bytes int  `json:"bytes"`
	Done  bool `json:"done"`
}

// ProfiledSheet is the answer to POST /-/profile/keys/sheet: a sheet that was filled with measured numbers.
type ProfiledSheet struct {
	Text     string         `json:"text"`
	Sheet    jsontext.Raw   `json:"sheet"`    // the same in its JSON form
	Measured []string       `json:"measured"` // paths of the JSON form whose numbers were measured
	Rows     int            `json:"rows"`     // on so many rows
	LeftOut  []string       `json:"leftOut"`  // columns that did not fit
	NoName   bool           `json:"noName"`   // no columns name a row, so the sheet has one that the file does not have
	Unread   []UnreadFilter `json:"unread"`
}

// UnreadFilter is a filter that became no question: the line of the list, and why.
type UnreadFilter struct {
	Line int    `json:"line"`
	Why  string `json:"why"` // syntax, or, column, range, signed, many
}

// beginProfile begins with a file; the query says its name and its size in bytes.
func (c *call) beginProfile() (any, error) {
	size, err := c.count("size")
	if err != nil {
		return nil, err
	}
	return ProfileProgress{}, badFile(c.profiled.begin(c.query["name"], size))
}

// addToProfile reads a slice of the file, which is the body; last=true ends it, cut=true ends it after the last whole row.
func (c *call) addToProfile() (any, error) {
	if c.query["cut"] == "true" {
		rows, bytes, err := c.profiled.cut()
		return ProfileProgress{rows, bytes, true}, badFile(err)
	}
	last := c.query["last"] == "true"
	rows, bytes, err := c.profiled.add(c.body, last)
	return ProfileProgress{rows, bytes, last}, badFile(err)
}

// profile answers what is known of the file; values=true shows some values of it.
func (c *call) profile() (any, error) {
	var out profile.Report
	err := c.profiled.with(func(p *profile.Profile) error {
		out = p.Report(c.query["values"] == "true")
		return nil
	})
	return out, badFile(err)
}

// profilePartitions answers which partitions columns make; they are in the path, as a list of their positions.
func (c *call) profilePartitions() (any, error) {
	var out profile.Partitions
	err := c.profiled.with(func(p *profile.Profile) (err error) {
		var names []string
		for _, text := range strings.Split(c.path[1], ",") {
			at, err := strconv.Atoi(text)
			if err != nil || at < 0 {
				return refuse(400, "control-number", "columns", strconv.Quote(text))
			}
			names = append(names, p.Name(at))
		}
		out, err = p.Partitions(names, c.query["values"] == "true")
		return err
	})
	return out, badFile(err)
}

// fillSheet fills a sheet. The body has the choices: types of columns, filters, and positions of keys.
func (c *call) fillSheet() (any, error) {
	o, err := c.object()
	if err != nil {
		return nil, err
	}
	choices := profile.Choices{Types: o.Texts("types"), Filters: o.Text("filters"), Keys: o.Ints("keys")}
	if o.Err() != nil {
		return nil, unreadable(o.Err())
	}
	out := ProfiledSheet{}
	err = c.profiled.with(func(p *profile.Profile) error {
		f := p.Fill(choices)
		out = ProfiledSheet{Text: sheet.Write(f.Sheet), Sheet: jsontext.Raw(sheet.WriteJSON(f.Sheet)), Measured: f.Measured, Rows: f.Rows, LeftOut: f.LeftOut, NoName: f.NoName}
		out.Unread = []UnreadFilter{}
		for _, u := range f.Unread {
			out.Unread = append(out.Unread, UnreadFilter(u))
		}
		return nil
	})
	return out, badFile(err)
}

// profileSample answers the rows of the sample as JSON lines.
func (c *call) profileSample() (any, error) {
	var out raw
	err := c.profiled.with(func(p *profile.Profile) error {
		out = p.AppendSample(raw{})
		return nil
	})
	return out, badFile(err)
}

// forgetProfile gives the memory back.
func (c *call) forgetProfile() (any, error) {
	c.profiled.forget()
	return ProfileProgress{}, nil
}

// badFile says what is wrong with a file; its reader is the one who asks.
func badFile(err error) error {
	text := message.Text(nil)
	if errors.As(err, &text) {
		return refusal(400, text)
	}
	return err
}
