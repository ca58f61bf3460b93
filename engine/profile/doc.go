// Package profile looks at rows that somebody already has, so that the sheet of the design workbench can begin with
// measured numbers. It reads a file in slices, once, and keeps what fits into bounded memory: the type of each
// column, how many values it has and how unevenly they occur, sizes, order, which columns tell others, which of them
// name a row, and what breaks a limit of the service, with the numbers of rows.
//
// The same bytes give the same profile, however they are cut into slices. Counts are exact for up to 4,096 values of
// a column; above that they are sketches ([distinctSketch], [topSketch]) that see all rows. Pairs of columns are
// watched for the twelve columns that could be keys. The rows of those are kept as hashes, within 64 MiB: so
// partitions of any two of them can be counted afterwards. A profile holds values of the file, but a [Report] has
// some only if they are asked for.
//
// Rule book: the data model of the service (package edm) for types, sizes and keys; RFC 4180 for CSV, as in
// site/app/transfer; the annotations of the service for JSON. Not here: sentences, and storing rows in a table.
package profile
