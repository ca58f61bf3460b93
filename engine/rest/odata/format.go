package odata

import (
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/edm"
	"rowkey/engine/rest"
)

// format is how the body of an answer is written.
type format struct {
	json  bool // false: the client asked for something else, only errors can be written, in XML
	level edm.Metadata
}

var contentTypes = [...]string{
	edm.NoMetadata:      "application/json;odata=nometadata;streaming=true;charset=utf-8",
	edm.MinimalMetadata: "application/json;odata=minimalmetadata;streaming=true;charset=utf-8",
	edm.FullMetadata:    "application/json;odata=fullmetadata;streaming=true;charset=utf-8",
}

const (
	typeXMLUTF8  = "application/xml;charset=utf-8"
	typeJSON     = "application/json"
	jsonSince    = "2013-08-15" // first version that speaks JSON
	paramOData   = "odata="
	valueMinimal = "minimalmetadata"
)

func (f format) contentType() string {
	if f.json {
		return contentTypes[f.level]
	}
	return typeXMLUTF8
}

// formatOf reads a media type, which may be one of a list: application/json;odata=nometadata.
// Without a parameter the level is minimal metadata.
// Source: Payload format for Table service operations, "JSON format".
func formatOf(mediaTypes string) format {
	switch mediaTypes { // what nearly all clients send
	case "application/json;odata=minimalmetadata", typeJSON:
		return format{true, edm.MinimalMetadata}
	case "application/json;odata=nometadata":
		return format{true, edm.NoMetadata}
	case "":
		return format{}
	}
	for mediaTypes != "" {
		var one string
		one, mediaTypes, _ = strings.Cut(mediaTypes, ",")
		if f := formatOfOne(strings.ToLower(one)); f.json {
			return f
		}
	}
	return format{}
}

func formatOfOne(mediaType string) format {
	name, params, _ := strings.Cut(mediaType, ";")
	if strings.TrimSpace(name) != typeJSON {
		return format{}
	}
	level := valueMinimal
	for params != "" {
		var param string
		param, params, _ = strings.Cut(params, ";")
		if value, ok := strings.CutPrefix(strings.TrimSpace(param), paramOData); ok {
			level = value
		}
	}
	switch level {
	case "nometadata":
		return format{true, edm.NoMetadata}
	case valueMinimal:
		return format{true, edm.MinimalMetadata}
	case "fullmetadata":
		return format{true, edm.FullMetadata}
	}
	return format{}
}

// negotiate chooses the format: $format beats Accept. Errors: MediaTypeNotSupported for a $format
// that is not JSON.
func negotiate(o *options, f *rest.Fields) (format, error) {
	if o.format == "" {
		return formatOf(f.Accept), nil
	}
	chosen := formatOf(o.format)
	if !chosen.json {
		return formatOf(f.Accept), apierr.New(apierr.MediaTypeNotSupported)
	}
	return chosen, nil
}

// mustWrite returns an error if the answer needs a body that the format cannot give: Atom is not
// written here, whatever the version.
func (c *call) mustWrite() error {
	switch {
	case !c.format.json:
		return apierr.New(apierr.AtomFormatNotSupported)
	case c.Version < jsonSince:
		return apierr.New(apierr.JSONFormatNotSupported)
	}
	return nil
}

// mustRead returns an error if the body of the request is declared as something that is not JSON.
func (c *call) mustRead() error {
	t := c.Fields.ContentType
	switch {
	case t == "" || formatOf(t).json || rest.HasPrefixFold(t, typeJSON):
		return nil
	case rest.HasPrefixFold(t, "application/atom+xml"):
		return apierr.New(apierr.AtomFormatNotSupported)
	}
	return apierr.New(apierr.MediaTypeNotSupported)
}
