package catalog

import (
	"time"

	"rowkey/engine/store"
)

// Item is what a catalog keeps of one thing.
type Item struct {
	Name     string // as it was created
	Created  time.Time
	Modified time.Time // of metadata or policies
	Metadata Metadata
	Policies string // access policies, as a document; "" if there are none
	Public   string // what anonymous clients may read: "", "blob" or "container"
	Lease    string // lock that a client holds, as its service keeps it; "" if there is none

	Generation Generation // of its content
}

func (it *Item) pack() string {
	var p store.Packer
	if it.Generation > 0 {
		p.Text("") // no name is empty
		p.Int(int64(it.Generation))
	}
	p.Text(it.Name)
	p.Time(it.Created)
	p.Time(it.Modified)
	p.Text(it.Policies)
	p.Text(it.Public)
	it.Metadata.Pack(&p)
	if it.Lease != "" {
		p.Text(it.Lease)
	}
	return p.String()
}

func unpack(value string) (Item, error) {
	g, u := unpackGeneration(value)
	it := Item{Name: u.Text(), Created: u.Time(), Modified: u.Time(), Generation: g}
	it.Policies, it.Public = u.Text(), u.Text()
	it.Metadata = UnpackMetadata(u)
	if u.Rest() != "" {
		it.Lease = u.Text()
	}
	return it, u.Err()
}

// unpackGeneration reads what a stored item begins with, and returns what reads the rest.
func unpackGeneration(value string) (Generation, *store.Unpacker) {
	u := store.Unpack(value)
	if value == "" || value[0] != 0 {
		return 0, u
	}
	_ = u.Text() // the empty name
	return Generation(u.Int()), u
}

// packBusy writes until when the name of a deleted thing is unusable, and the generation after that.
func packBusy(until time.Time, next Generation) string {
	var p store.Packer
	p.Time(until)
	if next > 0 {
		p.Int(int64(next))
	}
	return p.String()
}

func unpackBusy(value string) (until time.Time, next Generation, err error) {
	u := store.Unpack(value)
	until = u.Time()
	if u.Rest() != "" {
		next = Generation(u.Int())
	}
	return until, next, u.Err()
}
