package blob

import (
	"time"

	"rowkey/engine/catalog"
	"rowkey/engine/store"
)

// Type says how a blob is written.
type Type string

// The types, as the service spells them.
const (
	Block  Type = "BlockBlob"
	Append Type = "AppendBlob"
)

// Content describes a blob's bytes to readers; all of it is optional. An empty disposition is not the same as none.
// Source: recorded traffic of gocloud.dev for the disposition.
type Content struct {
	Type, Encoding, Language, MD5, CacheControl, Disposition string // MD5 in base64
	EmptyDisposition                                         bool
}

// Copy says what a blob is a copy of. Copies are made at once, so it is always complete. It is zero for a blob that
// is not a copy, or has been written since.
type Copy struct {
	ID, Source string // the source as the client named it
	Completed  time.Time
	Size       int64 // bytes that were copied
}

// Properties are what is known of a blob besides its bytes.
type Properties struct {
	Name     string
	Type     Type
	Created  time.Time
	Modified time.Time
	Size     int64  // bytes
	Blocks   int    // committed ones
	Waiting  bool   // nothing has been committed yet: only blocks that wait
	Tier     string // access tier that the client asked for, "" for that of the account
	Content  Content
	Metadata catalog.Metadata
	Lease    Lease
	Copy     Copy

	content string // names its blocks in the store, and never those of another blob; "" for a blob of an early version
}

// ETag names this version of the blob.
func (p *Properties) ETag() string { return ETag(p.Modified) }

// texts are the parts that are strings, in the order in which they are stored.
func (p *Properties) texts() [7]*string {
	c := &p.Content
	return [...]*string{&c.Type, &c.Encoding, &c.Language, &c.MD5, &c.CacheControl, &c.Disposition, &p.Tier}
}

func (p *Properties) pack() string {
	var out store.Packer
	out.Text(p.Name)
	out.Text(string(p.Type))
	out.Time(p.Created)
	out.Time(p.Modified)
	out.Int(p.Size)
	out.Int(int64(p.Blocks))
	out.Bool(p.Waiting)
	for _, text := range p.texts() {
		out.Text(*text)
	}
	p.Metadata.Pack(&out)
	more := p.Lease.ID != "" || p.Copy.ID != "" || p.Content.EmptyDisposition
	if p.content != "" || more {
		out.Text(p.content)
	}
	if more {
		p.packMore(&out)
	}
	return out.String()
}

// packMore adds what most blobs do not have.
func (p *Properties) packMore(out *store.Packer) {
	p.Lease.pack(out)
	out.Text(p.Copy.ID)
	out.Text(p.Copy.Source)
	out.Time(p.Copy.Completed)
	out.Int(p.Copy.Size)
	out.Bool(p.Content.EmptyDisposition)
}

func (p *Properties) unpackMore(u *store.Unpacker) {
	p.Lease = unpackLease(u)
	p.Copy = Copy{ID: u.Text(), Source: u.Text(), Completed: u.Time(), Size: u.Int()}
	p.Content.EmptyDisposition = u.Bool()
}

func unpack(value string) (Properties, error) {
	u := store.Unpack(value)
	p := Properties{Name: u.Text(), Type: Type(u.Text()), Created: u.Time(), Modified: u.Time()}
	p.Size, p.Blocks, p.Waiting = u.Int(), int(u.Int()), u.Bool()
	for _, text := range p.texts() {
		*text = u.Text()
	}
	p.Metadata = catalog.UnpackMetadata(u)
	if u.Rest() != "" {
		p.content = u.Text()
	}
	if u.Rest() != "" {
		p.unpackMore(u)
	}
	return p, u.Err()
}

// ReadEntry returns the blob that an entry of the store is about, and its container. ok is false for any other entry.
func ReadEntry(e store.Entry) (container string, p Properties, ok bool) {
	parts := store.Parts(e.Key)
	if len(parts) != 4 || catalog.KindOf(e.Key) != kindBlob {
		return "", p, false
	}
	if !e.Exists {
		return parts[2], Properties{Name: parts[3]}, true
	}
	p, err := unpack(e.Value)
	return parts[2], p, err == nil
}

// Check returns an error if a key of this service holds a value that cannot be read: what is loaded from
// elsewhere is checked before it replaces anything.
func (s *Service) Check(key, value string) error {
	return s.Catalog.Check(key, value, func(kind, value string) (err error) {
		switch kind {
		case kindContainer:
			_, err = LeaseOf(&catalog.Item{Lease: value})
		case kindBlob:
			_, err = unpack(value)
		default:
			_, _, err = unpackPiece(value)
		}
		return err
	})
}
