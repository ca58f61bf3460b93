package engine

import (
	"errors"

	"rowkey/engine/blob"
	"rowkey/engine/queue"
	"rowkey/engine/store"
	"rowkey/engine/table"
)

// services are what stores the data of a sandbox.
type services struct {
	tables *table.Service
	queues *queue.Service
	blobs  *blob.Service
}

func newServices(db *store.DB, o *Options) services {
	delay := o.Table.DeleteDelay
	return services{
		tables: table.New(db, o.Clock, o.Table),
		queues: queue.New(db, o.Clock, queue.Options{NewID: o.NewID, DeleteDelay: delay}),
		blobs:  blob.New(db, o.Clock, blob.Options{DeleteDelay: delay}),
	}
}

// table returns a table of [Account].
func (s *services) table(name string) table.Table { return s.tables.Table(Account, name) }

// check returns an error if a value of a snapshot could not be read.
func (s *services) check(key, value string) error {
	return errors.Join(s.tables.Check(key, value), s.queues.Check(key, value), s.blobs.Check(key, value))
}

// setOptions changes the options of tables. The delay is that of queues and containers, too.
func (s *services) setOptions(o table.Options) {
	s.tables.SetOptions(o)
	s.queues.SetDeleteDelay(o.DeleteDelay)
	s.blobs.SetDeleteDelay(o.DeleteDelay)
}

// unlimited does work without asking the cluster for admission. The caller holds the gate alone.
func (s *services) unlimited(work func()) {
	options := s.tables.Options()
	defer s.tables.SetOptions(options)
	free := options
	free.Admit = nil
	s.tables.SetOptions(free)
	work()
}
