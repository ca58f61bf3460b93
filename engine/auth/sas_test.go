package auth_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/auth"
)

// full has a value for every option, so that each place in a string to sign can be told.
func full(version string) auth.Token {
	return auth.Token{
		Version: version, Permissions: "sp", Start: "st", Expiry: "se", IP: "sip", Protocol: "spr", Scope: "ses",
		Policy: "si",
		Table:  "People", StartPartition: "spk", StartRow: "srk", EndPartition: "epk", EndRow: "erk", Resource: "b",
		CacheControl: "rscc", Disposition: "rscd", Encoding: "rsce", Language: "rscl", MimeType: "rsct",
	}
}

func TestStringsToSignOfTokens(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, version string
		service       auth.Service
		resource      string
		want          string
	}{
		{"table-of-today", "2020-12-06", auth.Table, "People",
			"sp|st|se|/table/acct/people|si|sip|spr|2020-12-06|spk|srk|epk|erk"},
		{"table-with-address-and-protocol", "2015-04-05", auth.Table, "People",
			"sp|st|se|/table/acct/people|si|sip|spr|2015-04-05|spk|srk|epk|erk"},
		{"table-with-its-service", "2015-02-21", auth.Table, "People",
			"sp|st|se|/table/acct/people|si|2015-02-21|spk|srk|epk|erk"},
		{"table-of-once", "2012-02-12", auth.Table, "People", "sp|st|se|/acct/people|si|2012-02-12|spk|srk|epk|erk"},
		{"queue-of-today", "2020-12-06", auth.Queue, "jobs", "sp|st|se|/queue/acct/jobs|si|sip|spr|2020-12-06"},
		{"queue-of-once", "2014-02-14", auth.Queue, "jobs", "sp|st|se|/acct/jobs|si|2014-02-14"},
		{"blob-of-today", "2020-12-06", auth.Blob, "c/b",
			"sp|st|se|/blob/acct/c/b|si|sip|spr|2020-12-06|b||ses|rscc|rscd|rsce|rscl|rsct"},
		{"blob-without-scope", "2018-11-09", auth.Blob, "c/b",
			"sp|st|se|/blob/acct/c/b|si|sip|spr|2018-11-09|b||rscc|rscd|rsce|rscl|rsct"},
		{"blob-without-snapshot", "2015-04-05", auth.Blob, "c/b",
			"sp|st|se|/blob/acct/c/b|si|sip|spr|2015-04-05|rscc|rscd|rsce|rscl|rsct"},
		{"blob-of-once", "2012-02-12", auth.Blob, "c/b", "sp|st|se|/acct/c/b|si|2012-02-12"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			token := full(tt.version)
			if got := strings.ReplaceAll(token.StringToSign(tt.service, "acct", tt.resource), "\n", "|"); got != tt.want {
				t.Errorf("StringToSign =\n%s, want\n%s", got, tt.want)
			}
		})
	}
}

func TestStringsToSignOfAccountTokens(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]string{
		"2015-04-05": "acct|sp|bqt|sco|st|se|sip|spr|2015-04-05|",
		"2020-10-02": "acct|sp|bqt|sco|st|se|sip|spr|2020-10-02|",
		"2020-12-06": "acct|sp|bqt|sco|st|se|sip|spr|2020-12-06|ses|",
	} {
		token := full(version)
		token.Services, token.ResourceTypes = "bqt", "sco"
		if got := strings.ReplaceAll(token.StringToSign(auth.Table, "acct", "People"), "\n", "|"); got != want {
			t.Errorf("StringToSign =\n%s, want\n%s", got, want)
		}
	}
}

// decoded are the options of a query string, as the wire hands them over.
func decoded(t testing.TB, text string) []auth.Pair {
	t.Helper()
	var all []auth.Pair
	for part := range strings.SplitSeq(text, "&") {
		name, value, _ := strings.Cut(part, "=")
		value, err := url.QueryUnescape(value)
		if err != nil {
			t.Fatalf("the query string %q: %v", text, err)
		}
		all = append(all, auth.Pair{Name: name, Value: value})
	}
	return all
}

func TestSignedTokensAreReadBackAndAccepted(t *testing.T) {
	t.Parallel()
	key := auth.Key("good")
	account := auth.Token{Services: "t", ResourceTypes: "sco", Permissions: "rl", Expiry: "2030-01-01",
		Protocol: "https,http", IP: "10.0.0.1-10.0.0.9"}
	table := auth.Token{
		Table: "People", Permissions: "raud", Start: "2026-01-05T08:00:00Z", Expiry: "2030-01-01",
		StartPartition: "a b&c=d+é", EndPartition: "z/'%", EndRow: "1",
	}
	tests := []struct {
		name, query, want, resource string
	}{
		{"account", account.SignAccount(key, "acct"),
			"sv=2020-12-06&ss=t&srt=sco&se=2030-01-01&sp=rl&sip=10.0.0.1-10.0.0.9&spr=https%2Chttp&sig=", ""},
		{"table", table.SignTable(key, "acct"),
			"sv=2020-12-06&tn=People&st=2026-01-05T08%3A00%3A00Z&se=2030-01-01&sp=raud&spk=a%20b%26c%3Dd%2B%C3%A9" +
				"&epk=z%2F%27%25&erk=1&sig=", "people"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !strings.HasPrefix(tt.query, tt.want) {
				t.Errorf("Sign = %s, want %s…", tt.query, tt.want)
			}
			token, given, ok := auth.ParseToken(decoded(t, tt.query))
			if !given || !ok || !token.Verify(auth.Table, "acct", tt.resource, []auth.Key{auth.Key("other"), key}) {
				t.Errorf("%s: given %t, complete %t, want one that is accepted", tt.query, given, ok)
			}
			if token.Verify(auth.Table, "acct", tt.resource, []auth.Key{auth.Key("other")}) ||
				token.Verify(auth.Table, "other", tt.resource, []auth.Key{key}) {
				t.Errorf("%s is accepted with another key or for another account", tt.query)
			}
		})
	}
}

// Whatever is changed, added or dropped after signing makes the token a bad one, unless it is dropped
// for good.
func TestChangedTokensAreRefused(t *testing.T) {
	t.Parallel()
	key := auth.Key("good")
	signed := auth.Token{Table: "people", Permissions: "r", Expiry: "2030-01-01", StartPartition: "a",
		EndPartition: "b"}.SignTable(key, "acct")
	options := strings.Split(signed, "&")
	accepted := func(options []string) bool {
		token, given, ok := auth.ParseToken(decoded(t, strings.Join(options, "&")))
		return given && ok && token.Verify(auth.Table, "acct", token.Table, []auth.Key{key})
	}
	if !accepted(options) {
		t.Fatalf("%s is refused", signed)
	}
	for i := range options {
		changed := append([]string(nil), options...)
		name, value, _ := strings.Cut(options[i], "=")
		changed[i] = name + "=" + value + "x"
		if accepted(changed) {
			t.Errorf("a token with another %s is accepted", name)
		}
		if accepted(append(append([]string(nil), options[:i]...), options[i+1:]...)) {
			t.Errorf("a token without its %s is accepted", name)
		}
		if accepted(append(append([]string(nil), options...), options[i])) {
			t.Errorf("a token with two %s is accepted", name)
		}
	}
	for _, more := range []string{"st=2026-01-01", "si=policy", "sip=10.0.0.1", "spr=https", "srk=1", "erk=1", "ss=t"} {
		if accepted(append(append([]string(nil), options...), more)) {
			t.Errorf("a token with %s added is accepted", more)
		}
	}
}

func TestTokensThatNoKeyCanHaveSigned(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, query string }{
		{"no-version", "sp=r&se=2030-01-01&tn=people&sig=x"},
		{"too-old-a-version", "sv=2011-08-18&sp=r&se=2030-01-01&tn=people&sig=x"},
		{"an-empty-signature", "sv=2019-02-02&sp=r&se=2030-01-01&tn=people&sig="},
		{"neither-permissions-nor-policy", "sv=2019-02-02&se=2030-01-01&tn=people&sig=x"},
		{"permissions-in-another-order", "sv=2019-02-02&sp=dr&se=2030-01-01&tn=people&sig=x"},
		{"a-permission-twice", "sv=2019-02-02&sp=rr&se=2030-01-01&tn=people&sig=x"},
		{"a-permission-that-tables-do-not-know", "sv=2019-02-02&sp=rw&se=2030-01-01&tn=people&sig=x"},
		{"no-expiry", "sv=2019-02-02&sp=r&tn=people&sig=x"},
		{"a-row-without-partition", "sv=2019-02-02&sp=r&se=2030-01-01&tn=people&srk=1&sig=x"},
		{"an-end-row-without-partition", "sv=2019-02-02&sp=r&se=2030-01-01&tn=people&erk=1&sig=x"},
		{"an-address-before-there-were-any", "sv=2014-02-14&sp=r&se=2030-01-01&tn=people&sip=10.0.0.1&sig=x"},
		{"an-account-token-before-there-were-any", "sv=2015-02-21&ss=t&srt=o&sp=r&se=2030-01-01&sig=x"},
		{"an-account-token-without-services", "sv=2019-02-02&srt=o&sp=r&se=2030-01-01&sig=x"},
		{"an-account-token-without-types", "sv=2019-02-02&ss=t&sp=r&se=2030-01-01&sig=x"},
		{"an-account-token-with-a-policy", "sv=2019-02-02&ss=t&srt=o&sp=r&se=2030-01-01&si=x&sig=x"},
		{"a-line-in-a-value", "sv=2019-02-02&sp=r&se=2030-01-01&tn=people&spk=a%0Ab&sig=x"},
		{"an-option-twice", "sv=2019-02-02&sp=r&sp=raud&se=2030-01-01&tn=people&sig=x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, given, ok := auth.ParseToken(decoded(t, tt.query)); !given || ok {
				t.Errorf("ParseToken(%s): given %t, complete %t, want one that is not complete", tt.query, given, ok)
			}
		})
	}
	if _, given, _ := auth.ParseToken(decoded(t, "$filter=x&sv=2019-02-02&sp=r")); given {
		t.Error("a query string without sig is taken for a token")
	}
}

func TestStoredPoliciesFillWhatATokenLeavesOpen(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name          string
		token         auth.Token
		start, expiry string
		permissions   string
		ok            bool
	}{
		{"everything", auth.Token{}, "s", "e", "r", true},
		{"permissions-alone", auth.Token{Expiry: "e"}, "", "", "r", true},
		{"expiry-alone", auth.Token{Permissions: "r"}, "", "e", "", true},
		{"permissions-twice", auth.Token{Permissions: "r", Expiry: "e"}, "", "", "r", false},
		{"expiry-twice", auth.Token{Expiry: "e", Permissions: "r"}, "", "e", "", false},
		{"start-twice", auth.Token{Start: "s", Expiry: "e", Permissions: "r"}, "s", "", "", false},
		{"no-expiry-anywhere", auth.Token{Permissions: "r"}, "s", "", "", false},
		{"no-permissions-anywhere", auth.Token{Expiry: "e"}, "s", "", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.token.Adopt(tt.start, tt.expiry, tt.permissions); got != tt.ok {
				t.Errorf("Adopt = %t, want %t", got, tt.ok)
			}
		})
	}
}

func TestAdmit(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)
	const late = "2026-01-05T09:00:00Z"
	tests := []struct {
		name  string
		token auth.Token
		ip    string
		https bool
		want  apierr.Code
	}{
		{"in-time", auth.Token{Expiry: late}, "", false, ""},
		{"to-the-minute", auth.Token{Expiry: "2026-01-05T08:01Z"}, "", false, ""},
		{"to-the-day", auth.Token{Expiry: "2026-01-06"}, "", false, ""},
		{"with-seven-digits-of-a-fraction", auth.Token{Expiry: "2026-01-05T08:00:00.0000001Z"}, "", false, ""},
		{"with-seven-digits-and-an-offset", auth.Token{Expiry: "2026-01-05T10:00:00.0000001+02:00"}, "", false, ""},
		{"with-three-digits-of-a-fraction", auth.Token{Expiry: "2026-01-05T09:00:00.000Z"}, "", false,
			apierr.AuthenticationFailed},
		{"with-six-digits-and-an-offset", auth.Token{Expiry: "2026-01-05T11:00:00.000001+02:00"}, "", false,
			apierr.AuthenticationFailed},
		{"with-six-digits-of-a-fraction", auth.Token{Expiry: "2026-01-05T09:00:00.000001Z"}, "", false,
			apierr.AuthenticationFailed},
		{"without-a-zone", auth.Token{Expiry: "2026-01-05T09:00:00"}, "", false, apierr.AuthenticationFailed},
		{"with-an-offset", auth.Token{Expiry: "2026-01-05T10:30:00+02:00"}, "", false, ""},
		{"at-its-end", auth.Token{Expiry: "2026-01-05T08:00:00Z"}, "", false, apierr.AuthenticationFailed},
		{"after-its-end", auth.Token{Expiry: "2026-01-05"}, "", false, apierr.AuthenticationFailed},
		{"at-its-start", auth.Token{Start: "2026-01-05T08:00:00Z", Expiry: late}, "", false, ""},
		{"before-its-start", auth.Token{Start: "2026-01-05T08:00:01Z", Expiry: late}, "", false, apierr.AuthenticationFailed},
		{"an-end-that-is-no-time", auth.Token{Expiry: "soon"}, "", false, apierr.AuthenticationFailed},
		{"a-start-that-is-no-time", auth.Token{Start: "now", Expiry: late}, "", false, apierr.AuthenticationFailed},
		{"the-address", auth.Token{Expiry: late, IP: "10.0.0.5"}, "10.0.0.5", false, ""},
		{"another-address", auth.Token{Expiry: late, IP: "10.0.0.5"}, "10.0.0.6", false, apierr.SourceIPMismatch},
		{"nobody-knows-the-address", auth.Token{Expiry: late, IP: "10.0.0.5"}, "", false, apierr.SourceIPMismatch},
		{"an-address-of-another-kind", auth.Token{Expiry: late, IP: "10.0.0.5"}, "::1", false, apierr.SourceIPMismatch},
		{"first-of-a-range", auth.Token{Expiry: late, IP: "10.0.0.5-10.0.1.7"}, "10.0.0.5", false, ""},
		{"inside-a-range", auth.Token{Expiry: late, IP: "10.0.0.5-10.0.1.7"}, "10.0.0.255", false, ""},
		{"last-of-a-range", auth.Token{Expiry: late, IP: "10.0.0.5-10.0.1.7"}, "10.0.1.7", false, ""},
		{"before-a-range", auth.Token{Expiry: late, IP: "10.0.0.5-10.0.1.7"}, "10.0.0.4", false, apierr.SourceIPMismatch},
		{"behind-a-range", auth.Token{Expiry: late, IP: "10.0.0.5-10.0.1.7"}, "10.0.1.8", false, apierr.SourceIPMismatch},
		{"a-range-that-is-none", auth.Token{Expiry: late, IP: "10.0.0.5-"}, "10.0.0.5", false, apierr.SourceIPMismatch},
		{"an-address-of-five", auth.Token{Expiry: late, IP: "1.2.3.4.5"}, "1.2.3.4", false, apierr.SourceIPMismatch},
		{"https-over-https", auth.Token{Expiry: late, Protocol: "https"}, "", true, ""},
		{"https-over-http", auth.Token{Expiry: late, Protocol: "https"}, "", false, apierr.ProtocolMismatch},
		{"both-over-http", auth.Token{Expiry: late, Protocol: "https,http"}, "", false, ""},
		{"both-over-https", auth.Token{Expiry: late, Protocol: "https,http"}, "", true, ""},
		{"a-protocol-that-is-none", auth.Token{Expiry: late, Protocol: "ftp"}, "", true, apierr.ProtocolMismatch},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := apierr.Of(tt.token.Admit(now, tt.ip, tt.https)); got != tt.want {
				t.Errorf("Admit = %q, want %q", got, tt.want)
			}
		})
	}
}

func FuzzParseToken(f *testing.F) {
	key := auth.Key("good")
	f.Add(auth.Token{Table: "people", Permissions: "r", Expiry: "2030-01-01"}.SignTable(key, "acct"))
	f.Add(auth.Token{Services: "t", ResourceTypes: "o", Permissions: "r", Expiry: "2030-01-01"}.SignAccount(key, "acct"))
	f.Add("sv=2019-02-02&si=%00&tn=&sig=%41%41&spk=\xff&sp=rr&se=9999-12-31T23:59:59.9999999Z&sip=-&spr=,")
	f.Add("sig=&sig=&sig")
	f.Fuzz(func(t *testing.T, text string) {
		var pairs []auth.Pair
		for part := range strings.SplitSeq(text, "&") {
			name, value, _ := strings.Cut(part, "=")
			value, _ = url.QueryUnescape(value)
			pairs = append(pairs, auth.Pair{Name: name, Value: value})
		}
		token, given, ok := auth.ParseToken(pairs)
		token.Admit(time.Unix(1<<30, 0), "10.0.0.1", true)
		if !given || !ok {
			return
		}
		for _, s := range []auth.Service{auth.Table, auth.Queue, auth.Blob} {
			again, given, ok := auth.ParseToken(decoded(t, token.Sign(key, s, "acct", "people")))
			if !given || !ok || !again.Verify(s, "acct", "people", []auth.Key{key}) {
				t.Errorf("%q signed again is refused: %+v", text, again)
			}
		}
	})
}
