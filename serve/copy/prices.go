package copy

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// prices are those that the user gives, for 10,000 transactions of a kind. The program has none: they differ by region
// and change.
type prices struct {
	read, write float64
	known       bool
}

// parsePrices reads one price for everything, or one for each kind.
func parsePrices(text string) (prices, error) {
	if text == "" {
		return prices{}, nil
	}
	if p, err := parsePrice(text); err == nil {
		return prices{p, p, true}, nil
	}
	all := prices{known: true}
	for one := range strings.SplitSeq(text, ",") {
		kind, number, _ := strings.Cut(strings.TrimSpace(one), "=")
		p, err := parsePrice(cmp.Or(number, one))
		switch {
		case err != nil:
			return prices{}, err
		case kind == "read":
			all.read = p
		case kind == "write":
			all.write = p
		default:
			return prices{}, fmt.Errorf("-price: %q is unknown, write read=0.02,write=0.04", kind)
		}
	}
	return all, nil
}

func parsePrice(text string) (float64, error) {
	p, err := strconv.ParseFloat(text, 64)
	if err != nil || p < 0 || math.IsNaN(p) || math.IsInf(p, 0) {
		return 0, fmt.Errorf("-price must be a number such as 0.036, or read=0.02,write=0.04, not %q", text)
	}
	return p, nil
}

// of returns what so many requests cost.
func (p prices) of(reads, writes int) float64 {
	return (float64(reads)*p.read + float64(writes)*p.write) / 10_000
}
