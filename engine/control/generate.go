package control

import (
	"cmp"
	"errors"

	"rowkey/engine"
	"rowkey/engine/message"
	"rowkey/engine/recipe"
)

// The most entities of one request: those that are shown, and those that are written before a page hears of it.
const (
	maxShown  = 100
	maxFilled = 10_000
)

// Generated is the answer to POST /-/generate: the first entities of a recipe, and the shape of the table with all.
type Generated struct {
	Entities []Entity     `json:"entities"`
	Shape    recipe.Shape `json:"shape"`
}

// generate shows what a recipe makes, and stores none of it.
func generate(c *call, in Raw) (*Generated, error) {
	r, err := recipeOf(in)
	if err != nil {
		return nil, err
	}
	top, err := c.number("top", maxShown)
	if err != nil {
		return nil, err
	}
	out := &Generated{}
	for i := range min(r.Count(), top, maxShown) {
		e, err := r.Make(i)
		if err != nil {
			return out, badRecipe(err)
		}
		out.Entities = append(out.Entities, textOf(&e))
	}
	out.Shape = r.Shape()
	return out, nil
}

// fill writes entities of a recipe into a table; the query says table, from and top.
func fill(c *call, in Raw) (*Filled, error) {
	r, err := recipeOf(in)
	if err != nil {
		return nil, err
	}
	from, wrong := c.count("from")
	top, err := c.number("top", maxFilled)
	if err = cmp.Or(wrong, err); err != nil {
		return nil, err
	}
	out, err := c.e.Fill(c.ctx, c.query["table"], r, from, min(top, maxFilled))
	return &out, badRecipe(err)
}

// Filled is the answer to POST /-/fill.
type Filled = engine.Filled

// recipeOf reads the body of a request.
func recipeOf(body Raw) (*recipe.Recipe, error) {
	r, err := recipe.Parse(string(body))
	return r, badRecipe(err)
}

// badRecipe says what is wrong with a recipe; its author sent the request.
func badRecipe(err error) error {
	if text, ok := errors.AsType[message.Text](err); ok {
		return refusal(400, text)
	}
	if bad, ok := errors.AsType[recipe.Bad](err); ok {
		return refuse(400, "bad-recipe", string(bad))
	}
	return err
}
