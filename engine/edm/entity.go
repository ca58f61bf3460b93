package edm

import (
	"time"

	"rowkey/engine/order"
)

// Property is a named value.
type Property struct {
	Name  string
	Value Value
}

// Entity keeps its properties in the order in which they were sent. PartitionKey, RowKey and
// Timestamp are not among them.
type Entity struct {
	PartitionKey, RowKey string
	Timestamp            time.Time
	Properties           []Property
}

// Document is an entity as a client wrote it: keys may be missing, and "" is a legal key.
type Document struct {
	Entity
	HasPartitionKey, HasRowKey bool
}

// Names of the system properties.
// Source: Understanding the Table service data model, "System properties".
const (
	PartitionKey = "PartitionKey"
	RowKey       = "RowKey"
	Timestamp    = "Timestamp"
)

// Get returns the value of a property, system properties included. Letter case matters.
func (e *Entity) Get(name string) (Value, bool) {
	switch name {
	case PartitionKey:
		return String(e.PartitionKey), true
	case RowKey:
		return String(e.RowKey), true
	case Timestamp:
		return DateTime(e.Timestamp), true
	}
	for i := range e.Properties {
		if e.Properties[i].Name == name {
			return e.Properties[i].Value, true
		}
	}
	return Value{}, false
}

// SortProperties puts the properties in ordinal order of their names, as the service does when an
// entity is updated, merged or upserted. The slice is sorted in place.
func (e *Entity) SortProperties() {
	order.By(e.Properties, func(p, q Property) int { return CompareText(p.Name, q.Name) })
}
