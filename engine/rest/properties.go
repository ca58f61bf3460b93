package rest

import (
	"context"
	"strconv"
	"strings"

	"rowkey/engine/xmltext"
)

// properties are the settings of the service of one account.
// Source: Set Table Service Properties, "Request body".
type properties struct {
	logging      logging
	hour, minute metrics
	cors         []corsRule
	blob         bool              // of the blob service, which has the sections of more
	more         []xmltext.Element // sections that are kept as they are sent
}

type logging struct {
	version                string
	reads, writes, deletes bool
	days                   int // of retention, 0 = forever
}

type metrics struct {
	version       string
	enabled, apis bool
	days          int // of retention, 0 = forever
}

const (
	maxRetention = 365 // days
	texRetention = "Retention days must be greater than 0 and less than or equal to 365 days."
)

// freshProperties are those of a new account.
// Source: recorded traffic.
func freshProperties(blob bool) properties {
	p := properties{
		logging: logging{version: "1.0"},
		hour:    metrics{version: "1.0", enabled: true, apis: true, days: 7},
		minute:  metrics{version: "1.0"},
		blob:    blob,
	}
	if blob {
		p.more = freshSections()
	}
	return p
}

// read reads the sections that a document has, and counts them. Errors: InvalidXmlDocument for a document that
// the service refuses; p is then undefined.
func (p *properties) read(ctx context.Context, document string) (sections int, err error) {
	err = xmltext.Each(ctx, document, "StorageServiceProperties", func(e *xmltext.Element) error {
		sections++
		return p.section(e)
	})
	return sections, invalidXML(err)
}

// section reads one section.
func (p *properties) section(e *xmltext.Element) (err error) {
	ok := true
	switch e.Name {
	case "Logging":
		ok, err = p.logging.read(e)
	case "HourMetrics":
		ok, err = p.hour.read(e)
	case "MinuteMetrics":
		ok, err = p.minute.read(e)
	case "Cors":
		p.cors, ok = readCors(e)
	default:
		ok, err = p.keep(e)
	}
	if err == nil && !ok {
		err = e.Refuse("")
	}
	return err
}

func (l *logging) read(e *xmltext.Element) (ok bool, err error) {
	var reads, writes, deletes, days bool
	l.version = e.Value("Version")
	l.reads, reads = readBool(e, "Read")
	l.writes, writes = readBool(e, "Write")
	l.deletes, deletes = readBool(e, "Delete")
	l.days, days, err = readRetention(e)
	return l.version != "" && reads && writes && deletes && days, err
}

// read reads metrics; IncludeAPIs has to be there exactly when they are enabled.
func (m *metrics) read(e *xmltext.Element) (ok bool, err error) {
	var enabled, days bool
	m.version, m.apis = e.Value("Version"), false
	m.enabled, enabled = readBool(e, "Enabled")
	m.days, days, err = readRetention(e)
	if !enabled || !days || m.version == "" || err != nil {
		return false, err
	}
	if m.enabled {
		m.apis, enabled = readBool(e, "IncludeAPIs")
	}
	return enabled, nil
}

// readBool reads a boolean, in upper or lower case.
// Source: recorded traffic.
func readBool(e *xmltext.Element, name string) (value, ok bool) {
	text := e.Value(name)
	value = strings.EqualFold(text, "true")
	return value, value || strings.EqualFold(text, "false")
}

// readRetention returns the days of a RetentionPolicy, 0 if it is not enabled. It is not ok if there is none, or a
// value of it cannot be read. Errors: that of a number of days which is too small or too large.
// Source: recorded traffic of the queue service.
func readRetention(e *xmltext.Element) (n int, ok bool, err error) {
	policy := e.Child("RetentionPolicy")
	if policy == nil {
		return 0, false, nil
	}
	return readDays(policy)
}

// readDays is [readRetention] for the policy itself.
func readDays(policy *xmltext.Element) (n int, ok bool, err error) {
	enabled, ok := readBool(policy, "Enabled")
	if !enabled {
		return 0, ok, nil
	}
	n, err = strconv.Atoi(policy.Value("Days"))
	if err != nil {
		return 0, false, nil
	}
	if n < 1 || n > maxRetention {
		return 0, false, policy.Child("Days").Refuse(texRetention)
	}
	return n, true, nil
}

// appendXML writes the document as the service does.
func (p *properties) appendXML() []byte {
	w := xmltext.NewWriter()
	w.Open("StorageServiceProperties")
	p.logging.write(w)
	p.hour.write(w, "HourMetrics")
	p.minute.write(w, "MinuteMetrics")
	w.List("Cors", len(p.cors), func(i int) { p.cors[i].write(w) })
	for i := range p.more {
		w.Element(&p.more[i])
	}
	w.Close("StorageServiceProperties")
	return w.B
}

func (l *logging) write(w *xmltext.Writer) {
	w.Open("Logging")
	w.Leaf("Version", l.version)
	w.Leaf("Read", strconv.FormatBool(l.reads))
	w.Leaf("Write", strconv.FormatBool(l.writes))
	w.Leaf("Delete", strconv.FormatBool(l.deletes))
	writeRetention(w, l.days)
	w.Close("Logging")
}

func (m *metrics) write(w *xmltext.Writer, name string) {
	w.Open(name)
	w.Leaf("Version", m.version)
	w.Leaf("Enabled", strconv.FormatBool(m.enabled))
	if m.enabled {
		w.Leaf("IncludeAPIs", strconv.FormatBool(m.apis))
	}
	writeRetention(w, m.days)
	w.Close(name)
}

func writeRetention(w *xmltext.Writer, days int) {
	w.Open("RetentionPolicy")
	w.Leaf("Enabled", strconv.FormatBool(days > 0))
	if days > 0 {
		w.Leaf("Days", strconv.Itoa(days))
	}
	w.Close("RetentionPolicy")
}

func (r *corsRule) write(w *xmltext.Writer) {
	w.Open("CorsRule")
	w.Leaf("AllowedMethods", r.methods)
	w.Leaf("AllowedOrigins", r.origins)
	w.Leaf("AllowedHeaders", r.headers)
	w.Leaf("ExposedHeaders", r.exposed)
	w.Leaf("MaxAgeInSeconds", strconv.Itoa(r.maxAge))
	w.Close("CorsRule")
}
