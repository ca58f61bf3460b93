package script

import (
	"slices"
	"strconv"

	"rowkey/engine/message"
	"rowkey/engine/spelling"
)

// helperArgs says how many arguments a helper takes: at least, and at most or -1.
type helperArgs struct {
	name     string
	min, max int
}

var helpers = []helperArgs{
	{"guid", 0, 0}, {"randomInt", 2, 2}, {"timestamp", 0, 2}, {"datetime", 1, 3}, {"index", 0, 0},
	{"pad", 2, 2}, {"mod", 2, 2}, {"hash", 2, 2}, {"pick", 2, -1}, {"lower", 1, 1}, {"add", 2, 2},
	{"mul", 2, 2}, {"div", 2, 2}, {"sub", 2, 2}, {"ticks", 0, 1}, {"invertedTicks", 0, 1},
	{"fromTicks", 1, 1}, {"client", 0, 0}, {"repeat", 2, 3}, {"n", 0, 0},
	{"item", 0, 0}, {"crash", 0, 0}, {"after", 0, 0},
	{"learner", 1, 1}, {"sas", 3, -1}, {"replace", 3, 3}, {"part", 3, 3},
	{"eq", 2, 3}, {"ne", 2, 3}, {"gt", 2, 3}, {"ge", 2, 3}, {"lt", 2, 3}, {"le", 2, 3},
	{"and", 2, -1}, {"or", 2, -1}, {"not", 1, 1},
}

// elsewhere are helpers of other tools that need what a page does not have.
var elsewhere = []string{"processEnv", "dotenv", "aadToken", "aadV2Token", "oidcAccessToken"}

// CheckHelper says what is wrong with a call, nil if nothing is, and the name that was meant.
func CheckHelper(r *Ref) (problem message.Text, meant string) {
	for _, h := range helpers {
		switch {
		case h.name != r.Helper:
		case len(r.Args) < h.min || h.max >= 0 && len(r.Args) > h.max:
			return wrongCount(h), ""
		default:
			return nil, ""
		}
	}
	if slices.Contains(elsewhere, r.Helper) {
		return message.New("helper-elsewhere", r.Helper), ""
	}
	names := make([]string, len(helpers))
	for i, h := range helpers {
		names[i] = h.name
	}
	return message.New("unknown-helper", r.Helper), spelling.Nearest(r.Helper, names)
}

// wrongCount says how many arguments a helper takes.
func wrongCount(h helperArgs) message.Text {
	least, most := strconv.Itoa(h.min), strconv.Itoa(h.max)
	switch {
	case h.max == 0:
		return message.New("helper-takes-none", h.name)
	case h.max == 1 && h.min == 1:
		return message.New("helper-takes-one", h.name)
	case h.max < 0:
		return message.New("helper-takes-at-least", h.name, least)
	case h.min == h.max:
		return message.New("helper-takes", h.name, least)
	}
	return message.New("helper-takes-between", h.name, least, most)
}
