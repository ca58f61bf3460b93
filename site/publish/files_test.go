package publish

import "testing"

// B8
func TestAssetsKeepTheBytesThatTheirNamesWereMadeOf(t *testing.T) {
	const script, style = "let  a = 1 ;\n", "a  { color : red }\n"
	f := Files{"a/page.XYZ.js": []byte(script), "a/index.XYZ.css": []byte(style), "robots.css": []byte(style)}
	if err := f.Minify(); err != nil {
		t.Fatal(err)
	}
	if got := string(f["a/page.XYZ.js"]) + string(f["a/index.XYZ.css"]); got != script+style {
		t.Errorf("assets were changed after they had their names: %q", got)
	}
	if string(f["robots.css"]) == style {
		t.Error("a file outside of the assets is not minified")
	}
}
