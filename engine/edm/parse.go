package edm

import (
	"strings"
	"sync"

	"rowkey/engine/apierr"
)

// member is one property of a document: its value, the type that its annotation names, or both.
type member struct {
	name string
	kind kind
	text string
	typ  Type // 0 without annotation
}

// document collects members. order lists those that have a value, as they were sent.
type document struct {
	members []member
	order   []int
	index   map[string]int // of members; made when there are many
}

// documents are free to be used again.
var documents = sync.Pool{New: func() any { return new(document) }}

// free gives the document back, unless it has become large. It keeps nothing of the text.
func (d *document) free() {
	if len(d.members) > fewMembers {
		return
	}
	clear(d.members)
	d.members, d.order = d.members[:0], d.order[:0]
	documents.Put(d)
}

// ParseJSON reads the JSON form of an entity. Properties keep their order, null ones are dropped,
// a type annotation may come before or after its property. Timestamp, odata.* members and
// annotations other than odata.type are ignored, whatever they contain. An integer that does not fit
// an Int32 and has no annotation becomes a Double, as the library of the service reads it.
// Keys may be missing: the caller knows whether the request needs them. The entity shares the memory of
// a string.
// Errors: InvalidInput for anything that is not such an entity, DuplicatePropertiesSpecified, TooManyProperties for
// many times as many as there may be, OutOfRangeInput for a DateTime that its offset takes out of the years 1 to 9999.
// Source: Payload format for Table service operations, "JSON format".
func ParseJSON[Text string | []byte](text Text) (Document, error) {
	p := &scanner{s: strings.TrimPrefix(string(text), "\uFEFF")}
	d := documents.Get().(*document)
	defer d.free()
	if err := d.read(p); err != nil {
		return Document{}, err
	}
	return d.entity()
}

// errBody is the answer to a body that cannot be read; the service does not say why.
func errBody() error {
	return apierr.Newf(apierr.InvalidInput, "An error occurred while processing this request.")
}

func (d *document) read(p *scanner) error {
	if !p.next('{') {
		return errBody()
	}
	for more := !p.next('}'); more; {
		if err := d.readMember(p); err != nil {
			return err
		}
		more = !p.next('}')
		if more && !p.next(',') {
			return errBody()
		}
	}
	p.space()
	if p.i != len(p.s) {
		return errBody()
	}
	return nil
}

func (d *document) readMember(p *scanner) error {
	p.space()
	name, ok := p.quoted()
	if !ok || !p.next(':') {
		return errBody()
	}
	k, text, ok := p.scalar()
	if !ok {
		return errBody()
	}
	base, annotation, annotated := strings.Cut(name, "@")
	switch {
	case base == Timestamp || strings.HasPrefix(base, "odata."):
		return nil
	case annotated && annotation == "odata.type":
		return d.annotate(base, k, text)
	case annotated:
		return nil
	case k == kindNested:
		return errBody()
	}
	return d.set(name, k, text)
}

// annotate records the type of the property name.
func (d *document) annotate(name string, k kind, text string) error {
	t, ok := ParseType(text)
	i, err := d.member(name)
	if err != nil {
		return err
	}
	m := &d.members[i]
	if k != kindString || !ok || m.typ != 0 {
		return errBody()
	}
	m.typ = t
	return nil
}

// set records the value of the property name.
func (d *document) set(name string, k kind, text string) error {
	i, err := d.member(name)
	if err != nil {
		return err
	}
	m := &d.members[i]
	if m.kind != kindNone {
		return apierr.New(apierr.DuplicateProperties)
	}
	m.kind, m.text = k, text
	d.order = append(d.order, i)
	return nil
}

// member returns the index of the member of that name, a new one if there is none.
// Errors: TooManyProperties.
func (d *document) member(name string) (int, error) {
	if i := d.find(name); i >= 0 {
		return i, nil
	}
	i := len(d.members)
	if i == maxMembers {
		return 0, apierr.New(apierr.TooManyProperties)
	}
	d.members = append(d.members, member{name: name})
	if d.index != nil {
		d.index[name] = i
	}
	return i, nil
}

// maxMembers is how many properties a document may have, with those that are null and dropped: many times as many
// as an entity. A property takes many times as much memory as it has bytes in the document.
const maxMembers = 4 * MaxProperties

const fewMembers = 32 // up to here a linear search is quicker than a map

func (d *document) find(name string) int {
	if d.index == nil && len(d.members) > fewMembers {
		d.index = make(map[string]int, 2*len(d.members))
		for i := range d.members {
			d.index[d.members[i].name] = i
		}
	}
	if d.index != nil {
		if i, ok := d.index[name]; ok {
			return i
		}
		return -1
	}
	for i := len(d.members) - 1; i >= 0; i-- { // an annotation is beside its property
		if d.members[i].name == name {
			return i
		}
	}
	return -1
}

// entity turns the members into an entity.
func (d *document) entity() (Document, error) {
	var doc Document
	for _, i := range d.order {
		m := &d.members[i]
		if m.kind == kindNull {
			continue
		}
		v, ok := m.value()
		if !ok {
			return Document{}, m.refusal()
		}
		switch m.name {
		case PartitionKey:
			doc.PartitionKey, doc.HasPartitionKey = v.str, true
		case RowKey:
			doc.RowKey, doc.HasRowKey = v.str, true
		default:
			if doc.Properties == nil {
				doc.Properties = make([]Property, 0, len(d.order))
			}
			doc.Properties = append(doc.Properties, Property{m.name, v})
			continue
		}
		if v.typ != TypeString {
			return Document{}, errBody()
		}
	}
	return doc, nil
}
