package main

import (
	"encoding/json"
	"encoding/xml"
	"io"
	"slices"
	"strconv"
	"strings"
)

// listColumns are what a table shows of each entry of a list that queues and blobs answer with; the
// wire shows everything.
var listColumns = map[string][]string{
	"Blob":         {"Name", "Content-Length", "Content-Type", "Metadata"},
	"BlobPrefix":   {"Name"},
	"Container":    {"Name", "Last-Modified", "Metadata"},
	"Queue":        {"Name", "Metadata"},
	"QueueMessage": {"MessageText", "DequeueCount", "TimeNextVisible", "MessageId"},
}

// listOf returns the entries of a list as rows. It is false if the body is none.
func listOf(body string) ([]Entity, bool) {
	body = strings.TrimPrefix(body, "\ufeff")
	if !strings.HasPrefix(body, "<?xml") {
		return nil, false
	}
	dec := xml.NewDecoder(strings.NewReader(body))
	var list []Entity
	isList := false
	for {
		token, err := dec.Token()
		if err != nil {
			return list, isList && err == io.EOF
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		name := start.Name.Local
		isList = isList || name == "EnumerationResults" || name == "QueueMessagesList"
		if columns := listColumns[name]; columns != nil && isList {
			values := map[string]string{}
			if err := readEntry(dec, "", values); err != nil {
				return nil, false
			}
			list = append(list, rowOf(columns, values))
		}
	}
}

// readEntry gathers the texts of an element by the names of the elements that hold them, of its metadata
// as pairs.
func readEntry(dec *xml.Decoder, inside string, values map[string]string) error {
	text := ""
	for {
		token, err := dec.Token()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.CharData:
			text += string(t)
		case xml.EndElement:
			values[inside] = strings.TrimSpace(text + values[inside])
			return nil
		case xml.StartElement:
			if inside != "Metadata" {
				err = readEntry(dec, t.Name.Local, values)
			} else {
				err = readPair(dec, t, values)
			}
			if err != nil {
				return err
			}
		}
	}
}

func readPair(dec *xml.Decoder, start xml.StartElement, values map[string]string) error {
	var value string
	err := dec.DecodeElement(&value, &start)
	values["Metadata"] = strings.TrimSpace(values["Metadata"] + " " + start.Name.Local + "=" + value)
	return err
}

// numericColumns hold numbers.
var numericColumns = []string{"Content-Length", "DequeueCount"}

// rowOf returns what a table shows of an entry, as the grid takes it.
func rowOf(columns []string, values map[string]string) Entity {
	var e Entity
	for _, name := range columns {
		value := values[name]
		if value == "" {
			continue
		}
		if _, err := strconv.Atoi(value); err != nil || !slices.Contains(numericColumns, name) {
			value = jsonText(value)
		}
		e = append(e, Member{name, json.RawMessage(value)})
	}
	return e
}

func jsonText(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(data)
}
