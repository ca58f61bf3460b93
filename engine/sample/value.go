package sample

import (
	"math"
	"strconv"
	"strings"
	"time"

	"rowkey/engine/calendar"
	"rowkey/engine/edm"
	"rowkey/engine/hash"
	"rowkey/engine/lists"
	"rowkey/engine/plan/facts"
	"rowkey/engine/sheet"
)

// attribute makes a value. Times rise with the number of the thing, and so does what follows them.
func (k *maker) attribute(kind, attr, i, try int, r *hash.Sequence) edm.Value {
	a := &k.Kinds[kind].Attributes[attr]
	n := math.Max(1, k.Population(kind))
	_, linked := k.links[a]
	switch {
	case a.Type.Name == sheet.Time:
		cover := k.Cover(kind)
		at := float64(k.now) - cover + cover*float64(i)/n + float64(r.Next()%1000)/1000*cover/n
		return edm.DateTime(time.Unix(int64(started(a.Type.Unit, int(at))), 0).UTC())
	case a.Type.Name == sheet.GUID && !linked:
		v, _ := edm.GUID(hash.NewRandom(r.Next()).GUID())
		return v
	case k.Names(sheet.Ref{Kind: kind, Attr: attr}) && a.Identity && (a.Type.Name == sheet.Text || a.Type.Name == ""):
		return edm.String(k.text(k.Kinds[kind].Name, i, length(a), n))
	case k.Names(sheet.Ref{Kind: kind, Attr: attr}) || a.Follows != "":
		return k.numbered(a, i, n)
	case a.Identity && len(k.Kinds[kind].Of) > 0:
		parents := max(1, len(k.things[k.KindOf(k.Kinds[kind].Of[0].Kind)]))
		distinct := k.Distinct(sheet.Ref{Kind: kind, Attr: attr})
		number := i / parents
		if try > 0 {
			number = int(r.Next() >> 20)
		}
		return k.numbered(a, number%max(1, int(distinct)), distinct)
	}
	return k.drawn(a, k.Distinct(sheet.Ref{Kind: kind, Attr: attr}), r)
}

// started returns the first second of the period of a unit that a time is in.
func started(unit string, at int) int {
	if u := calendar.Of(unit); u != 0 {
		return u.Start(at)
	}
	return at
}

// drawn draws a value as often as the sheet says.
func (k *maker) drawn(a *sheet.Attribute, n float64, r *hash.Sequence) edm.Value {
	x := float64(r.Next()>>11) / (1 << 53)
	for _, w := range a.Skew.Weights {
		if x -= w.Share / 100; x < 0 {
			return parse(a.Type.Name, w.Value)
		}
	}
	switch rank := 0.0; a.Skew.Kind {
	case sheet.Largest:
		if share := a.Skew.Share / 100; x >= share {
			rank = 1 + math.Floor((x-share)/(1-share)*(n-1))
		}
		return k.numbered(a, int(rank), n)
	case sheet.Zipf:
		return k.numbered(a, zipf(x, n, a.Skew.S), n)
	}
	return k.numbered(a, int(x*n), n)
}

// zipf returns the rank of which a part x of all draws has smaller ones. Ranks above some thousands share what is left.
func zipf(x, n, s float64) int {
	sum, ranks := 0.0, int(math.Min(n, 4096))
	for i := range ranks {
		sum += math.Pow(float64(i+1), -s)
	}
	for i := range ranks {
		if x -= math.Pow(float64(i+1), -s) / sum; x < 0 {
			return i
		}
	}
	return ranks - 1
}

// numbered returns value number i of an attribute.
func (k *maker) numbered(a *sheet.Attribute, i int, n float64) edm.Value {
	if v, ok := k.linked(a, i); ok {
		return v
	}
	if named := k.fixed[a]; i < len(named) {
		return parse(a.Type.Name, named[i])
	}
	switch a.Type.Name {
	case sheet.Int:
		return edm.Int32(int32(i + 1))
	case sheet.Long:
		return edm.Int64(int64(i + 1))
	case sheet.Double:
		return edm.Double(float64(i) / facts.Quarters)
	case sheet.Bool:
		return edm.Boolean(i%2 == 1)
	case sheet.Binary:
		return edm.Binary([]byte{byte(i >> 16), byte(i >> 8), byte(i)})
	}
	return edm.String(k.text(a.Name, i, length(a), n))
}

// fixed returns the values of attributes that questions and writes name, but for those whose shares are on the sheet:
// such a value is one of those that there are.
func fixed(s *sheet.Sheet) map[*sheet.Attribute][]string {
	out := map[*sheet.Attribute][]string{}
	add := func(kind string, known []sheet.Known) {
		for _, k := range known {
			ref, ok := s.Resolve(s.KindOf(kind), k.Attr)
			if !ok || k.Value == "" || ref.Attr == sheet.Whole {
				continue
			}
			if a := &s.Kinds[ref.Kind].Attributes[ref.Attr]; len(a.Skew.Weights) == 0 {
				out[a] = lists.Add(out[a], k.Value)
			}
		}
	}
	for i := range s.Asks {
		add(s.Asks[i].Kind, s.Asks[i].Known)
	}
	for i := range s.Does {
		add(s.Does[i].Kind, s.Does[i].Known)
	}
	return out
}

// length returns how long a text is at most.
func length(a *sheet.Attribute) int {
	if a.Type.Length == 0 {
		return sheet.DefaultLength
	}
	return a.Type.Length
}

// text returns text number i: a letter, and digits as far as the length allows.
func (k *maker) text(name string, i, length int, n float64) string {
	digits := strconv.Itoa(i + 1)
	width := min(length-1, len(strconv.Itoa(int(math.Min(n, 1e15)))))
	return first(name) + strings.Repeat("0", max(0, width-len(digits))) + digits
}

// first returns the first letter of a name.
func first(name string) string {
	for _, r := range name {
		return string(r)
	}
	return ""
}

// parse reads a value that a sheet names.
func parse(typ, text string) edm.Value {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case typ == sheet.Int && err == nil:
		return edm.Int32(int32(n))
	case typ == sheet.Long && err == nil:
		return edm.Int64(n)
	case typ == sheet.Bool:
		return edm.Boolean(text == "true")
	case typ == sheet.Double:
		f, _ := strconv.ParseFloat(text, 64)
		return edm.Double(f)
	}
	return edm.String(text)
}
