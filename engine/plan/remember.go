package plan

// memory is what a model remembers of the designs that it has calculated. A search asks for the same store again in many
// designs that differ in stores that do not matter.
type memory struct {
	answers  map[string]*remembered
	actions  map[inStore][]action // of a write
	required map[inStore]atoms    // of the rows that a write writes as a whole
	finding  map[string]*question // by which writes find their entities
	recalled [][]recalled         // by the numbers of stores, and the places of questions
	looked   looked               // of the answer that is calculated
	reach    [][]bool             // by the numbers of questions, the kinds whose stores matter to the answer
	scratch  scratch
}

// scratch are lists that one calculation makes and the next one writes over.
type scratch struct {
	asks    []asked
	writes  []writing
	demands []demand
}

// remembered is an access with its budget, or that there is none.
type remembered struct {
	access access
	budget []BudgetReport
	can    bool
	met    bool
}

// Remember makes a model remember how stores answer questions, and leave out what only a report says: what its numbers
// rest on.
func (m *Model) Remember() {
	m.memory = &memory{answers: map[string]*remembered{}, actions: map[inStore][]action{},
		required: map[inStore]atoms{}, finding: map[string]*question{}}
}

// inStore is a write in a store.
type inStore struct{ write, store uint16 }

// once returns what is known of a write in a store, and calculates it the first time; always for a store without a number.
func once[T any](known map[inStore]T, st *Store, w *write, calculate func(*Store, *write) T) T {
	if st.id == 0 {
		return calculate(st, w)
	}
	key := inStore{uint16(w.index), st.id}
	out, ok := known[key]
	if !ok {
		out = calculate(st, w)
		known[key] = out
	}
	return out
}
