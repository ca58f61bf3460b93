//go:build release

package site

import _ "embed" // the site

// packed is the site as a zip. The file is not beside this one: package release tells the compiler where it is.
//
//go:embed site.zip
var packed string
