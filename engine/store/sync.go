package store

// Sync says when a committed transaction is safe from a loss of power. It is safe from the end of the
// process at once. Whatever the policy, after a flush that failed nothing more is written: what the
// disk holds is unknown from then on.
type Sync uint8

// The policies.
const (
	Always      Sync = iota // before Update returns; transactions that end together share a flush
	EverySecond             // when [DB.Flush] is called, which the owner does once a second
	Never                   // when the system decides; Close flushes
)

// FileOptions say how a database in a file is kept. The zero value works.
type FileOptions struct {
	Sync Sync
	// ReadOnly reads what the file holds and leaves it as it is: what is written stays in memory.
	ReadOnly bool
	// ID marks the records of a file that is created. A random one keeps a copy of another file,
	// stored as a value, from being taken for records.
	ID uint32
	// CompactFrom is the size of the smallest file that is compacted, in bytes. 0 means 32 MiB.
	CompactFrom int64
	// Report is called with what the owner of the data should know and no call returns: that a file was
	// not closed, that its end was cut off, that it was rewritten, that a compaction failed. nil drops it.
	Report func(error)
	// Progress is called now and then with how much of a file has been read while it is opened, in bytes, and
	// how many keys it holds so far. nil is not called.
	Progress func(read, total int64, keys int)

	files files // of the system, unless a test sets others
}

func (o *FileOptions) report(err error) {
	if o.Report != nil {
		o.Report(err)
	}
}
