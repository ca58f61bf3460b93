package course

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"rowkey/engine"
	"rowkey/engine/client"
	"rowkey/engine/clock"
	"rowkey/engine/control"
	"rowkey/engine/recipe"
	"rowkey/engine/rest"
)

// MadeRows are the entities of a table before a program begins, made by a recipe.
type MadeRows struct {
	Table  string          `json:"table"`
	Recipe json.RawMessage `json:"recipe"`
}

// MadeRowsOf reads the rows of a program in a front matter: a list of {table, recipe}, where the recipe is JSON.
func MadeRowsOf(list any) (rows []MadeRows, err error) {
	all, _ := list.([]any)
	for _, item := range all {
		of, _ := item.(map[string]any)
		table, _ := of["table"].(string)
		text, _ := of["recipe"].(string)
		if _, err := recipe.Parse(text); table == "" || err != nil {
			return nil, fmt.Errorf("rows of %q: %w", table, errors.Join(err, errors.New("table and recipe are required")))
		}
		rows = append(rows, MadeRows{table, json.RawMessage(strings.TrimSpace(text))})
	}
	return rows, nil
}

// Sent is a request that a program sent to tables, as a recording keeps it: a line of JSON.
type Sent struct {
	At      int    `json:"at"` // milliseconds since the first one
	Method  string `json:"method"`
	Target  string `json:"target"` // below the account
	Body    string `json:"body,omitempty"`
	Type    string `json:"type,omitempty"`   // of the body
	Accept  string `json:"accept,omitempty"` // and other header fields
	Prefer  string `json:"prefer,omitempty"`
	IfMatch string `json:"ifMatch,omitempty"`
	Agent   string `json:"agent,omitempty"`
	Port    string `json:"port,omitempty"` // of its connection
}

// Recording is what the engine says of requests that were recorded.
type Recording struct {
	Watched json.RawMessage `json:"watched"`
	Extras  []*Extra        `json:"extras"` // by the place of the shape; null for one that reads no entities
}

// Extra is what a page shows of a shape beside its sums.
type Extra struct {
	Picture json.RawMessage `json:"picture"` // of the request that read most
	Plan    json.RawMessage `json:"plan"`    // null for one that names a row
}

// Replay sends requests again to an engine with these rows, at the same distances in time, and returns what it says of
// them.
func Replay(rows []MadeRows, lines string) (*Recording, error) {
	now := clock.At(client.Epoch)
	e, err := control.Open(engine.Options{Control: true, Clock: now})
	if err != nil {
		return nil, err
	}
	defer e.Close()
	box := &Sandbox{Ask: askOf(e)}
	for _, r := range rows {
		path := fmt.Sprintf("/-/fill?table=%s&from=0&top=10000", url.QueryEscape(r.Table))
		if err := box.call("POST", path, r.Recipe, nil); err != nil {
			return nil, fmt.Errorf("rows of %s: %w", r.Table, err)
		}
	}
	if err := box.call("POST", "/-/watch", map[string]bool{"record": true, "clear": true}, nil); err != nil {
		return nil, err
	}
	at := 0
	for line := range strings.Lines(lines) {
		var s Sent
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			return nil, err
		}
		now.Advance(time.Duration(s.At-at) * time.Millisecond)
		at = s.At
		if err := s.send(e); err != nil {
			return nil, err
		}
	}
	var out Recording
	err = box.call("POST", "/-/watch", map[string]bool{"record": false, "examine": true}, &out.Watched)
	if err != nil {
		return nil, err
	}
	return &out, out.explain(box)
}

// send sends the request again.
func (s *Sent) send(e *control.Handler) error {
	path, query, _ := strings.Cut(s.Target, "?")
	r, err := rest.PathStyle(rest.TableService, s.Method, "http://127.0.0.1:10002/"+engine.Account+"/"+path)
	if err != nil {
		return err
	}
	r.Query, r.Body, r.Remote, r.Port = query, []byte(s.Body), "127.0.0.1", s.Port
	for _, f := range [...]rest.Field{{Name: "Content-Type", Value: s.Type}, {Name: "Accept", Value: s.Accept},
		{Name: "Prefer", Value: s.Prefer}, {Name: "If-Match", Value: s.IfMatch}, {Name: "User-Agent", Value: s.Agent}} {
		if f.Value != "" {
			r.Header = append(r.Header, f)
		}
	}
	e.Serve(context.Background(), r)
	return nil
}

// explain asks why each shape costs what it costs.
func (r *Recording) explain(box *Sandbox) error {
	var w struct {
		Shapes []struct {
			Does, Class string
			MostRead    int
			Samples     []struct {
				Record, Read int
				Target       string
			}
		}
	}
	if err := json.Unmarshal(r.Watched, &w); err != nil {
		return err
	}
	for _, s := range w.Shapes {
		if s.Class == "" {
			r.Extras = append(r.Extras, nil)
			continue
		}
		worst := s.Samples[0]
		for _, x := range s.Samples {
			if x.Read == s.MostRead {
				worst = x
				break
			}
		}
		x := &Extra{Plan: json.RawMessage("null")}
		if err := box.call("GET", fmt.Sprintf("/-/ledger/%d/keyline", worst.Record), nil, &x.Picture); err != nil {
			return err
		}
		if s.Does != "get" {
			_, query, _ := strings.Cut(worst.Target, "?")
			options, err := url.ParseQuery(query)
			if err != nil {
				return err
			}
			var planned struct{ Plan json.RawMessage }
			if err := box.call("POST", "/-/plan", map[string]string{"filter": options.Get("$filter")}, &planned); err != nil {
				return err
			}
			x.Plan = planned.Plan
		}
		r.Extras = append(r.Extras, x)
	}
	return nil
}
