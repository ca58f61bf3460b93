package blob_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/blob"
)

var rulesSteps = flag.Int("steps", 4000, "of the model of rules")

// thing is a blob as one would write it down.
type thing struct {
	kind     blob.Type
	pieces   []string
	meta     string
	copyOf   string // ID of the copy that it is
	modified time.Time
	lease    locked
}

// rules is a sandbox beside a model of all its rules: one container, a few blobs.
type rules struct {
	sandbox
	*rand.Rand
	t      *testing.T
	exists bool
	lease  locked // on the container
	blobs  map[string]*thing
	copies int
}

func (w *rules) pick(of ...string) string { return of[w.IntN(len(of))] }

// ids are few, so that they are often the right ones.
func (w *rules) id() string { return w.pick("", "A", "A", "B", "C") }

// conditions returns some for a blob, and what a write gets for them: one that creates has a code of its own.
func (w *rules) conditions(m *thing, creates bool) (blob.Conditions, apierr.Code) {
	cond := blob.Conditions{Lease: w.id()}
	current := m != nil
	tag := `"0x8D0000000000000"`
	if current && w.IntN(3) > 0 {
		tag = `"` + blob.ETag(m.modified) + `"`
	}
	right := current && tag != `"0x8D0000000000000"`
	switch w.IntN(8) {
	case 0:
		cond.IfMatch = tag
		if !right {
			return cond, apierr.ConditionNotMet
		}
	case 1:
		cond.IfNoneMatch = tag
		if right {
			return cond, apierr.ConditionNotMet
		}
	case 2:
		cond.IfNoneMatch = "*"
		if current && creates {
			return cond, apierr.BlobAlreadyExists
		}
		if current {
			return cond, apierr.ConditionNotMet
		}
	}
	return cond, ""
}

// first returns the first code that is one.
func first(codes ...apierr.Code) apierr.Code {
	for _, c := range codes {
		if c != "" {
			return c
		}
	}
	return ""
}

// check compares the code of an error, and reports whether the request has been carried out.
func (w *rules) check(what string, err error, want apierr.Code) bool {
	w.t.Helper()
	if got := apierr.Of(err); got != want {
		w.t.Fatalf("%s: code = %q, want %q", what, got, want)
	}
	return want == ""
}

func (w *rules) container() blob.Container { return w.Container("acct", "one") }

func (w *rules) step() {
	if w.IntN(3) == 0 {
		w.clock.Advance(time.Duration(w.IntN(9)) * time.Second)
	}
	now := w.clock.Now()
	w.lease.pass(now)
	for _, m := range w.blobs {
		m.lease.pass(now)
	}
	name := w.pick("a", "a2", "b")
	if !w.exists {
		_, err := w.container().Create(w.t.Context(), nil, "")
		if first(apierr.Of(err)) != apierr.ContainerBeingDeleted {
			w.check("create the container", err, "")
			w.exists, w.lease, w.blobs = true, locked{state: blob.Available}, map[string]*thing{}
		}
		return
	}
	[]func(string){
		w.put, w.put, w.commit, w.append, w.append, w.describe, w.read, w.read, w.remove, w.copy, w.copy, w.changeLease,
		w.changeLease, w.changeLease, w.changeLease, w.block, w.containerLease, w.dropContainer, w.sweep,
	}[w.IntN(19)](name)
}

func (w *rules) useOf(m *thing, id string) apierr.Code {
	if m == nil {
		return (&locked{state: blob.Available}).use(id, true)
	}
	return m.lease.use(id, true)
}

// made replaces a blob in the model.
func (w *rules) made(name string, m *thing, p *blob.Properties) {
	m.modified, m.lease = p.Modified, locked{state: blob.Available}
	if old := w.blobs[name]; old != nil {
		m.lease = old.lease.written()
	}
	w.blobs[name] = m
}

func (w *rules) put(name string) {
	cond, code := w.conditions(w.blobs[name], true)
	m := &thing{kind: blob.Type(w.pick(string(blob.Block), string(blob.Append))), meta: w.pick("", "m")}
	up := blob.Upload{Type: m.kind, Metadata: metadata(m.meta)}
	text := ""
	if m.kind == blob.Block {
		text = fmt.Sprint("whole", w.Uint32())
		m.pieces = []string{text}
	}
	p, err := w.container().Blob(name).Put(w.t.Context(), up, text, cond)
	if w.check("put "+name, err, first(code, w.useOf(w.blobs[name], cond.Lease))) {
		w.made(name, m, &p)
	}
}

func metadata(value string) blob.Metadata {
	if value == "" {
		return nil
	}
	return blob.Metadata{{Name: "k", Value: value}}
}

// block puts one that is never committed. A blob of nothing else would be another rule.
func (w *rules) block(name string) {
	m := w.blobs[name]
	if m == nil {
		return
	}
	id, code := w.id(), apierr.Code("")
	if m.kind == blob.Append {
		code = apierr.InvalidBlobType
	}
	err := w.container().Blob(name).PutBlock(w.t.Context(), nameOf(w.IntN(3)), "waits", id)
	w.check("put a block of "+name, err, first(code, w.useOf(m, id)))
}

// commit makes a blob of new blocks.
func (w *rules) commit(name string) {
	m, b := w.blobs[name], w.container().Blob(name)
	if m == nil || m.kind != blob.Block || m.lease.state == blob.Leased || m.lease.state == blob.Breaking {
		return
	}
	next := &thing{kind: blob.Block}
	var refs []blob.BlockRef
	for i := range 1 + w.IntN(4) {
		next.pieces = append(next.pieces, fmt.Sprint("block", w.Uint32()))
		refs = append(refs, blob.BlockRef{Name: nameOf(i)})
		w.check("put a block of "+name, b.PutBlock(w.t.Context(), nameOf(i), next.pieces[i], ""), "")
	}
	cond, code := w.conditions(m, true)
	p, err := b.PutBlockList(w.t.Context(), refs, upload, cond)
	if w.check("commit "+name, err, first(code, w.useOf(m, cond.Lease))) {
		w.made(name, next, &p)
	}
}

// change is what writes to a blob that exists have in common.
func (w *rules) change(what, name string, do func(blob.Conditions) (blob.Properties, error), late apierr.Code) bool {
	w.t.Helper()
	m := w.blobs[name]
	cond, code := w.conditions(m, false)
	if m == nil {
		code = apierr.BlobNotFound
	}
	p, err := do(cond)
	done := w.check(what+" "+name, err, first(code, w.useOf(m, cond.Lease), late))
	if done {
		m.modified, m.lease = p.Modified, m.lease.written()
	}
	return done
}

func (w *rules) append(name string) {
	text, late := fmt.Sprint("more", w.Uint32()), apierr.Code("")
	if m := w.blobs[name]; m != nil && m.kind != blob.Append {
		late = apierr.InvalidBlobType
	}
	free := blob.AppendConditions{Position: -1, MaxSize: -1}
	if w.change("append to", name, func(cond blob.Conditions) (blob.Properties, error) {
		p, _, err := w.container().Blob(name).AppendBlock(w.t.Context(), text, free, cond)
		return p, err
	}, late) {
		w.blobs[name].pieces = append(w.blobs[name].pieces, text)
	}
}

func (w *rules) describe(name string) {
	b := w.container().Blob(name)
	if w.IntN(2) == 0 {
		value := w.pick("", "n", "o")
		if w.change("set metadata of", name, func(cond blob.Conditions) (blob.Properties, error) {
			return b.SetMetadata(w.t.Context(), metadata(value), cond)
		}, "") {
			w.blobs[name].meta = value
		}
		return
	}
	if w.change("set properties of", name, func(cond blob.Conditions) (blob.Properties, error) {
		return b.SetContent(w.t.Context(), blob.Content{}, cond)
	}, "") {
		w.blobs[name].copyOf = ""
	}
}

func (w *rules) remove(name string) {
	if w.change("delete", name, func(cond blob.Conditions) (blob.Properties, error) {
		return blob.Properties{}, w.container().Blob(name).Delete(w.t.Context(), cond)
	}, "") {
		delete(w.blobs, name)
	}
}

func (w *rules) read(name string) {
	m, id := w.blobs[name], w.id()
	p, parts, err := w.container().Blob(name).Get(w.t.Context(), nil, blob.Conditions{Lease: id})
	if m == nil {
		w.check("read "+name, err, apierr.BlobNotFound)
		return
	}
	if !w.check("read "+name, err, m.lease.use(id, false)) {
		return
	}
	got := fmt.Sprint(strings.Join(parts, ""), p.Metadata, p.Copy.ID, p.Lease.State(w.clock.Now()), p.ETag())
	want := fmt.Sprint(strings.Join(m.pieces, ""), metadata(m.meta), m.copyOf, m.lease.state, blob.ETag(m.modified))
	if got != want {
		w.t.Fatalf("%s is %s, want %s", name, got, want)
	}
}

func (w *rules) copy(name string) {
	from := w.pick("a", "a2", "b")
	m, source := w.blobs[name], w.blobs[from]
	w.copies++
	o := blob.Copying{ID: fmt.Sprint("copy", w.copies), Metadata: metadata(w.pick("", "c")), Lasting: w.IntN(2) == 0}
	cond, code := w.conditions(m, true)
	code = first(code, w.useOf(m, cond.Lease))
	switch {
	case source == nil:
		code = apierr.BlobNotFound
	case code == "" && m != nil && m.kind != source.kind:
		code = apierr.InvalidBlobType
	case code == "" && m != nil && o.Lasting && cond.Lease != "" && m.lease.duration > 0:
		code = apierr.LeaseInfiniteRequired
	}
	p, err := w.container().Blob(name).CopyFrom(w.t.Context(), w.container().Blob(from), o, cond)
	if !w.check("copy "+from+" to "+name, err, code) {
		return
	}
	next := &thing{kind: source.kind, pieces: slices.Clone(source.pieces), meta: source.meta, copyOf: o.ID}
	if o.Metadata != nil {
		next.meta = "c"
	}
	w.made(name, next, &p)
}

// sweep clears away what was dropped, or goes on with what was saved: leases and copies are in it.
func (w *rules) sweep(string) {
	if w.IntN(10) > 0 {
		sweep(w.t, w.db)
		return
	}
	var saved bytes.Buffer
	if err := errors.Join(w.db.Save(&saved), w.db.Load(w.t.Context(), &saved, w.Check)); err != nil {
		w.t.Fatal(err)
	}
}

func TestBlobsFollowTheRulesOfLeasesCopiesAndConditions(t *testing.T) {
	t.Parallel()
	seed := *listSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("seed %d", seed)
	w := &rules{sandbox: open(t), Rand: rand.New(rand.NewPCG(seed, 8)), t: t}
	w.db.Step = 5
	for range *rulesSteps {
		w.step()
	}
	for name := range maps.Keys(w.blobs) {
		w.read(name)
	}
}
