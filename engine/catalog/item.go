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
	Public   string // what everybody may read: "", "blob" or "container"
}

func (it *Item) pack() string {
	var p store.Packer
	p.Text(it.Name)
	p.Time(it.Created)
	p.Time(it.Modified)
	p.Text(it.Policies)
	p.Text(it.Public)
	it.Metadata.Pack(&p)
	return p.String()
}

func unpack(value string) (Item, error) {
	u := store.Unpack(value)
	it := Item{Name: u.Text(), Created: u.Time(), Modified: u.Time()}
	it.Policies, it.Public = u.Text(), u.Text()
	it.Metadata = UnpackMetadata(u)
	return it, u.Err()
}
