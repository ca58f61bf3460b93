package pack

// The header of the tables: a magic number that changes with the layout, two zero bytes, the size
// of an instruction and of a pointer. Source: runtime/symtab.go, pcHeader.
var magic = [8]byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Words behind the header: numbers of functions and files, a relocated word, and offsets.
const (
	wordFuncs = iota
	wordFiles
	wordText
	wordNames
	wordUnits
	wordFilenames
	wordPrograms
	wordFunctab
	words
)

// Offsets in the record of a function, in bytes. Source: runtime/runtime2.go, _func.
const (
	name      = 4
	pcsp      = 16
	pcfile    = 20
	pcln      = 24
	npcdata   = 28
	unit      = 32 // which compilation unit, for the name of the file
	startLine = 36
	nfuncdata = 43 // one byte
	pcdata    = 44 // offsets of further tables, npcdata of them, then nfuncdata addresses of pieces
)

// forTraces says which of the further tables serve nothing but traces: where a goroutine can be
// stopped by a signal, which WebAssembly does not have; what has been inlined where; which arguments
// are still alive.
// Source: internal/abi/symtab.go, PCDATA_UnsafePoint, PCDATA_InlTreeIndex, PCDATA_ArgLiveIndex; their
// uses in runtime/preempt.go, runtime/debugcall.go and runtime/traceback.go.
var forTraces = [maxPcdata]bool{0: true, 2: true, 3: true}

// piecesForTraces says which pieces serve nothing but traces: what has been inlined, and where the
// arguments of a call are. A piece that a function does not have is absent.
// Source: internal/abi/symtab.go, FUNCDATA_InlTree, FUNCDATA_ArgInfo, FUNCDATA_ArgLiveInfo; their uses
// in runtime/symtab.go, runtime/symtabinl.go and runtime/traceback.go.
var piecesForTraces = []int{3, 5, 6}

const absent = 0xffffffff

const (
	maxFuncs  = 1 << 20
	maxPcdata = 16
)

// tables are addresses of what the header points to.
type tables struct {
	mem      memory
	names    int // of functions, each ended by a zero byte, up to units
	units    int // files of each compilation unit, and behind them the names of files
	programs int // tables of pairs
	functab  int // index of the functions
	n        int // functions
}

// function is the address of a record, and of its fields that hold the offsets of tables.
type function struct {
	at            int
	kept, dropped []int
	pieces        []int
}

func findTables(m memory) (tables, error) {
	found := -1
	for a := range m.words() {
		if !isMagic(m, a) {
			continue
		}
		if found >= 0 {
			return tables{}, layout("there are two headers")
		}
		found = a
	}
	if found < 0 {
		return tables{}, layout("there is no header")
	}
	var w [words]int
	for i := range w {
		w[i] = m.word(found + len(magic) + 8*i)
	}
	if w[wordFuncs] <= 0 || w[wordFuncs] > maxFuncs || w[wordNames] <= 0 || w[wordUnits] <= w[wordNames] ||
		w[wordPrograms] <= w[wordUnits] || w[wordFunctab] <= w[wordPrograms] {
		return tables{}, layout("the header is not that of the tables")
	}
	return tables{mem: m, n: w[wordFuncs], names: found + w[wordNames], units: found + w[wordUnits],
		programs: found + w[wordPrograms], functab: found + w[wordFunctab]}, nil
}

func isMagic(m memory, address int) bool {
	for i, b := range magic {
		if m.get(address+i) != b {
			return false
		}
	}
	return true
}

// funcs returns the records of all functions.
func (t tables) funcs() ([]function, error) {
	out := make([]function, t.n)
	for i := range out {
		at := t.functab + int(t.mem.u32(t.functab+8*i+4))
		f := function{at: at, kept: []int{at + pcsp}, dropped: []int{at + pcfile, at + pcln}}
		n := int(t.mem.u32(at + npcdata))
		if n > maxPcdata {
			return nil, layout("function %d has no record", i)
		}
		for k := range n {
			if forTraces[k] {
				f.dropped = append(f.dropped, at+pcdata+4*k)
				continue
			}
			f.kept = append(f.kept, at+pcdata+4*k)
		}
		for _, k := range piecesForTraces {
			if k < int(t.mem.get(at+nfuncdata)) {
				f.pieces = append(f.pieces, at+pcdata+4*(n+k))
			}
		}
		if !t.within(f.kept) || !t.within(f.dropped) {
			return nil, layout("function %d has a table outside of the tables", i)
		}
		out[i] = f
	}
	return out, nil
}

// within says that the offsets in these fields are those of tables.
func (t tables) within(fields []int) bool {
	for _, field := range fields {
		if int(t.mem.u32(field)) >= t.functab-t.programs {
			return false
		}
	}
	return true
}
