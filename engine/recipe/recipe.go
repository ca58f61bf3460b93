// Package recipe makes entities by a rule: how many there are, and how the values of each attribute are made. The same
// recipe makes the same entities. A [Recipe] fills a table and has keys and types as well; the [Entities] of a workload
// have none, because each design gives them others.
//
// Rule book: ours. Not here: the workload (package workload), and writing entities to a table (engine.Fill).
package recipe

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"rowkey/engine/edm"
	"rowkey/engine/jsontext"
	"rowkey/engine/message"
)

// Bad is what is wrong with a recipe.
type Bad string

// Error returns what is wrong.
func (b Bad) Error() string { return string(b) }

// bad makes a Bad of an error that has no code of its own.
func bad(err error) error {
	if _, text := errors.AsType[message.Text](err); err == nil || text {
		return err
	}
	return Bad(err.Error())
}

// Recipe makes the entities of a table: the same recipe makes the same entities.
type Recipe struct {
	w              *Entities
	partition, row key
	properties     []property
}

// property is an attribute that is stored beside the keys.
type property struct {
	name     string
	index    int // of the attribute
	typ      edm.Type
	decimals int // of a Double that is made of a whole number
}

// The limits of a recipe.
const (
	maxMade     = 100_000
	maxDecimals = 6
)

var recipeKinds = append(slices.Clip(kinds), "time", "guid")

// Parse reads a recipe, which is JSON: {"count":100,"seed":7,"partition":"dev-{device:4}","row":"{At}",
// "attributes":{"device":{"range":[1,9],"zipf":true},"At":{"time":["2026-01-01","2026-02-01"]}},
// "properties":{"At":{"type":"DateTime"}}}. Errors: what is wrong with it, for its author.
func Parse(text string) (*Recipe, error) {
	r, err := parse(text)
	return r, bad(err)
}

func parse(text string) (*Recipe, error) {
	o, err := jsontext.ReadObject(text)
	if err != nil {
		return nil, err
	}
	r := &Recipe{}
	if r.w, err = parseEntities("count", text, maxMade, recipeKinds); err != nil {
		return nil, err
	}
	if r.partition, err = r.w.parseKey(o.Text("partition")); err != nil {
		return nil, err
	}
	if r.row, err = r.w.parseKey(o.Text("row")); err != nil {
		return nil, err
	}
	properties, _ := jsontext.Member(text, "properties")
	each(properties, func(name, value string) {
		if err == nil {
			err = r.addProperty(name, value)
		}
	})
	return r, errors.Join(err, o.Err())
}

func (r *Recipe) addProperty(name, text string) error {
	o, err := jsontext.ReadObject(text)
	if err != nil {
		return err
	}
	p := property{name: name, index: r.w.Index(name), decimals: int(o.Int("decimals"))}
	p.typ, _ = edm.ParseType("Edm." + o.Text("type"))
	switch {
	case o.Err() != nil:
		return fmt.Errorf("property %q: %w", name, o.Err())
	case p.index < 0:
		return fmt.Errorf("property %q: there is no attribute of that name", name)
	case p.typ == 0 || p.typ == edm.TypeBinary || p.decimals < 0 || p.decimals > maxDecimals:
		return fmt.Errorf("property %q needs a type other than Binary, and at most %d decimals", name, maxDecimals)
	}
	r.properties = append(r.properties, p)
	return nil
}

// Count is how many entities the recipe makes.
func (r *Recipe) Count() int { return r.w.Count }

// Make returns entity number i, from 0. Errors: a value that its type cannot have, a key that is
// not allowed, those of [edm.Entity.Validate].
func (r *Recipe) Make(i int) (edm.Entity, error) {
	thing := r.w.generate(i)
	e := edm.Entity{PartitionKey: r.partition.of(r.w, thing), RowKey: r.row.of(r.w, thing)}
	for _, p := range r.properties {
		v, err := p.value(thing[p.index])
		if err != nil {
			return e, bad(fmt.Errorf("%q is not a value of %s, which is %s", thing[p.index], p.name, p.typ))
		}
		e.Properties = append(e.Properties, edm.Property{Name: p.name, Value: v})
	}
	if edm.ValidateKey(edm.PartitionKey, e.PartitionKey) != nil || edm.ValidateKey(edm.RowKey, e.RowKey) != nil {
		return e, bad(fmt.Errorf("entity %d would have the keys %.200q and %.200q: "+
			"a key has at most 512 characters, and none of them is / \\ # or ?",
			i+1, e.PartitionKey, e.RowKey))
	}
	return e, e.Validate()
}

// Shape describes the table that a recipe fills, by the keys of all its entities.
type Shape struct {
	Partitions int `json:"partitions"`
	Largest    int `json:"largest"`  // entities of the largest partition
	Repeated   int `json:"repeated"` // entities whose keys an earlier one has
}

// Shape makes the keys of all entities.
func (r *Recipe) Shape() Shape {
	var s Shape
	seen, partitions := map[[2]string]bool{}, map[string]int{}
	for i := range r.w.Count {
		thing := r.w.generate(i)
		at := [2]string{r.partition.of(r.w, thing), r.row.of(r.w, thing)}
		if seen[at] {
			s.Repeated++
			continue
		}
		seen[at] = true
		partitions[at[0]]++
		s.Largest = max(s.Largest, partitions[at[0]])
	}
	s.Partitions = len(partitions)
	return s
}

// value reads a value of an attribute as one of the type.
func (p *property) value(text string) (edm.Value, error) {
	switch p.typ {
	case edm.TypeInt32:
		n, err := strconv.ParseInt(text, 10, 32)
		return edm.Int32(int32(n)), err
	case edm.TypeInt64:
		n, err := strconv.ParseInt(text, 10, 64)
		return edm.Int64(n), err
	case edm.TypeDouble:
		f, err := strconv.ParseFloat(text, 64)
		return edm.Double(f / math.Pow10(p.decimals)), err
	case edm.TypeBoolean:
		yes, err := strconv.ParseBool(text)
		return edm.Boolean(yes), err
	case edm.TypeDateTime:
		return edm.ParseDateTime(text)
	case edm.TypeGUID:
		return edm.GUID(text)
	}
	return edm.String(text), nil
}
