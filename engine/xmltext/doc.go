// Package xmltext reads and writes the XML documents of the services: elements and character data,
// byte by byte as the services write them.
//
// Rule book: Extensible Markup Language 1.0, as far as the documents of the storage services need it.
// Not here: attributes of what is read, document types, and what the documents mean (package rest and
// those below it).
package xmltext
