// Package junit writes what was tested in the XML of JUnit, which every service that runs tests can show.
package junit

import "encoding/xml"

// Suite is a list of tests.
type Suite struct {
	XMLName  xml.Name `xml:"testsuite"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Cases    []Case   `xml:"testcase"`
}

// Case is a test. It passed if it has no failures.
type Case struct {
	Class    string    `xml:"classname,attr"`
	Name     string    `xml:"name,attr"`
	Failures []Failure `xml:"failure"`
}

// Failure is why a test did not pass, in one line and in full.
type Failure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// Add adds a test and counts it.
func (s *Suite) Add(c Case) {
	s.Tests++
	if len(c.Failures) > 0 {
		s.Failures++
	}
	s.Cases = append(s.Cases, c)
}

// String returns the file. What XML cannot hold becomes the character for that.
func (s *Suite) String() string {
	text, err := xml.MarshalIndent(s, "", "  ")
	if err != nil {
		panic(err) // structs of texts and numbers
	}
	return xml.Header + string(text) + "\n"
}
