package rest

import (
	"slices"
	"strconv"
	"strings"

	"rowkey/engine/xmltext"
)

// corsRule allows pages of other origins to send requests. Lists are separated by commas.
type corsRule struct {
	methods, origins, headers, exposed string
	maxAge                             int // seconds
}

// Limits on the rules of a service, and the methods that one may name.
// Source: CORS support for the Azure Storage services, "CORS usage".
const (
	maxCorsRules    = 5
	maxCorsText     = 2 << 10 // bytes of the lists of all rules
	maxCorsNames    = 64      // headers in a list
	maxCorsPrefixes = 2       // among them, not counted, that end with "*"
	maxCorsHeader   = 256     // bytes
)

var (
	corsElements = []string{"AllowedOrigins", "AllowedMethods", "AllowedHeaders", "ExposedHeaders", "MaxAgeInSeconds"}
	corsMethods  = []string{"DELETE", "GET", "HEAD", "MERGE", "PATCH", "POST", "OPTIONS", "PUT"}
)

// readCors reads the rules, unless there are too many or one is not as it has to be.
func readCors(e *xmltext.Element) ([]corsRule, bool) {
	if len(e.Children) > maxCorsRules {
		return nil, false
	}
	var rules []corsRule
	size := 0
	for i := range e.Children {
		r, ok := readCorsRule(&e.Children[i])
		size += len(r.methods) + len(r.origins) + len(r.headers) + len(r.exposed)
		if !ok || size > maxCorsText {
			return nil, false
		}
		rules = append(rules, r)
	}
	return rules, true
}

// readCorsRule reads one rule. All of its elements are required, and only the lists of headers may be empty.
func readCorsRule(e *xmltext.Element) (corsRule, bool) {
	missing := func(name string) bool { return e.Child(name) == nil }
	age, err := strconv.Atoi(e.Value("MaxAgeInSeconds"))
	r := corsRule{e.Value("AllowedMethods"), e.Value("AllowedOrigins"),
		prefixesLast(e.Value("AllowedHeaders")), prefixesLast(e.Value("ExposedHeaders")), age}
	ok := e.Name == "CorsRule" && !slices.ContainsFunc(corsElements, missing) && err == nil && age >= 0 &&
		r.origins != "" &&
		corsMethodsOnly(r.methods) && corsHeadersFit(r.headers) && corsHeadersFit(r.exposed)
	return r, ok
}

func corsMethodsOnly(list string) bool {
	return !slices.ContainsFunc(strings.Split(list, ","), func(method string) bool {
		return !slices.Contains(corsMethods, strings.TrimSpace(method))
	})
}

func corsHeadersFit(list string) bool {
	names, prefixes := 0, 0
	for header := range strings.SplitSeq(list, ",") {
		if len(header) > maxCorsHeader {
			return false
		}
		if strings.HasSuffix(header, "*") && header != "*" {
			prefixes++
		} else {
			names++
		}
	}
	return names <= maxCorsNames && prefixes <= maxCorsPrefixes
}

// prefixesLast moves the entries of a list that mean all names with a prefix after the others.
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
