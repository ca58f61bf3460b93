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
	Text     string           `json:"text"`
	Sheet    jsontext.Raw     `json:"sheet"`    // the same in its JSON form
	Measured []string         `json:"measured"` // paths of the JSON form whose numbers were measured
	Rows     int              `json:"rows"`     // on so many rows
	LeftOut  []string         `json:"leftOut"`  // columns that did not fit
	NoName   bool             `json:"noName"`   // no columns identify a row: the sheet has one more attribute
	Unread   []profile.Unread `json:"unread"`
}

// file is the file of rows that is examined. The zero value is none.
type file struct {
	profile *profile.Profile
	done    bool // it was read to its end
}

// beginProfile begins with a file, and forgets the one before; the query says its name and its size in bytes.
func beginProfile(c *call, _ *None) (*ProfileProgress, error) {
	size, err := c.count("size")
	if err != nil {
		return nil, err
	}
	return using(&c.file, func(f *file) (*ProfileProgress, error) {
		*f = file{}
		p, err := profile.New(c.query["name"], size)
		if err == nil {
			f.profile = p
		}
		return nil, badFile(err)
	})
}

// addToProfile reads a slice of the file; last=true ends it, cut=true ends it after the last whole row.
func addToProfile(c *call, in Raw) (*ProfileProgress, error) {
	cut, last := c.query["cut"] == "true", c.query["last"] == "true"
	return using(&c.file, func(f *file) (*ProfileProgress, error) {
		p := f.profile
		if p == nil {
			return nil, refuse(400, "no-profile")
		}
		err := f.add(in, cut, last)
		return &ProfileProgress{p.Rows(), p.Bytes(), f.done}, badFile(err)
	})
}

func (f *file) add(slice []byte, cut, last bool) (err error) {
	if cut {
		err = f.profile.Cut()
	} else if err = f.profile.Write(slice); err == nil && last {
		err = f.profile.Close()
	}
	if cut || last {
		f.done = err == nil
	}
	return err
}

// forgetProfile gives the memory back.
func forgetProfile(c *call, _ *None) (*ProfileProgress, error) {
	return using(&c.file, func(f *file) (*ProfileProgress, error) {
		*f = file{}
		return &ProfileProgress{}, nil
	})
}

// profiled calls f with the profile of the file, if that was read to its end.
func profiled[Answer any](c *call, f func(p *profile.Profile) (Answer, error)) (Answer, error) {
	return using(&c.file, func(from *file) (answer Answer, err error) {
		switch {
		case from.profile == nil:
			return answer, refuse(400, "no-profile")
		case !from.done:
			return answer, refuse(400, "profile-open")
		}
		answer, err = f(from.profile)
		return answer, badFile(err)
	})
}

// reportProfile answers what is known of the file; values=true shows some values of it.
func reportProfile(c *call, _ *None) (*profile.Report, error) {
	return profiled(c, func(p *profile.Profile) (*profile.Report, error) {
		return pointer(p.Report(c.query["values"] == "true"), nil)
	})
}

// profilePartitions answers which partitions columns make; they are in the path, as a list of their positions.
func profilePartitions(c *call, _ *None) (*profile.Partitions, error) {
	return profiled(c, func(p *profile.Profile) (*profile.Partitions, error) {
		var names []string
		for _, text := range strings.Split(c.path[1], ",") {
			at, err := strconv.Atoi(text)
			if err != nil || at < 0 {
				return nil, notNumber("columns", text)
			}
			names = append(names, p.Name(at))
		}
		return pointer(p.Partitions(names, c.query["values"] == "true"))
	})
}

// ProfileChoices are the body of POST /-/profile/keys/sheet: what a reader decides before the sheet is filled.
type ProfileChoices struct {
	Types   map[string]string `json:"types,omitempty"`   // of columns, in place of the narrowest that fits
	Filters string            `json:"filters,omitempty"` // a list, one a line
	Keys    []int             `json:"keys,omitempty"`    // positions among Profile.keys
}

// fillSheet fills a sheet.
func fillSheet(c *call, in *ProfileChoices) (*ProfiledSheet, error) {
	return profiled(c, func(p *profile.Profile) (*ProfiledSheet, error) {
		f := p.Fill(profile.Choices{Types: in.Types, Filters: in.Filters, Keys: in.Keys})
		return &ProfiledSheet{
			Text: sheet.Write(f.Sheet), Sheet: jsontext.Raw(sheet.WriteJSON(f.Sheet)), Measured: f.Measured,
			Rows: f.Rows, LeftOut: f.LeftOut, NoName: f.NoName, Unread: f.Unread,
		}, nil
	})
}

// profileSample answers the rows of the sample as JSON lines.
func profileSample(c *call, _ *None) (Raw, error) {
	return profiled(c, func(p *profile.Profile) (Raw, error) { return p.AppendSample(Raw{}), nil })
}

// badFile says what is wrong with a file; its owner sent the request.
func badFile(err error) error {
	if text, ok := errors.AsType[message.Text](err); ok {
		return refusal(400, text)
	}
	return err
}
