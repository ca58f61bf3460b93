package rest

import (
	"strconv"
	"strings"
)

// properties are the settings of the service of one account.
// Source: Set Table Service Properties, "Request body".
type properties struct {
	logging      logging
	hour, minute metrics
	cors         []corsRule
	blob         bool      // of the blob service, which has the sections of more
	more         []element // sections that are kept as they are sent
}

type logging struct {
	version                string
	reads, writes, deletes bool
	days                   int // of retention, 0 = for ever
}

type metrics struct {
	version       string
	enabled, apis bool
	days          int // of retention, 0 = for ever
}

// corsRule allows pages of other origins to send requests. Lists are separated by commas.
type corsRule struct {
	methods, origins, headers, exposed string
	maxAge                             int // seconds
}

const (
	maxRetention = 365 // days
	maxCorsRules = 5
)

// freshProperties are those of an account for which nobody has set any.
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

// read takes over the sections that a document has. The result is false for a document that the
// service refuses; p is then undefined.
func (p *properties) read(document string) bool {
	root, ok := parseXML(document)
	if !ok || root.name != "StorageServiceProperties" {
		return false
	}
	for i := range root.children {
		e := &root.children[i]
		switch e.name {
		case "Logging":
			ok = p.logging.read(e)
		case "HourMetrics":
			ok = p.hour.read(e)
		case "MinuteMetrics":
			ok = p.minute.read(e)
		case "Cors":
			p.cors, ok = readCors(e)
		default:
			ok = p.keep(e)
		}
		if !ok {
			return false
		}
	}
	return true
}

func (l *logging) read(e *element) bool {
	var reads, writes, deletes, days bool
	l.version = e.value("Version")
	l.reads, reads = readBool(e, "Read")
	l.writes, writes = readBool(e, "Write")
	l.deletes, deletes = readBool(e, "Delete")
	l.days, days = readRetention(e)
	return l.version != "" && reads && writes && deletes && days
}

// read reads metrics; IncludeAPIs has to be there exactly when they are enabled.
func (m *metrics) read(e *element) bool {
	var enabled, days bool
	m.version, m.apis = e.value("Version"), false
	m.enabled, enabled = readBool(e, "Enabled")
	m.days, days = readRetention(e)
	if !enabled || !days || m.version == "" {
		return false
	}
	if m.enabled {
		m.apis, enabled = readBool(e, "IncludeAPIs")
	}
	return enabled
}

// readBool reads a truth value, in upper or lower case.
// Source: recorded traffic.
func readBool(e *element, name string) (value, ok bool) {
	text := e.value(name)
	value = strings.EqualFold(text, "true")
	return value, value || strings.EqualFold(text, "false")
}

// readRetention returns the days of a RetentionPolicy, 0 if it is not enabled.
func readRetention(e *element) (int, bool) {
	policy := e.child("RetentionPolicy")
	if policy == nil {
		return 0, false
	}
	enabled, ok := readBool(policy, "Enabled")
	if !enabled {
		return 0, ok
	}
	days, err := strconv.Atoi(policy.value("Days"))
	return days, err == nil && days >= 1 && days <= maxRetention
}

func readCors(e *element) ([]corsRule, bool) {
	if len(e.children) > maxCorsRules {
		return nil, false
	}
	var rules []corsRule
	for i := range e.children {
		c := &e.children[i]
		age, err := strconv.Atoi(c.value("MaxAgeInSeconds"))
		r := corsRule{c.value("AllowedMethods"), c.value("AllowedOrigins"),
			prefixesLast(c.value("AllowedHeaders")), prefixesLast(c.value("ExposedHeaders")), age}
		if c.name != "CorsRule" || err != nil || age < 0 || r.methods == "" || r.origins == "" {
			return nil, false
		}
		rules = append(rules, r)
	}
	return rules, true
}

// prefixesLast moves the entries of a list that stand for all names with a beginning behind the
// others.
// Source: recorded traffic.
func prefixesLast(list string) string {
	var names, prefixes []string
	for entry := range strings.SplitSeq(list, ",") {
		if strings.HasSuffix(entry, "*") {
			prefixes = append(prefixes, entry)
		} else {
			names = append(names, entry)
		}
	}
	return strings.Join(append(names, prefixes...), ",")
}

// appendXML writes the document as the service does.
func (p *properties) appendXML() []byte {
	w := newXML()
	w.open("StorageServiceProperties")
	p.logging.write(w)
	p.hour.write(w, "HourMetrics")
	p.minute.write(w, "MinuteMetrics")
	w.list("Cors", len(p.cors), func(i int) { p.cors[i].write(w) })
	for i := range p.more {
		p.more[i].write(w)
	}
	w.close("StorageServiceProperties")
	return w.b
}

func (l *logging) write(w *xmlWriter) {
	w.open("Logging")
	w.leaf("Version", l.version)
	w.leaf("Read", strconv.FormatBool(l.reads))
	w.leaf("Write", strconv.FormatBool(l.writes))
	w.leaf("Delete", strconv.FormatBool(l.deletes))
	writeRetention(w, l.days)
	w.close("Logging")
}

func (m *metrics) write(w *xmlWriter, name string) {
	w.open(name)
	w.leaf("Version", m.version)
	w.leaf("Enabled", strconv.FormatBool(m.enabled))
	if m.enabled {
		w.leaf("IncludeAPIs", strconv.FormatBool(m.apis))
	}
	writeRetention(w, m.days)
	w.close(name)
}

func writeRetention(w *xmlWriter, days int) {
	w.open("RetentionPolicy")
	w.leaf("Enabled", strconv.FormatBool(days > 0))
	if days > 0 {
		w.leaf("Days", strconv.Itoa(days))
	}
	w.close("RetentionPolicy")
}

func (r *corsRule) write(w *xmlWriter) {
	w.open("CorsRule")
	w.leaf("AllowedMethods", r.methods)
	w.leaf("AllowedOrigins", r.origins)
	w.leaf("AllowedHeaders", r.headers)
	w.leaf("ExposedHeaders", r.exposed)
	w.leaf("MaxAgeInSeconds", strconv.Itoa(r.maxAge))
	w.close("CorsRule")
}
