package copy

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"rowkey/engine/edm"
)

// appendEntity writes an entity so that every place reads the same types: a Double is annotated as well,
// because programs that know one kind of number write 3.0 as 3.
// Source: Payload format for Table service operations, "Property types in a JSON feed".
func appendEntity(b []byte, e *edm.Entity) []byte {
	b = appendMember(append(b, '{'), edm.PartitionKey, edm.String(e.PartitionKey))
	b = appendMember(append(b, ','), edm.RowKey, edm.String(e.RowKey))
	for _, p := range e.Properties {
		b = append(b, ',')
		switch p.Value.Type() {
		case edm.TypeDouble, edm.TypeInt64, edm.TypeDateTime, edm.TypeGUID, edm.TypeBinary:
			b = append(edm.AppendString(b, p.Name+"@odata.type"), ':')
			b = append(edm.AppendString(b, p.Value.Type().String()), ',')
		}
		b = appendMember(b, p.Name, p.Value)
	}
	return append(b, '}')
}

func appendMember(b []byte, name string, v edm.Value) []byte {
	b = append(edm.AppendString(b, name), ':')
	switch v.Type() {
	case edm.TypeBoolean, edm.TypeInt32:
		return append(b, text(v)...)
	case edm.TypeDouble:
		if s := text(v); s[len(s)-1] <= '9' { // neither NaN nor an infinity
			return append(b, s...)
		}
	}
	return edm.AppendString(b, text(v))
}

// text returns a value as JSON has it, without quotes.
func text(v edm.Value) string {
	switch v.Type() {
	case edm.TypeBinary:
		return base64.StdEncoding.EncodeToString(v.Bytes())
	case edm.TypeBoolean:
		return strconv.FormatBool(v.Bool())
	case edm.TypeDateTime:
		return string(edm.AppendTime(nil, v.Time()))
	case edm.TypeDouble:
		return double(v.Float())
	case edm.TypeInt32, edm.TypeInt64:
		return strconv.FormatInt(v.Int(), 10)
	}
	return v.Text()
}

func double(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return string(edm.AppendDouble(nil, f))
}

// readPage reads the entities of an answer.
func readPage(body []byte) ([]edm.Document, error) {
	var list struct{ Value []json.RawMessage }
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("the page is not JSON: %w", err)
	}
	all := make([]edm.Document, len(list.Value))
	for i, raw := range list.Value {
		var err error
		if all[i], err = edm.ParseJSON(string(raw)); err != nil {
			return nil, fmt.Errorf("entity %d of the page cannot be read: %w", i+1, err)
		}
	}
	return all, nil
}

// sum is a checksum of entities in any order: the SHA-256 of each, added. Timestamp and ETag are not in
// it, for each place gives its own. Nor is the order of properties, which places change.
type sum [4]uint64

// add adds an entity.
func (s *sum) add(e *edm.Entity) {
	b := appendText(appendText(nil, e.PartitionKey), e.RowKey)
	sorted := edm.Entity{Properties: append([]edm.Property(nil), e.Properties...)}
	sorted.SortProperties()
	for _, p := range sorted.Properties {
		b = appendProperty(b, &p)
	}
	s.addBytes(b)
}

func (s *sum) addBytes(b []byte) {
	hash := sha256.Sum256(b)
	for i := range s {
		s[i] += binary.BigEndian.Uint64(hash[8*i:])
	}
}

// plus adds another sum.
func (s *sum) plus(other sum) {
	for i := range s {
		s[i] += other[i]
	}
}

// String returns the sum as hexadecimal digits.
func (s sum) String() string {
	var b []byte
	for _, n := range s {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	return hex.EncodeToString(b)
}

// MarshalText is String, for the journal.
func (s sum) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (s *sum) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != 8*len(s) {
		return fmt.Errorf("%q is not a checksum", text)
	}
	for i := range s {
		s[i] = binary.BigEndian.Uint64(b[8*i:])
	}
	return nil
}

// appendProperty appends name, type and value so that different properties give different bytes.
func appendProperty(b []byte, p *edm.Property) []byte {
	b = append(appendText(b, p.Name), byte(p.Value.Type()))
	return appendText(b, text(p.Value))
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
