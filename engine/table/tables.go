package table

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/explain"
	"rowkey/engine/store"
)

// Lengths of a table's name, in characters.
// Source: Understanding the Table service data model, "Table names".
const (
	MinName = 3
	MaxName = 63
)

// Info describes a table.
type Info struct {
	Name    string // as it was created
	Created time.Time
}

// Create makes an empty table.
// Errors: InvalidResourceName, OutOfRangeInput, TableAlreadyExists (letter case does not matter),
// TableBeingDeleted.
// Source: Create Table.
func (t Table) Create(ctx context.Context) error {
	if err := checkName(t.name); err != nil {
		return err
	}
	return t.write(ctx, "", 0, func(w *work) error {
		switch err := t.exists(w.tx); {
		case err == nil:
			return apierr.New(apierr.TableAlreadyExists)
		case apierr.Of(err) != apierr.TableNotFound:
			return err
		}
		if err := t.free(w.tx); err != nil {
			return err
		}
		w.note("createTable", explain.Key{}, "", "")
		return w.tx.Put(t.meta(), encodeInfo(Info{Name: t.name, Created: t.s.clock.Tick()}))
	})
}

// checkName applies the rules for names of tables. The reserved name counts as an invalid one.
func checkName(name string) error {
	for i := 0; i < len(name); i++ {
		lower, digit := name[i]|0x20, '0' <= name[i] && name[i] <= '9'
		if (lower < 'a' || lower > 'z') && (!digit || i == 0) {
			return apierr.New(apierr.InvalidResourceName)
		}
	}
	if len(name) < MinName || len(name) > MaxName {
		return apierr.Newf(apierr.OutOfRangeInput,
			"The specified resource name length is not within the permissible limits.")
	}
	if strings.EqualFold(name, "tables") {
		return apierr.New(apierr.InvalidResourceName)
	}
	return nil
}

// free fails with TableBeingDeleted as long as the name of a deleted table is unusable.
// Source: Delete Table, "Remarks".
func (t Table) free(tx *store.Tx) error {
	key := store.Key(kindDeleted, t.account, t.lower)
	v, err := tx.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	until, _, err := decodeTime(v)
	if err != nil {
		return err
	}
	if t.s.clock.Now().Before(until) {
		return apierr.New(apierr.TableBeingDeleted)
	}
	return tx.Delete(key)
}

// Delete removes the table with everything in it, as one request. Its name is unusable for
// [Options.DeleteDelay]. Errors: ResourceNotFound.
// Source: Delete Table.
func (t Table) Delete(ctx context.Context) error {
	return t.write(ctx, "", 0, func(w *work) error {
		if err := t.exists(w.tx); err != nil {
			return missing(err)
		}
		if err := w.tx.Delete(t.meta()); err != nil {
			return err
		}
		if _, err := w.tx.DeleteRange(t.rows()); err != nil {
			return err
		}
		if err := t.forget(w.tx); err != nil {
			return err
		}
		if err := t.forget(w.tx); err != nil {
			return err
		}
		w.note("deleteTable", explain.Key{}, "", "")
		delay := t.s.Options().DeleteDelay
		if delay <= 0 {
			return nil
		}
		until := t.s.clock.Now().Add(delay)
		return w.tx.Put(store.Key(kindDeleted, t.account, t.lower), string(appendTime(nil, until)))
	})
}

// Info returns the table's name as it was created, and when that was. Errors: ResourceNotFound.
// Source: Query Tables.
func (t Table) Info(ctx context.Context) (Info, error) {
	if _, err := t.begin(ctx, "", 0); err != nil {
		return Info{}, err
	}
	var info Info
	err := t.s.db.View(ctx, func(tx *store.Tx) error {
		v, err := tx.Get(t.meta())
		if errors.Is(err, store.ErrNotFound) {
			return apierr.New(apierr.ResourceNotFound)
		}
		if err == nil {
			info, err = decodeInfo(v)
		}
		return err
	})
	return info, err
}

// missing turns TableNotFound into the code that requests about tables, not about their entities,
// get: ResourceNotFound.
func missing(err error) error {
	if apierr.Of(err) == apierr.TableNotFound {
		return apierr.New(apierr.ResourceNotFound)
	}
	return err
}

// An Info is stored as its time, 12 bytes, and its name.
func encodeInfo(i Info) string { return string(append(appendTime(nil, i.Created), i.Name...)) }

func decodeInfo(s string) (Info, error) {
	created, name, err := decodeTime(s)
	return Info{Name: name, Created: created}, err
}

func appendTime(b []byte, t time.Time) []byte {
	b = binary.BigEndian.AppendUint64(b, uint64(t.Unix()))
	return binary.BigEndian.AppendUint32(b, uint32(t.Nanosecond()))
}

func decodeTime(s string) (t time.Time, rest string, err error) {
	if len(s) < 12 {
		return time.Time{}, "", fmt.Errorf("decode a time: %d bytes instead of 12", len(s))
	}
	b := []byte(s[:12])
	seconds := int64(binary.BigEndian.Uint64(b))
	return time.Unix(seconds, int64(binary.BigEndian.Uint32(b[8:]))).UTC(), s[12:], nil
}
