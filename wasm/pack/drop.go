package pack

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// Unused are the beginnings of names of functions that the linker keeps because the Go runtime could
// call them: for execution traces, profiles, metrics, heap dumps and the debug settings of the
// environment. A program in a browser has none of these. The linker writes "__t_." for "(*t).". Source: runtime/trace*.go, runtime/mprof.go,
// runtime/profbuf.go, runtime/metrics.go, runtime/heapdump.go, runtime/hexdump.go of the Go distribution.
var Unused = []string{
	"runtime.__traceBuf_.", "runtime.__traceMap_.", "runtime.__traceRegionAlloc_.",
	"runtime.__traceStackTable_.", "runtime.__traceStringTable_.", "runtime.__traceTypeTable_.",
	"runtime.traceAdvance", "runtime.traceWriter.", "runtime.traceEventWriter.", "runtime.traceStack",
	"runtime.traceReadCPU", "runtime.traceStopReadCPU", "runtime.traceSyncBatch",
	"runtime.traceRegisterLabels", "runtime.traceLocker.Go", "runtime.traceLocker.GC",
	"runtime.traceLocker.Proc", "runtime.traceLocker.STW", "runtime.traceLocker.Span",
	"runtime.traceLocker.event", "runtime.traceLocker.emit",
	"runtime.initMetrics", "runtime.schedtrace",
	"runtime.dumpScanStats", "runtime.dumpStacksRec", "runtime.dumpTypesRec", "runtime.gcDumpObject",
	"runtime.__hexdumper_.", "runtime.hexdumpWords", "runtime.__profBuf_.",
	"runtime.saveblockevent", "runtime.__mspan_.reportZombies",
	"runtime.doRecordGoroutineProfile", "runtime.tryRecordGoroutineProfile",
}

// Small makes a module as small on the wire as this package can. The linker has to be given -w and not
// -s. Errors: those of [Drop], [Join] and [Strip].
func Small(module []byte) ([]byte, error) {
	module, err := Drop(module, Unused)
	if err != nil {
		return nil, err
	}
	if module, err = Join(module); err != nil {
		return nil, err
	}
	return Strip(module)
}

// Sections that Drop reads. Source: WebAssembly core specification, "Modules", section 5.5.2.
const (
	customSection = 0
	importSection = 2
	codeSection   = 10
)

// trap is the body of a function that must not be called: no variables, unreachable, end.
var trap = []byte{0, 0, opEnd}

// Drop returns the module without the bodies of the functions whose names begin with one of the
// prefixes; calling one ends the program. The section of names goes as well, so the linker has to have
// written it (no -s). Errors: bytes that are no module, a prefix that no function has.
func Drop(module []byte, prefixes []string) ([]byte, error) {
	sections, err := readSections(module)
	if err != nil {
		return nil, err
	}
	names := &reader{}
	first := uint64(0) // index of the first function with a body: imports come before
	for _, s := range sections {
		switch {
		case s.id == importSection:
			first = (&reader{b: s.body}).unsigned() // Go imports functions only
		case s.id == customSection && strings.HasPrefix(string(s.body), "\x04name"):
			names.b = s.body[len("\x04name"):]
		}
	}
	unused, err := unusedFunctions(names, first, prefixes)
	if err != nil {
		return nil, err
	}
	out := append([]byte(nil), module[:headerSize]...)
	for _, s := range sections {
		switch {
		case s.id == codeSection:
			if s.body, err = dropBodies(s.body, unused); err != nil {
				return nil, err
			}
		case s.id == customSection && strings.HasPrefix(string(s.body), "\x04name"):
			continue
		}
		out = append(binary.AppendUvarint(append(out, s.id), uint64(len(s.body))), s.body...)
	}
	return out, nil
}

// section is one part of a module.
type section struct {
	id   byte
	body []byte
}

func readSections(module []byte) ([]section, error) {
	if len(module) < headerSize || string(module[:4]) != "\x00asm" {
		return nil, errModule
	}
	var list []section
	for r := (&reader{b: module, at: headerSize}); r.at < len(r.b); {
		s := section{id: r.byte()}
		if s.body = r.take(r.unsigned()); r.bad {
			return nil, errModule
		}
		list = append(list, s)
	}
	return list, nil
}

// unusedFunctions returns the positions in the code section of the functions with these prefixes.
func unusedFunctions(names *reader, first uint64, prefixes []string) (map[uint64]bool, error) {
	out, met := map[uint64]bool{}, make([]bool, len(prefixes))
	for names.at < len(names.b) && !names.bad {
		kind := names.byte()
		part := &reader{b: names.take(names.unsigned())}
		if kind != 1 { // 1 is the names of functions
			continue
		}
		for n := part.unsigned(); n > 0 && !part.bad; n-- {
			index := part.unsigned()
			name := string(part.take(part.unsigned()))
			for i, p := range prefixes {
				if strings.HasPrefix(name, p) && index >= first {
					out[index-first], met[i] = true, true
				}
			}
		}
	}
	for i, ok := range met {
		if !ok {
			return nil, fmt.Errorf("no function of the module is named %s…: look into the list of unused functions", prefixes[i])
		}
	}
	return out, nil
}

func dropBodies(code []byte, unused map[uint64]bool) ([]byte, error) {
	r := &reader{b: code}
	n := r.unsigned()
	out := binary.AppendUvarint(nil, n)
	for i := uint64(0); i < n && !r.bad; i++ {
		body := r.take(r.unsigned())
		if unused[i] {
			body = trap
		}
		out = append(binary.AppendUvarint(out, uint64(len(body))), body...)
	}
	if r.bad || r.at != len(code) {
		return nil, errModule
	}
	return out, nil
}
