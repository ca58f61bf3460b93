package control

import (
	"strconv"
	"strings"

	"rowkey/engine/percent"
)

// parseQuery reads name=value pairs as a form sends them: "+" is a space.
func parseQuery(s string) map[string]string {
	m := map[string]string{}
	for _, pair := range strings.Split(s, "&") {
		name, value, _ := strings.Cut(strings.ReplaceAll(pair, "+", " "), "=")
		m[percent.DecodeTolerant(name)] = percent.DecodeTolerant(value)
	}
	return m
}

// number reads an option of the query string that has to be at least 1.
func (c *call) number(name string, otherwise int) (int, error) {
	text := c.query[name]
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, notNumber(name, text)
	}
	return n, nil
}

// count reads an option of the query string that is a place, from 0 on; 0 is the default.
func (c *call) count(name string) (int, error) {
	if c.query[name] == "0" {
		return 0, nil
	}
	return c.number(name, 0)
}

// below reads a place in a list of that length.
func (c *call) below(name string, length int) (int, error) {
	n, err := c.count(name)
	if err == nil && n >= length {
		err = notNumber(name, c.query[name])
	}
	return n, err
}

func notNumber(name, text string) error {
	return refuse(400, "control-number", name, strconv.Quote(text))
}

// atMost refuses a number of the body that is too large.
func atMost(name string, n, most uint64) error {
	if n > most {
		return refuse(400, "control-at-most", name, strconv.FormatUint(most, 10), strconv.FormatUint(n, 10))
	}
	return nil
}
