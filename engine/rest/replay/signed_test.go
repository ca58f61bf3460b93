package replay_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/rest"
	"rowkey/engine/rest/resttest"
)

// TestReplayOfSignedTrafficAgrees is the replay with a guard: what the recorded clients signed is
// signed again, with a key of ours, and so are their access signatures. The requests by which the
// replay itself puts the account in order are the owner's.
func TestReplayOfSignedTrafficAgrees(t *testing.T) {
	for _, folder := range []string{"table", "queue", "blob"} {
		t.Run(folder, func(t *testing.T) {
			if folder == "blob" {
				resttest.NeedsLeases(t)
			}
			least := map[string]floors{"table": {0.995, 0.995, 0.995}, "queue": {1, 0.995, 0.995},
				"blob": {1, 0.995, 0.985}}[folder]
			tokens := 0
			replayFolder(t, folder, least, func(s *session, api *rest.API) scenery {
				api.SetGuard(rest.Guard{Accounts: auth.Accounts{"account": {resttest.OwnKey}}, Trusting: true})
				w := &signedScenery{t: t, api: api, tokens: &tokens}
				if folder == "table" {
					w.scenery = newWorld(t, api, s)
				} else {
					w.scenery = newStorageWorld(t, api, s)
				}
				w.startBefore(s)
				return w
			})
			if want := map[string]int{"table": 43, "queue": 10, "blob": 11}[folder]; tokens != want {
				t.Errorf("%d requests with an access signature were signed again, want %d", tokens, want)
			}
		})
	}
}

// signedScenery signs the requests of another one.
type signedScenery struct {
	scenery
	t      *testing.T
	api    *rest.API
	tokens *int // requests with an access signature
}

var policyEnd = regexp.MustCompile(`<Expiry>(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z</Expiry>`)

// startBefore sets the clock to half an hour before the first stored policy ends: tokens that name it
// hold no time that could be changed.
func (w *signedScenery) startBefore(s *session) {
	for i := range s.Exchanges {
		if m := policyEnd.FindStringSubmatch(text(s.Exchanges[i].Request.Body)); m != nil && s.usesPolicy() {
			end, err := time.Parse("2006-01-02T15:04:05", m[1])
			if err != nil {
				w.t.Fatal(err)
			}
			w.api.Clock.Set(end.Add(-30 * time.Minute))
			return
		}
	}
}

func (s *session) usesPolicy() bool {
	for i := range s.Exchanges {
		if strings.Contains(s.Exchanges[i].Request.URL, "&si=") {
			return true
		}
	}
	return false
}

// unfair reports whether an exchange cannot be repeated although it is signed again: the service did not
// know its version yet, a directory knew its client, or a policy was not in force yet.
func (w *signedScenery) unfair(x *exchange) bool {
	body := text(x.Response.Body)
	switch {
	case strings.Contains(body, "AuthenticationFailed"):
		return strings.Contains(x.Request.URL, "&si=")
	case strings.Contains(x.Request.URL, "sig=") && strings.Contains(body, "InvalidUri"):
		return true
	}
	return w.scenery.unfair(x)
}

// request signs. A client that was refused without an access signature had signed something else.
func (w *signedScenery) request(x *exchange) (*rest.Request, error) {
	r, err := w.scenery.request(x)
	if err != nil {
		return nil, err
	}
	for i, f := range r.Header {
		if source, _, ok := strings.Cut(f.Value, "?"); ok && f.Name == "x-ms-copy-source" {
			of, err := rest.HostStyle("GET", f.Value)
			if err != nil {
				return nil, err
			}
			r.Header[i].Value = source + "?" + w.signToken(of)
			*w.tokens++
		}
	}
	if strings.Contains(r.Query, "sig=") {
		*w.tokens++
		r.Query = w.signToken(r)
		return r, nil
	}
	key := resttest.OwnKey
	if x.Response.Status == 403 {
		key = auth.Key("another")
	}
	scheme := []auth.Scheme{auth.SharedKey, auth.SharedKeyLite}[len(r.Path)%2]
	return resttest.SignedBy(w.t, r, key, scheme, w.api.Clock.Now()), nil
}

// signToken returns the query string of a request with its token made anew: its time is moved to now,
// in the form in which it was sent.
func (w *signedScenery) signToken(r *rest.Request) string {
	var kept []string
	var sent []auth.Pair
	for option := range strings.SplitSeq(r.Query, "&") {
		name, value, _ := strings.Cut(option, "=")
		switch name {
		case "st":
			sent = append(sent, auth.Pair{Name: name, Value: w.moved(resttest.Unquote(value), -time.Hour)})
		case "se":
			sent = append(sent, auth.Pair{Name: name, Value: w.moved(resttest.Unquote(value), time.Hour)})
		case "sv", "ss", "srt", "sp", "sip", "spr", "si", "tn", "spk", "srk", "epk", "erk", "sr", "sig":
			sent = append(sent, auth.Pair{Name: name, Value: resttest.Unquote(value)})
		default:
			kept = append(kept, option)
		}
	}
	token, _, ok := auth.ParseToken(sent)
	if !ok {
		w.t.Errorf("%s: the recorded token lacks something", r.Query)
	}
	made := token.Sign(resttest.OwnKey, resttest.Services[r.Service], r.Account, resourceOf(r, &token))
	return strings.Join(append(kept, made), "&")
}

// moved returns a time off now; what stood behind the seconds of the recorded one stays.
func (w *signedScenery) moved(recorded string, off time.Duration) string {
	rest := "Z"
	if len(recorded) > len("2006-01-02T15:04:05") {
		rest = recorded[len("2006-01-02T15:04:05"):]
	}
	return w.api.Clock.Now().Add(off).Format("2006-01-02T15:04:05") + rest
}

// resourceOf names what the token of a request is for.
func resourceOf(r *rest.Request, token *auth.Token) string {
	path := strings.TrimPrefix(resttest.Unquote(r.Path), "/")
	thing, _, _ := strings.Cut(path, "/")
	switch {
	case r.Service == rest.TableService:
		return token.Table
	case token.Resource == "b":
		return path
	}
	return thing
}
