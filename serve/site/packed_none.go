//go:build !release

package site

// packed is empty in a program that was not made by package release: the site is in a folder.
const packed = ""
