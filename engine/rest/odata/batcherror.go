package odata

import (
	"errors"
	"strconv"

	"rowkey/engine/apierr"
)

// failPart writes the single answer of a transaction that was not done. The text begins with the
// index of the operation, except when the only operation of a batch fails while it is run, or when
// the service is busy and no operation is to blame.
// Source: recorded traffic; for a busy service what others met, azure-sdk-for-net issue 10314.
func (c batches) failPart(w *batchWriter, calls []call, i int, err error) {
	e := c.Refusal(err)
	if e.Op >= 0 {
		i = e.Op
	}
	i = min(max(i, 0), len(calls)-1)
	message := e.Message
	if e.Code != apierr.ServerBusy && (len(calls) > 1 || !foundLate(e.Code)) {
		message = strconv.Itoa(i) + ":" + message
	}
	code := e.Code
	if code == apierr.InvalidDuplicateRow && c.Version < duplicateRowSince {
		code, message = apierr.InvalidInput, strconv.Itoa(i)+":"+apierr.InvalidInput.Message()
	}
	w.failure(&calls[i], calls[len(calls)-1].applied(), code, message)
}

// duplicateRowSince is the first version with InvalidDuplicateRow in place of InvalidInput; the
// newest one recorded without it is 2015-04-05.
const duplicateRowSince = "2015-07-08"

// foundLate reports whether a code arises while an operation is run.
func foundLate(code apierr.Code) bool {
	switch code {
	case apierr.EntityAlreadyExists, apierr.ResourceNotFound,
		apierr.UpdateConditionNotMet, apierr.ConditionNotMet:
		return true
	}
	return false
}

// foundEarly reports whether a code arises before the transaction is begun; such an answer lacks
// Cache-Control.
func foundEarly(code apierr.Code) bool {
	return code == apierr.TableNotFound || code == apierr.MethodNotAllowed
}

// failedAt returns the index of the failed operation, 0 if the error names none.
func failedAt(err error, n int) int {
	if e, ok := errors.AsType[*apierr.Error](err); ok && e.Op >= 0 && e.Op < n {
		return e.Op
	}
	return 0
}
