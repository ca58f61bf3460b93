package rest_test

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"rowkey/engine/clock"
	"rowkey/engine/rest"
)

// world is what the account held that a session used: its own tables, those that other sessions
// had left, and what happened between two runs that were recorded as one session.
type world struct {
	t        *testing.T
	api      *rest.API
	ours     substitutions
	own      map[string]bool // names that the session creates, in lowercase
	alive    map[string]bool // tables that exist here now
	restored int             // tables made or removed so that a request finds what it once found
}

func newWorld(t *testing.T, api *rest.API, s *session) *world {
	w := &world{t: t, api: api, ours: substitutions{}, own: map[string]bool{}, alive: map[string]bool{}}
	for i := range s.Exchanges {
		if name, ok := s.Exchanges[i].creates(); ok {
			w.own[name] = true
		}
	}
	w.restoreProperties(s)
	return w
}

// creates returns the name that Create Table was asked for, in lowercase.
func (x *exchange) creates() (string, bool) {
	if x.Request.Method != "POST" || !strings.HasSuffix(x.Request.URL, "/Tables") {
		return "", false
	}
	var body struct{ TableName string }
	err := json.Unmarshal([]byte(text(x.Request.Body)), &body)
	return strings.ToLower(body.TableName), err == nil
}

// restoreProperties puts the service properties that an earlier session had left: they outlive
// tables. The first time that a session reads them tells.
func (w *world) restoreProperties(s *session) {
	for i := range s.Exchanges {
		x := &s.Exchanges[i]
		if x.Request.Method == "GET" && strings.Contains(x.Request.URL, "comp=properties") && x.Response.Status == 200 {
			w.send("PUT", x.Request.URL, text(x.Response.Body), 202)
			return
		}
	}
}

func (w *world) send(method, url, body string, status int) {
	w.t.Helper()
	r, err := rest.HostStyle(method, url)
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header, r.Body = rest.Header{{Name: "Prefer", Value: "return-no-content"}}, []byte(body)
	if got := w.api.Serve(context.Background(), r); got.Status != status {
		w.t.Fatalf("restore the account: %s %s: status = %d, want %d", method, url, got.Status, status)
	}
}

var (
	onePath    = regexp.MustCompile(`/Tables\('(\w+)'\)`)
	entityPath = regexp.MustCompile(`\.net/(\w+)\(PartitionKey`)
)

const account = "https://account.table.core.windows.net/"

// prepare makes and removes tables so that the request finds what it once found: the recorded
// answer shows whether the table was there.
func (w *world) prepare(x *exchange) {
	name, creating := x.creates()
	switch {
	case creating && x.Response.Status < 300 && w.alive[name]:
		w.send("DELETE", account+"Tables('"+name+"')", "", 204)
		w.alive[name] = false
		w.restored++
	case !creating && strings.Contains(text(x.Response.Body), "ResourceNotFound"):
		m := entityPath.FindStringSubmatch(x.Request.URL)
		if m == nil || w.own[strings.ToLower(m[1])] || w.alive[strings.ToLower(m[1])] {
			return
		}
		w.send("POST", account+"Tables", `{"TableName":"`+m[1]+`"}`, 204)
		w.alive[strings.ToLower(m[1])] = true
		w.restored++
	}
}

func (w *world) changes() int { return w.restored }

func (w *world) request(x *exchange) (*rest.Request, error) { return x.request(w.ours) }

func (w *world) compare(n *tally, s *session, i int, x *exchange, r *rest.Response) {
	n.compare(s, i, x, r)
}

// observe notes what names and versions are called here, and which tables exist after an answer of ours.
func (w *world) observe(x *exchange, r *rest.Response) {
	w.ours.learn(x, r)
	if r.Status >= 300 {
		return
	}
	if name, ok := x.creates(); ok {
		w.alive[name] = true
	}
	if m := onePath.FindStringSubmatch(x.Request.URL); m != nil && x.Request.Method == "DELETE" {
		w.alive[strings.ToLower(m[1])] = false
	}
}

// unfair reports whether an exchange cannot be repeated: its credentials are redacted, the service
// was at fault, or it is about tables of other sessions.
func (w *world) unfair(x *exchange) bool {
	switch r := &x.Response; {
	case r.Status == 401 || r.Status == 403 || r.Status == 500 || r.Status == 503:
		return true
	case strings.Contains(text(r.Body), "TableBeingDeleted"):
		return true
	case x.Request.Method == "DELETE" && r.Status == 204:
		m := onePath.FindStringSubmatch(x.Request.URL)
		return m != nil && !w.own[strings.ToLower(m[1])]
	}
	return w.listsForeign(x)
}

// listsForeign looks at lists of tables and at the tokens that lead from one page to the next.
func (w *world) listsForeign(x *exchange) bool {
	var list struct{ Value []struct{ TableName string } }
	if json.Unmarshal([]byte(text(x.Response.Body)), &list) == nil {
		for _, e := range list.Value {
			if e.TableName != "" && !w.own[strings.ToLower(e.TableName)] {
				return true
			}
		}
	}
	tokens := []string{field(x.Response.Headers, "x-ms-continuation-nexttablename")}
	if u, err := url.Parse(x.Request.URL); err == nil {
		tokens = append(tokens, u.Query().Get("NextTableName"))
	}
	for _, token := range tokens {
		key, err := rest.ParseToken(token)
		name, _, _ := strings.Cut(key, "\x01")
		if err == nil && !w.own[name] {
			return true
		}
	}
	return false
}

func TestReplayOfQueuesAgreesWithRecordedTraffic(t *testing.T) {
	noneIdle(t, replayFolder(t, "queue", floors{1, 0.995, 0.995}, func(s *session, api *rest.API) scenery {
		return newStorageWorld(t, api, s)
	}))
}

func TestReplayOfBlobsAgreesWithRecordedTraffic(t *testing.T) {
	needsLeases(t)
	noneIdle(t, replayFolder(t, "blob", floors{1, 0.995, 0.985}, func(s *session, api *rest.API) scenery {
		return newStorageWorld(t, api, s)
	}))
}

// storageWorld is what the account held that a session with queues or blobs used, and the time that
// went by.
type storageWorld struct {
	t        *testing.T
	api      *rest.API
	ours     storageNames
	own      map[string]bool // queues or containers that the session creates
	alive    map[string]bool // those that exist here now
	spoiled  map[string]bool // containers that an operation has changed which is left out here
	copied   map[string]bool // containers with snapshots, which lists would show
	made     map[string]bool // paths of the blobs that the session has made
	restored int             // queues and containers made or removed by prepare
	began    bool            // the clock has been set
}

func newStorageWorld(t *testing.T, api *rest.API, s *session) *storageWorld {
	w := &storageWorld{
		t: t, api: api, ours: storageNames{}, own: map[string]bool{}, alive: map[string]bool{},
		spoiled: map[string]bool{}, copied: map[string]bool{},
		made: map[string]bool{},
	}
	for i := range s.Exchanges {
		x := &s.Exchanges[i]
		if x.Request.Method == "PUT" && x.comp() == "" && x.blob() == "" {
			w.own[x.thing()] = true
		}
	}
	w.restoreProperties(s)
	return w
}

// restoreProperties puts the service properties that an earlier session had left: they outlive
// everything else. The first time that a session reads them tells.
func (w *storageWorld) restoreProperties(s *session) {
	for i := range s.Exchanges {
		x := &s.Exchanges[i]
		if x.comp() == "properties" && x.thing() == "" && x.Request.Method == "GET" && x.Response.Status == 200 {
			w.send("PUT", x.Request.URL, text(x.Response.Body), 202)
			return
		}
	}
}

func (w *storageWorld) send(method, address, body string, status int) {
	w.t.Helper()
	r, err := rest.HostStyle(method, address)
	if err != nil {
		w.t.Fatal(err)
	}
	r.Body = []byte(body)
	if got := w.api.Serve(context.Background(), r); got.Status != status {
		w.t.Fatalf("restore the account: %s %s: status = %d, want %d: %s", method, address, got.Status, status, got.Body)
	}
}

func (x *exchange) parsed() *url.URL {
	u, err := url.Parse(x.Request.URL)
	if err != nil {
		return &url.URL{}
	}
	return u
}

// path is the path of a URL.
func path(address string) string {
	x := exchange{}
	x.Request.URL = address
	return x.parsed().Path
}

func (x *exchange) comp() string { return x.parsed().Query().Get("comp") }

// thing is the queue or container that a request is about, "" if it is about the account.
func (x *exchange) thing() string {
	name, _, _ := strings.Cut(strings.TrimPrefix(x.parsed().Path, "/"), "/")
	return name
}

// blob is what stands after the queue or container in the path.
func (x *exchange) blob() string {
	_, name, _ := strings.Cut(strings.TrimPrefix(x.parsed().Path, "/"), "/")
	return name
}

// leftOut reports whether an exchange needs what the engine leaves out on purpose.
func (x *exchange) leftOut() bool {
	switch x.comp() {
	case "snapshot", "tier", "rename", "undelete":
		return true
	}
	for _, name := range []string{"x-ms-tags", "x-ms-encryption-key"} {
		if field(x.Request.Headers, name) != "" {
			return true
		}
	}
	return false
}

var listedName = regexp.MustCompile(`<(?:Queue|Container)><Name>([^<]*)<`)

// unfair reports whether an exchange cannot be repeated: its credentials are redacted, the service was
// at fault, it lists what other sessions had left, it copies what another session had made, or it reads what an
// operation has changed that is left out.
func (w *storageWorld) unfair(x *exchange) bool {
	body := text(x.Response.Body)
	switch status := x.Response.Status; {
	case status == 401 || status == 403 || status >= 500:
		return true
	case strings.Contains(body, "InvalidAuthenticationInfo"), strings.Contains(body, "BeingDeleted"):
		return true
	}
	for _, m := range listedName.FindAllStringSubmatch(body, -1) {
		if !w.own[m[1]] {
			return true
		}
	}
	if source := field(x.Request.Headers, "x-ms-copy-source"); source != "" && !w.made[path(source)] {
		return true
	}
	if x.leftOut() {
		w.refused(x)
		if x.comp() == "snapshot" {
			w.copied[x.thing()] = true
		} else {
			w.spoiled[x.thing()] = true
		}
		return true
	}
	return w.spoiled[x.thing()] || w.copied[x.thing()] && x.comp() == "list"
}

// refused checks that an operation which is left out says so.
func (w *storageWorld) refused(x *exchange) {
	w.t.Helper()
	r, err := x.storageRequest(w.ours)
	if err != nil {
		w.t.Fatal(err)
	}
	if got := w.api.Serve(context.Background(), r); got.Status != 501 {
		w.t.Errorf("%s %s: status = %d, want 501: it is left out", x.Request.Method, x.Request.URL, got.Status)
	}
}

// prepare makes and removes queues and containers so that the request finds what it once found, and
// moves the clock to where it stood.
func (w *storageWorld) prepare(x *exchange) {
	w.wait(x)
	name, status := x.thing(), x.Response.Status
	if name == "" {
		return
	}
	code := field(x.Response.Headers, "x-ms-error-code") + text(x.Response.Body)
	creating := x.Request.Method == "PUT" && x.comp() == "" && x.blob() == ""
	missing := strings.Contains(code, "QueueNotFound") || strings.Contains(code, "ContainerNotFound")
	switch {
	case creating && status == 201, missing:
		w.exist(x, name, false)
	case creating && (status == 204 || strings.Contains(code, "AlreadyExists")), status < 300,
		strings.Contains(code, "BlobNotFound"):
		w.exist(x, name, true)
	}
}

// exist makes or removes a queue or container.
func (w *storageWorld) exist(x *exchange, name string, exists bool) {
	w.t.Helper()
	if w.alive[name] == exists {
		return
	}
	address := "https://" + x.parsed().Host + "/" + url.PathEscape(name)
	if strings.Contains(x.parsed().Host, ".blob.") {
		address += "?restype=container"
	}
	method, status := "PUT", 201
	if !exists {
		method, status = "DELETE", map[bool]int{true: 202, false: 204}[strings.Contains(address, "restype")]
	}
	w.send(method, address, "", status)
	w.alive[name] = exists
	w.restored++
}

// wait moves the clock to where it stood when the service answered, as far as the answer tells.
func (w *storageWorld) wait(x *exchange) {
	then, ok := x.moment()
	if !ok {
		return
	}
	if !w.began {
		w.began = true
		w.api.Clock.Set(then.Add(-time.Second))
	}
	w.api.Clock.Advance(then.Sub(w.api.Clock.Now()) - clock.Resolution) // the write itself is a tick
}

// moment is when the service answered. Pop receipts hold the time at which a message becomes visible,
// ETags of blobs that of the change, errors that of the answer.
func (x *exchange) moment() (time.Time, bool) {
	if receipt := x.receipt(); receipt != nil {
		hidden := map[string]int{"GET": 30}[x.Request.Method]
		if s := x.parsed().Query().Get("visibilitytimeout"); s != "" {
			hidden, _ = strconv.Atoi(s)
		}
		const from1601 = 116444736000000000
		ticks := int64(binary.LittleEndian.Uint64(receipt[12:20])) - from1601
		return time.Unix(0, ticks*100).Add(-time.Duration(hidden) * time.Second), true
	}
	if m := errorTime.FindStringSubmatch(text(x.Response.Body)); m != nil {
		then, err := time.Parse(time.RFC3339, m[1])
		return then, err == nil
	}
	tag, ok := strings.CutPrefix(strings.Trim(field(x.Response.Headers, "etag"), `"`), "0x")
	ticks, err := strconv.ParseInt(tag, 16, 64)
	if !ok || err != nil || x.Request.Method != "PUT" {
		return time.Time{}, false
	}
	const from1 = 62_135_596_800
	return time.Unix(ticks/1e7-from1, ticks%1e7*100), true
}

var errorTime = regexp.MustCompile(`\nTime:(\S+)</Message>`)

var receiptPattern = regexp.MustCompile(`<PopReceipt>([^<]+)<`)

// receipt is the pop receipt of an answer, decoded, nil if there is none.
func (x *exchange) receipt() []byte {
	receipt := field(x.Response.Headers, "x-ms-popreceipt")
	if m := receiptPattern.FindStringSubmatch(text(x.Response.Body)); m != nil {
		receipt = m[1]
	}
	b, err := base64.StdEncoding.DecodeString(receipt)
	if err != nil || len(b) < 20 {
		return nil
	}
	return b
}

func (w *storageWorld) changes() int { return w.restored }

func (w *storageWorld) request(x *exchange) (*rest.Request, error) { return x.storageRequest(w.ours) }

// observe learns what versions, messages and receipts are called here, and what exists.
func (w *storageWorld) observe(x *exchange, r *rest.Response) {
	w.ours.learn(x, r)
	if x.blob() != "" && x.Request.Method == "PUT" && r.Status < 300 {
		w.made[path(x.Request.URL)] = true
	}
	if x.comp() != "" || x.blob() != "" || r.Status >= 300 {
		return
	}
	switch x.Request.Method {
	case "PUT":
		w.alive[x.thing()] = true
	case "DELETE":
		w.alive[x.thing()] = false
	}
}

func (w *storageWorld) compare(n *tally, s *session, i int, x *exchange, r *rest.Response) {
	n.compareBy(s, i, x, r, maskStorage, storageHeaderDifference)
}
