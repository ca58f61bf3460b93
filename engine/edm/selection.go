package edm

// Selection is a list of names of properties, prepared once for many entities: what an entity costs
// depends on its own properties and on the length of what is written, not on their product.
type Selection struct {
	index map[string]int
	nulls string // `,"name":null` of each name, in the order of the list
	ends  []int  // of each name in nulls
}

// NewSelection returns the selection of a list of names, nil, which selects everything, for nil.
// A name counts once.
func NewSelection(names []string) *Selection {
	if names == nil {
		return nil
	}
	s := &Selection{index: make(map[string]int, len(names)), ends: make([]int, 0, len(names))}
	var nulls []byte
	for _, name := range names {
		if _, ok := s.index[name]; ok {
			continue
		}
		s.index[name] = len(s.ends)
		nulls = append(AppendString(append(nulls, ','), name), ":null"...)
		s.ends = append(s.ends, len(nulls))
	}
	s.nulls = string(nulls)
	return s
}

// Size returns how many bytes the names take with a null each, at most.
func (s *Selection) Size() int {
	if s == nil {
		return 0
	}
	return len(s.nulls)
}

// Has reports whether a name is selected.
func (s *Selection) Has(name string) bool {
	if s == nil {
		return true
	}
	_, ok := s.index[name]
	return ok
}

// start returns where the member of a name begins in nulls.
func (s *Selection) start(i int) int {
	if i == 0 {
		return 0
	}
	return s.ends[i-1]
}
