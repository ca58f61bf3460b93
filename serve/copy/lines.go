package copy

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"rowkey/engine/edm"
	"rowkey/engine/rest"
)

// line is a line of a file that is not an entity. A table, queue or container is named before what it holds.
type line struct {
	Table     string            `json:"table,omitempty"`
	Queue     string            `json:"queue,omitempty"`
	Message   *string           `json:"message,omitempty"`
	Seconds   int               `json:"seconds,omitempty"` // that a message still lives, 0 for forever
	Container string            `json:"container,omitempty"`
	Blob      string            `json:"blob,omitempty"`
	Type      string            `json:"type,omitempty"`    // of a blob that is not a block blob
	Headers   map[string]string `json:"headers,omitempty"` // as the service names them
	Content   []byte            `json:"content,omitempty"` // base64
}

// loader reads the lines of a file into a place.
type loader struct {
	to                      *place
	mode                    mode
	table, queue, container string
	created                 bool // the table of the file's name
}

// line reads one line.
func (l *loader) line(ctx context.Context, text []byte) error {
	if text[0] != '{' {
		return errors.New(`each line must be a JSON object: an entity with PartitionKey and RowKey, or {"table":"people"}`)
	}
	doc, err := edm.ParseJSON(string(text))
	if err == nil && (doc.HasPartitionKey || doc.HasRowKey) {
		return l.entity(ctx, &doc)
	}
	var v line
	if json.Unmarshal(text, &v) != nil {
		return fmt.Errorf("this line is not valid JSON, or a value in it has the wrong type: %w",
			errors.Join(err, json.Unmarshal(text, &v)))
	}
	if err != nil && hasKey(text) {
		return err
	}
	return l.other(ctx, &v)
}

// hasKey reports whether an object is meant to be an entity.
func hasKey(text []byte) bool {
	var v map[string]json.RawMessage
	_ = json.Unmarshal(text, &v) // what is not an object has no key
	return v["PartitionKey"] != nil || v["RowKey"] != nil
}

func (l *loader) other(ctx context.Context, v *line) error {
	switch {
	case v.Table != "":
		l.table, l.created = v.Table, true
		_, err := l.to.createTable(ctx, v.Table)
		return err
	case v.Queue != "":
		l.queue = v.Queue
		return l.to.createQueue(ctx, v.Queue, fieldsOf(v.Headers))
	case v.Message != nil && l.queue != "":
		return l.to.putMessage(ctx, l.queue, &message{Text: *v.Message, seconds: v.Seconds})
	case v.Container != "":
		l.container = v.Container
		return l.to.createContainer(ctx, v.Container, fieldsOf(v.Headers))
	case v.Blob != "" && l.container != "":
		return l.to.putWhole(ctx, l.container,
			&content{name: v.Blob, kind: cmp.Or(v.Type, blockBlob), header: fieldsOf(v.Headers), body: v.Content})
	}
	return errors.New("this line is neither an entity with PartitionKey and RowKey " +
		"nor a table, queue, message, container or blob")
}

func (l *loader) entity(ctx context.Context, doc *edm.Document) error {
	switch {
	case !doc.HasPartitionKey || !doc.HasRowKey:
		return errors.New("an entity needs both PartitionKey and RowKey")
	case l.table == "":
		return errors.New(`there is no table for this entity: put a line such as {"table":"people"} before it`)
	case !l.created:
		if _, err := l.to.createTable(ctx, l.table); err != nil {
			return err
		}
		l.created = true
	}
	t := &transaction{table: l.table, mode: l.mode, entities: []*edm.Entity{&doc.Entity},
		bodies: [][]byte{appendEntity(nil, &doc.Entity)}}
	return plain(l.to.write(ctx, t))
}

// plain leaves the place out of a refusal: a file has the line in its place.
func plain(err error) error {
	var r *refusal
	if errors.As(err, &r) && r.status < http.StatusInternalServerError {
		return fmt.Errorf("%s: %s", r.code, r.message)
	}
	return err
}

// fieldsOf returns header fields in no order: the services do not care.
func fieldsOf(m map[string]string) rest.Header {
	var h rest.Header
	for name, value := range m {
		h = append(h, rest.Field{Name: name, Value: value})
	}
	return h
}

// mapOf is the other way round.
func mapOf(h rest.Header) map[string]string {
	m := make(map[string]string, len(h))
	for _, f := range h {
		m[f.Name] = f.Value
	}
	return m
}
