// Package profile examines a file of rows, so that the sheet of the design workbench can begin with measured numbers.
// It reads the file in slices, once, in bounded memory, and finds the type of each column, how many values it has and
// how unevenly they occur, sizes, order, which columns determine others, which of them identify a row, and the rows
// that break a limit of the service.
//
// The same bytes give the same profile, however they are cut into slices. Counts are exact for up to 4,096 values of
// a column; above that they are sketches ([distinctSketch], [topSketch]) that see all rows. Pairs of columns are
// watched for the twelve columns that could be keys. The rows of those are kept as hashes, within 64 MiB, so that
// partitions of any two of them can be counted afterwards. A profile holds values of the file, but a [Report] contains
// values only on request.
//
// Rule book: the data model of the service (package edm) for types, sizes and keys; RFC 4180 for CSV, as in
// site/app/transfer; the annotations of the service for JSON. Not here: texts for readers (site/app/profile), and
// storing rows in a table (site/app/transfer).
package profile
