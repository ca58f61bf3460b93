package pages

import (
	"fmt"
	"net/url"
	"strings"
)

// relative turns a link as authors write it into one that works from a page whose way to the root is
// root: "/learn/" into "../../learn/". Anchors and outside addresses stay as they are.
func relative(root, target string) (string, error) {
	switch {
	case strings.HasPrefix(target, "#"), strings.HasPrefix(target, "https://"),
		strings.HasPrefix(target, "mailto:"):
		return target, nil
	case strings.HasPrefix(target, "/") && !strings.HasPrefix(target, "//"):
		return root + target[1:], nil
	}
	return "", fmt.Errorf("link to %q: begin with / for a page of this site, or with https://", target)
}

// rootOf returns the way from a page to the root: "learn/keys/" needs "../../".
func rootOf(page string) string {
	if depth := strings.Count(page, "/"); depth > 0 {
		return strings.Repeat("../", depth)
	}
	return "./"
}

// BasePath returns the path of the site's address, "/" if that is unknown.
func BasePath(base string) string {
	u, err := url.Parse(base)
	if err != nil || u.Path == "" {
		return "/"
	}
	return u.Path
}
