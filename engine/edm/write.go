package edm

import (
	"cmp"
	"encoding/base64"
	"math"
	"strconv"

	"rowkey/engine/order"
)

// Metadata is how much an answer says about its own types and addresses.
type Metadata uint8

// The three levels. Source: Payload format for Table service operations, "JSON format".
const (
	NoMetadata Metadata = iota
	MinimalMetadata
	FullMetadata
)

// Format says how an entity is written. Empty strings are left out, and so is what the level does
// not have: Context and ETag need MinimalMetadata, the others FullMetadata.
type Format struct {
	Metadata Metadata
	Context  string     // odata.metadata, only on a top-level entity
	Type     string     // odata.type
	ID       string     // odata.id
	ETag     string     // odata.etag
	EditLink string     // odata.editLink
	Select   *Selection // nil: all properties; a name that the entity lacks is written as null
}

// Text returns the JSON form of an entity as a client writes it: with the keys only if the client gave them.
func (d *Document) Text() string {
	names := make([]string, 0, len(d.Properties)+2)
	if d.HasPartitionKey {
		names = append(names, PartitionKey)
	}
	if d.HasRowKey {
		names = append(names, RowKey)
	}
	for i := range d.Properties {
		names = append(names, d.Properties[i].Name)
	}
	return string(AppendJSON(nil, &d.Entity, &Format{Metadata: MinimalMetadata, Select: NewSelection(names)}))
}

// AppendJSON appends the JSON form of e: annotations, the system properties, then the others in
// the order in which the entity has them, and finally the selected ones that it lacks.
// Source: Payload format for Table service operations, and recorded answers.
func AppendJSON(b []byte, e *Entity, f *Format) []byte {
	w := writer{b: append(b, '{'), f: f, empty: true}
	w.annotations()
	if w.wants(PartitionKey) {
		w.property(PartitionKey, String(e.PartitionKey))
	}
	if w.wants(RowKey) {
		w.property(RowKey, String(e.RowKey))
	}
	if w.wants(Timestamp) {
		w.timestamp(e)
	}
	for i := range e.Properties {
		if p := &e.Properties[i]; w.wants(p.Name) {
			w.property(p.Name, p.Value)
		}
	}
	w.missing()
	return append(w.b, '}')
}

// writer appends the members of one object.
type writer struct {
	b       []byte
	f       *Format
	empty   bool  // no member yet
	written []int // of the selection, in the order in which the entity has them
}

// wants reports whether a property is selected, and records that it is there.
func (w *writer) wants(name string) bool {
	if w.f.Select == nil {
		return true
	}
	i, ok := w.f.Select.index[name]
	if ok {
		w.written = append(w.written, i)
	}
	return ok
}

func (w *writer) annotations() {
	if w.f.Metadata >= MinimalMetadata {
		w.annotation("odata.metadata", w.f.Context)
	}
	if w.f.Metadata == FullMetadata {
		w.annotation("odata.type", w.f.Type)
		w.annotation("odata.id", w.f.ID)
	}
	if w.f.Metadata >= MinimalMetadata {
		w.annotation("odata.etag", w.f.ETag)
	}
	if w.f.Metadata == FullMetadata {
		w.annotation("odata.editLink", w.f.EditLink)
	}
}

func (w *writer) annotation(name, value string) {
	if value != "" {
		w.name(name, "")
		w.b = AppendString(w.b, value)
	}
}

// name appends the name of a member, a comma before it if it is not the first.
func (w *writer) name(name, suffix string) {
	if !w.empty {
		w.b = append(w.b, ',')
	}
	w.empty = false
	w.b = AppendString(w.b, name)
	if suffix != "" {
		w.b = append(w.b[:len(w.b)-1], suffix...)
		w.b = append(w.b, '"')
	}
	w.b = append(w.b, ':')
}

// timestamp is annotated at full metadata only, unlike a DateTime of the user.
func (w *writer) timestamp(e *Entity) {
	if w.f.Metadata == FullMetadata {
		w.typeOf(Timestamp, TypeDateTime)
	}
	w.name(Timestamp, "")
	w.value(DateTime(e.Timestamp))
}

func (w *writer) property(name string, v Value) {
	if w.f.Metadata >= MinimalMetadata && v.annotated() {
		w.typeOf(name, v.typ)
	}
	w.name(name, "")
	w.value(v)
}

func (w *writer) typeOf(name string, t Type) {
	w.name(name, "@odata.type")
	w.b = AppendString(w.b, t.String())
}

// annotated reports whether JSON alone does not tell the type of the value.
func (v Value) annotated() bool {
	switch v.typ {
	case TypeInt64, TypeDateTime, TypeGUID, TypeBinary:
		return true
	case TypeDouble:
		return v.special() != ""
	}
	return false
}

// special returns the text of NaN and the infinities, "" for a finite double.
func (v Value) special() string {
	switch f := v.Float(); {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return ""
}

func (w *writer) value(v Value) {
	switch v.typ {
	case TypeString, TypeGUID:
		w.b = AppendString(w.b, v.str)
	case TypeBinary:
		w.b = append(w.b, '"')
		w.b = base64.StdEncoding.AppendEncode(w.b, []byte(v.str))
		w.b = append(w.b, '"')
	case TypeBoolean:
		w.b = strconv.AppendBool(w.b, v.Bool())
	case TypeDateTime:
		w.b = append(w.b, '"')
		w.b = AppendTime(w.b, v.Time())
		w.b = append(w.b, '"')
	case TypeDouble:
		w.double(v)
	case TypeInt32:
		w.b = strconv.AppendInt(w.b, v.Int(), 10)
	case TypeInt64:
		w.b = append(w.b, '"')
		w.b = strconv.AppendInt(w.b, v.Int(), 10)
		w.b = append(w.b, '"')
	default:
		w.b = append(w.b, "null"...)
	}
}

func (w *writer) double(v Value) {
	if s := v.special(); s != "" {
		w.b = AppendString(w.b, s)
		return
	}
	w.b = AppendDouble(w.b, v.Float())
}

// missing writes a null for each selected property that the entity lacks.
func (w *writer) missing() {
	s := w.f.Select
	if s == nil {
		return
	}
	order.By(w.written, cmp.Compare)
	from := 0
	for _, i := range w.written {
		w.nulls(s.nulls[from:s.start(i)])
		from = s.ends[i]
	}
	w.nulls(s.nulls[from:])
}

// nulls appends members that each begin with a comma.
func (w *writer) nulls(text string) {
	if w.empty && text != "" {
		text, w.empty = text[1:], false
	}
	w.b = append(w.b, text...)
}
