package recipe

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/lists"
)

// Entities says how many entities there are, and how their attributes are made.
type Entities struct {
	Count      int
	Attributes []Attribute
	seed       uint64
	recipe     bool // of a table: a time is a moment, written as text
	length     int  // of the values of an entity at most, in bytes
}

// The limits of an entity.
const (
	maxAttributes = 100
	maxLength     = 4 << 10 // of the values, in bytes
)

// ParseEntities reads the entities of a workload, of which there are so many at most:
// {"count":100,"seed":7,"attributes":{…}}. Errors: what is wrong with them, for their author.
func ParseEntities(text string, most int) (*Entities, error) {
	return parseEntities("entities.count", text, most, append(slices.Clip(kinds), "time"))
}

// parseEntities reads how many entities there are and how their attributes are made. count is what an error calls
// their number.
func parseEntities(count, text string, most int, kinds []string) (*Entities, error) {
	o, err := jsontext.ReadObject(text)
	if err != nil {
		return nil, err
	}
	w := &Entities{Count: int(o.Int("count")), seed: o.Uint("seed"), recipe: slices.Contains(kinds, "guid")}
	if w.Count < 1 || w.Count > most {
		return nil, fmt.Errorf("%s must be from 1 to %d", count, most)
	}
	attributes, _ := jsontext.Member(text, "attributes")
	each(attributes, func(name, value string) {
		if err == nil {
			err = w.addAttribute(name, value, kinds)
		}
	})
	if err != nil {
		return nil, err
	}
	return w, o.Err()
}

func each(text string, visit func(name, value string)) {
	jsontext.Each(text, 0, func(name string, from, to int) bool {
		visit(name, text[from:to])
		return true
	})
}

// Names returns the names of all attributes.
func (w *Entities) Names() []string {
	return lists.Map(w.Attributes, func(a Attribute) string { return a.Name })
}

// Index returns the position of an attribute, -1 if there is none of that name.
func (w *Entities) Index(name string) int {
	return slices.IndexFunc(w.Attributes, func(a Attribute) bool { return a.Name == name })
}

// Values returns the values of entity number i, from 0, in the order of the attributes.
func (w *Entities) Values(i int) []edm.Value {
	list := make([]edm.Value, len(w.Attributes))
	for k, text := range w.generate(i) {
		list[k] = w.Attributes[k].value(text)
	}
	return list
}

func (a *Attribute) value(text string) edm.Value {
	if !a.Numeric() && !a.Timed() {
		return edm.String(text)
	}
	n, _ := strconv.Atoi(text)
	if a.Timed() {
		return edm.DateTime(time.Unix(int64(n), 0).UTC())
	}
	return edm.Int32(int32(n))
}
