// Package structure holds the tests of how this module is built: which package imports which, how large types, folders
// and lines are, what is committed, and that everything that reads text from outside takes linear work.
//
// There is no code here, only tests.
package structure
