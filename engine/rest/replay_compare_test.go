package rest_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"testing"
	"time"

	"rowkey/engine/rest"
)

// tally counts agreements. Each step is counted only if those before it agree.
type tally struct {
	compared, skipped     int
	restored              int // tables, queues and containers made or removed by the replay itself
	status, body, headers int
	exact, exactOf        int // bodies that agree byte by byte, of those recorded so
	misses                map[string][]string
}

func (n *tally) share(agreed int) float64 { return float64(agreed) / float64(n.compared) }

func (n *tally) miss(cause, where string) {
	if n.misses == nil {
		n.misses = map[string][]string{}
	}
	n.misses[cause] = append(n.misses[cause], where)
}

// compare looks at status and error code, then at the body, then at the header fields.
func (n *tally) compare(s *session, i int, x *exchange, r *rest.Response) {
	n.compareBy(s, i, x, r, maskBody, headerDifference)
}

// compareBy is compare with what hides the differences of bodies that do not count, and what finds
// those of header fields.
func (n *tally) compareBy(s *session, i int, x *exchange, r *rest.Response,
	mask func(string) string, headers func(rest.Header, map[string]string) string) {
	n.compared++
	where := fmt.Sprintf("%s #%d %s %s", s.Name, i, x.Request.Method, x.Request.URL)
	got, want := outcome(r.Status, string(r.Body)), outcome(x.Response.Status, text(x.Response.Body))
	if got != want {
		n.miss(fmt.Sprintf("status: got %s, want %s", got, want), where)
		return
	}
	n.status++
	if !s.Reserialized {
		n.exactOf++
	}
	a, b := mask(string(r.Body)), mask(text(x.Response.Body))
	if a == b && !s.Reserialized {
		n.exact++
	}
	if d := bodyDifference(a, b); d != "" {
		n.miss("body: "+d, where)
		return
	}
	n.body++
	if d := headers(r.Header, x.Response.Headers); d != "" {
		n.miss("headers: "+d, where)
		return
	}
	n.headers++
}

// explain compares the differences with those that are known: lines of a folder, a text that stands in
// the cause or the place, and the reason, separated by tabs. Every difference needs a line. It returns
// the texts that explain none.
func (n *tally) explain(t *testing.T, folder string) (idle []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "known-differences.txt"))
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]int{}
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3)
		if len(parts) == 3 && parts[0] == folder {
			used[parts[1]] = 0
		}
	}
	for cause, places := range n.misses {
		for _, place := range places {
			if !explained(used, cause+" "+place) {
				t.Errorf("no line of known-differences.txt explains %s\n        %s", cause, place)
			}
		}
	}
	for part, times := range used {
		if times == 0 {
			idle = append(idle, part)
		}
	}
	return idle
}

// explained counts the texts that stand in a difference, and reports whether one does.
func explained(texts map[string]int, difference string) (found bool) {
	for part := range texts {
		if strings.Contains(difference, part) {
			texts[part]++
			found = true
		}
	}
	return found
}

func (n *tally) report(t *testing.T) {
	t.Logf("%d exchanges compared, %d skipped, %d things restored", n.compared, n.skipped, n.restored)
	t.Logf("status %.2f %%   body %.2f %%   headers %.2f %%",
		100*n.share(n.status), 100*n.share(n.body), 100*n.share(n.headers))
	t.Logf("bodies that were recorded as bytes: %d of %d agree in every byte", n.exact, n.exactOf)
	causes := make([]string, 0, len(n.misses))
	for c := range n.misses {
		causes = append(causes, c)
	}
	sort.Slice(causes, func(i, j int) bool {
		a, b := len(n.misses[causes[i]]), len(n.misses[causes[j]])
		return a > b || a == b && causes[i] < causes[j]
	})
	if !testing.Verbose() {
		return
	}
	for _, c := range causes {
		t.Logf("%4d  %s\n        first: %s", len(n.misses[c]), c, n.misses[c][0])
	}
}

var (
	codePattern   = regexp.MustCompile(`"code": ?"(\w+)"|<(?:m:)?[Cc]ode>(\w+)<`)
	statusPattern = regexp.MustCompile(`HTTP/1\.1 (\d+)`)
	hostPattern   = regexp.MustCompile(`https://[a-z0-9-]+\.(table|queue|blob)\.core\.windows\.net`)
	idPattern     = regexp.MustCompile(`RequestId:[0-9a-f-]+`)
	timePattern   = regexp.MustCompile(`Time:[0-9TZ:.-]+`)
	stampPattern  = regexp.MustCompile(`"Timestamp":\s?"[^"]*"`)
	etagPattern   = regexp.MustCompile(`W/\\?"datetime'[^']*'\\?"`)
	typePattern   = regexp.MustCompile(`"odata\.type":\s?"[a-z0-9_]+\.`)
	bounds        = regexp.MustCompile(`((?:batch|changeset)response)_[0-9a-f-]+`)
	syncPattern   = regexp.MustCompile(`<Status>.*</LastSyncTime>`)
)

// outcome is the status, and the code of an error; for a batch also those inside.
func outcome(status int, body string) string {
	s := fmt.Sprint(status)
	for _, m := range statusPattern.FindAllStringSubmatch(body, -1) {
		s += " " + m[1]
	}
	if m := codePattern.FindStringSubmatch(body); m != nil && (status >= 400 || status == 202) {
		s += " " + m[1] + m[2]
	}
	return s
}

func maskHosts(s string) string {
	return hostPattern.ReplaceAllString(s, "https://account.$1.core.windows.net")
}

// maskBody hides what differs between two runs of the real service.
func maskBody(s string) string {
	s = maskHosts(s)
	s = idPattern.ReplaceAllString(s, "RequestId:0")
	s = timePattern.ReplaceAllString(s, "Time:0")
	s = stampPattern.ReplaceAllString(s, `"Timestamp":"0"`)
	s = etagPattern.ReplaceAllString(s, "ETAG")
	s = typePattern.ReplaceAllString(s, `"odata.type":"account.`)
	s = syncPattern.ReplaceAllString(s, "<Status/>")
	return bounds.ReplaceAllString(s, "${1}_0")
}

// etagsIn lists the ETags of a body in their order, as they stand in a header field.
func etagsIn(body string) []string {
	var all []string
	for _, m := range etagPattern.FindAllString(body, -1) {
		all = append(all, strings.ReplaceAll(m, `\"`, `"`))
	}
	return all
}

// bodyDifference compares JSON as values, a batch line by line with JSON as values, and anything
// else as text. It returns "" if there is none.
func bodyDifference(got, want string) string {
	if got == want {
		return ""
	}
	if strings.HasPrefix(want, "--") {
		return linesDifference(got, want)
	}
	var a, b any
	if json.Unmarshal([]byte(got), &a) == nil && json.Unmarshal([]byte(want), &b) == nil {
		return valueDifference("", a, b)
	}
	return fmt.Sprintf("got %.300q, want %.300q", got, want)
}

func linesDifference(got, want string) string {
	a, b := strings.Split(got, "\r\n"), strings.Split(want, "\r\n")
	for i := 0; i < len(a) && i < len(b); i++ {
		if strings.HasPrefix(b[i], "{") {
			if d := bodyDifference(a[i], b[i]); d != "" {
				return "batch: " + d
			}
			continue
		}
		if a[i] != b[i] {
			return fmt.Sprintf("batch: got line %q, want %q", a[i], b[i])
		}
	}
	if len(a) != len(b) {
		return fmt.Sprintf("batch: got %d lines, want %d", len(a), len(b))
	}
	return ""
}

// valueDifference names the first place at which two JSON values differ.
func valueDifference(path string, got, want any) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			break
		}
		for _, name := range unionOfNames(g, w) {
			a, inGot := g[name]
			b, inWant := w[name]
			if inGot != inWant {
				return fmt.Sprintf("%s.%s: got %v (there: %v), want %v (there: %v)", path, name, a, inGot, b, inWant)
			}
			if d := valueDifference(path+"."+name, a, b); d != "" {
				return d
			}
		}
		return ""
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return fmt.Sprintf("%s: got %d elements, want %d", path, len(g), len(w))
		}
		for i := range w {
			if d := valueDifference(path+"[]", g[i], w[i]); d != "" {
				return d
			}
		}
		return ""
	}
	if reflect.DeepEqual(got, want) {
		return ""
	}
	return fmt.Sprintf("%s: got %.200v, want %.200v", path, got, want)
}

func unionOfNames(a, b map[string]any) []string {
	var names []string
	for n := range a {
		names = append(names, n)
	}
	for n := range b {
		if _, ok := a[n]; !ok {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	return names
}

// compared are the header fields that clients read, besides those of which only the presence counts.
var comparedFields = []string{
	"Content-Type", "Location", "DataServiceId", "Preference-Applied", "X-Content-Type-Options",
	"Cache-Control", "x-ms-version", "x-ms-error-code",
}

var presentFields = []string{
	"ETag", "Content-Length", "x-ms-continuation-NextPartitionKey", "x-ms-continuation-NextRowKey",
	"x-ms-continuation-NextTableName",
}

func headerDifference(got rest.Header, want map[string]string) string {
	for _, name := range comparedFields {
		a, b := maskField(got.Get(name)), maskField(field(want, name))
		if a != b {
			return fmt.Sprintf("%s: got %q, want %q", name, a, b)
		}
	}
	for _, name := range presentFields {
		_, a := got.Lookup(name)
		if b := field(want, name) != ""; a != b {
			return fmt.Sprintf("%s: sent %v, want %v", name, a, b)
		}
	}
	return ""
}

// maskField also drops the blanks that a recorder put between the parameters of a media type.
func maskField(s string) string {
	s = bounds.ReplaceAllString(maskHosts(s), "${1}_0")
	if strings.HasPrefix(s, "application/json;") {
		s = strings.ReplaceAll(s, " ", "")
	}
	return s
}

// storageNames lead from recorded ETags, message ids, pop receipts, markers, leases and copies to ours.
type storageNames map[string]string

// storageRequest is what the session sent, in names of ours.
func (x *exchange) storageRequest(ours storageNames) (*rest.Request, error) {
	r, err := rest.HostStyle(x.Request.Method, ours.apply(x.Request.URL))
	if err != nil {
		return nil, err
	}
	for name, value := range x.Request.Headers {
		r.Header = append(r.Header, rest.Field{Name: name, Value: ours.apply(value)})
	}
	sort.Slice(r.Header, func(i, j int) bool { return r.Header[i].Name < r.Header[j].Name })
	r.Body = []byte(text(x.Request.Body))
	return r, nil
}

func (s storageNames) apply(text string) string {
	for recorded, own := range s {
		text = strings.ReplaceAll(text, recorded, own)
		text = strings.ReplaceAll(text, url.QueryEscape(recorded), url.QueryEscape(own))
		text = strings.ReplaceAll(text, strings.ReplaceAll(recorded, "=", "%3D"), url.QueryEscape(own))
	}
	return text
}

var namePattern = regexp.MustCompile(`<(?:MessageId|PopReceipt|NextMarker|Etag)>([^<]*)<`)

// learn notes what stands at the same place of both answers.
func (s storageNames) learn(x *exchange, r *rest.Response) {
	theirs := namePattern.FindAllStringSubmatch(text(x.Response.Body), -1)
	ours := namePattern.FindAllStringSubmatch(string(r.Body), -1)
	for i := range min(len(theirs), len(ours)) {
		s.note(theirs[i][1], ours[i][1])
	}
	for _, name := range []string{"ETag", "x-ms-popreceipt", "x-ms-lease-id", "x-ms-copy-id"} {
		s.note(field(x.Response.Headers, name), r.Header.Get(name))
	}
}

func (s storageNames) note(theirs, ours string) {
	if theirs != "" && ours != "" && theirs != ours {
		s[theirs] = ours
	}
}

var (
	namesPattern = regexp.MustCompile(`<(MessageId|PopReceipt|NextMarker|Marker|Etag|Last-Modified|Creation-Time|` +
		`TimeNextVisible|CopyId|CopyCompletionTime)>[^<]+<`)
	lifePattern     = regexp.MustCompile(`<InsertionTime>([^<]*)</InsertionTime><ExpirationTime>([^<]*)<`)
	metadataPattern = regexp.MustCompile(`<Metadata>(.*?)</Metadata>`)
	pairPattern     = regexp.MustCompile(`<\w+>[^<]*</\w+>`)
	tierPattern     = regexp.MustCompile(`<AccessTier>\w+</AccessTier><AccessTierInferred>`)
)

// maskStorage hides what differs between two runs of the real service. Of the times of a message the
// length of its life stays. Pairs of metadata are sorted: recorded requests are. The access tier of an
// account is a setting of it.
func maskStorage(s string) string {
	s = lifePattern.ReplaceAllStringFunc(s, func(times string) string {
		m := lifePattern.FindStringSubmatch(times)
		a, _ := time.Parse(httpTime, m[1])
		b, _ := time.Parse(httpTime, m[2])
		if b.Year() == 9999 {
			return "<Life>for ever<"
		}
		return fmt.Sprintf("<Life>%v<", b.Sub(a))
	})
	s = metadataPattern.ReplaceAllStringFunc(s, func(pairs string) string {
		list := pairPattern.FindAllString(pairs[len("<Metadata>"):], -1)
		sort.Strings(list)
		return "<Metadata>" + strings.Join(list, "") + "</Metadata>"
	})
	s = tierPattern.ReplaceAllString(s, "<AccessTier>0</AccessTier><AccessTierInferred>")
	s = namesPattern.ReplaceAllString(s, "<$1>0<")
	return maskBody(s)
}

// present are header fields of which only the presence counts.
var present = map[string]bool{
	"etag": true, "last-modified": true, "x-ms-creation-time": true, "x-ms-popreceipt": true, "x-ms-access-tier": true,
	"x-ms-time-next-visible": true, "x-ms-delete-type-permanent": true,
	"x-ms-lease-id": true, "x-ms-copy-id": true, "x-ms-copy-completion-time": true,
}

// unrecorded are fields that the recordings leave out, or some of them.
var unrecorded = map[string]bool{
	"server": true, "date": true, "x-ms-request-id": true, "transfer-encoding": true, "content-length": true,
	"x-ms-client-request-id": true, "vary": true,
}

// storageHeaderDifference compares all fields, in both directions.
func storageHeaderDifference(got rest.Header, want map[string]string) string {
	ours, theirs := map[string]string{}, map[string]string{}
	for _, f := range got {
		ours[strings.ToLower(f.Name)] = f.Value
	}
	for name, value := range want {
		theirs[strings.ToLower(name)] = value
	}
	var names []string
	for name := range theirs {
		names = append(names, name)
	}
	for name := range ours {
		if _, ok := theirs[name]; !ok {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		a, inOurs := ours[name]
		b, inTheirs := theirs[name]
		switch {
		case unrecorded[name]:
		case inOurs != inTheirs:
			return fmt.Sprintf("%s: sent %v, want %v", name, inOurs, inTheirs)
		case !present[name] && a != b:
			return fmt.Sprintf("%s: got %q, want %q", name, a, b)
		}
	}
	return ""
}
