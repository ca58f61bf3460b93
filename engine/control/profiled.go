//go:build !js || workbench

package control

import (
	"sync"

	"rowkey/engine/message"
	"rowkey/engine/profile"
)

// profiled is the file that a page of the workbench looks at. It is no part of the sandbox. The zero value has none.
type profiled struct {
	mu   sync.Mutex // guards the fields below, and the profile
	file *profile.Profile
	done bool
}

// begin begins with a file, and forgets the one before. Errors: those of [profile.New].
func (d *profiled) begin(name string, size int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.file, d.done = nil, false
	p, err := profile.New(name, size)
	if err == nil {
		d.file = p
	}
	return err
}

// forget gives the memory of a profile back.
func (d *profiled) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.file, d.done = nil, false
}

// cut ends the file with the rows that were read so far. Errors: no file was begun, or no row was read.
func (d *profiled) cut() (rows, bytes int, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.file
	if p == nil {
		return 0, 0, message.New("no-profile")
	}
	err = p.Cut()
	d.done = err == nil
	return p.Rows(), p.Bytes(), err
}

// add reads the next slice of the file; the last one ends it. It returns rows and bytes so far.
// Errors: no file was begun, and those of [profile.Profile.Write] and [profile.Profile.Close].
func (d *profiled) add(slice []byte, last bool) (rows, bytes int, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.file
	if p == nil {
		return 0, 0, message.New("no-profile")
	}
	if err = p.Write(slice); err == nil && last {
		err = p.Close()
		d.done = err == nil
	}
	return p.Rows(), p.Bytes(), err
}

// with calls fn with the profile of a file that was read to its end. Errors: there is none, and those of fn.
func (d *profiled) with(fn func(p *profile.Profile) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.file == nil:
		return message.New("no-profile")
	case !d.done:
		return message.New("profile-open")
	}
	return fn(d.file)
}
