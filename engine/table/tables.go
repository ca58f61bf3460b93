package table

import (
	"context"
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/catalog"
	"rowkey/engine/explain"
)

// Create makes an empty table.
// Errors: InvalidResourceName, InvalidInput, OutOfRangeInput, TableAlreadyExists (letter case does not matter),
// TableBeingDeleted.
// Source: Create Table.
func (t Table) Create(ctx context.Context) error {
	if err := checkName(t.name); err != nil {
		return err
	}
	return t.write(ctx, "", 0, func(w *work) error {
		w.note("createTable", explain.Key{}, "", "")
		return t.entry.Create(w.tx, &catalog.Item{Name: t.name})
	})
}

// checkName applies the rules for names of tables. Of the reserved name the service says only that it is not valid.
// Source: what suites of clients expect of the service.
func checkName(name string) error {
	for i := 0; i < len(name); i++ {
		lower, digit := name[i]|0x20, '0' <= name[i] && name[i] <= '9'
		if (lower < 'a' || lower > 'z') && (!digit || i == 0) {
			return apierr.New(apierr.InvalidResourceName)
		}
	}
	if err := catalog.CheckLength(name); err != nil {
		return err
	}
	if strings.EqualFold(name, "tables") {
		return apierr.New(apierr.InvalidInput)
	}
	return nil
}

// Delete removes the table with everything in it, as one request, which does not wait until the rows
// of a large table are removed, see [store.DB.Sweep]. The name is unusable for
// [Options.DeleteDelay]. Errors: ResourceNotFound.
// Source: Delete Table.
func (t Table) Delete(ctx context.Context) error {
	return t.write(ctx, "", 0, func(w *work) error {
		if err := t.entry.Delete(w.tx); err != nil {
			return missing(err)
		}
		w.note("deleteTable", explain.Key{}, "", "")
		return nil
	})
}

// Info returns the table's name as it was created, and when that was. Errors: ResourceNotFound.
// Source: Query Tables.
func (t Table) Info(ctx context.Context) (catalog.Item, error) {
	if _, err := t.begin(ctx, "", 0); err != nil {
		return catalog.Item{}, err
	}
	it, err := t.entry.Item(ctx)
	return it, missing(err)
}

// missing turns TableNotFound into the code that requests about tables, not about their entities,
// get: ResourceNotFound.
// Source: recorded traffic.
func missing(err error) error {
	if apierr.Of(err) == apierr.TableNotFound {
		return apierr.New(apierr.ResourceNotFound)
	}
	return err
}

// Policies returns the document that SetPolicies stored, "" if there is none.
// Errors: TableNotFound.
// Source: Get Table ACL.
func (t Table) Policies(ctx context.Context) (string, error) { return t.entry.Policies(ctx) }

// SetPolicies stores the access policies of a table. They are deleted with the table.
// Errors: TableNotFound.
// Source: Set Table ACL.
func (t Table) SetPolicies(ctx context.Context, document string) error {
	return t.entry.SetPolicies(ctx, document)
}
