package auth

import (
	"slices"
	"strings"
)

// Token is a shared access signature: what its holder may do, as text, for text is what is signed.
// "" is an option that is not given. Services makes it one for the account; without it the token is
// for one table, queue, container or blob.
// Source: Create an account SAS; Create a service SAS.
type Token struct {
	Version       string // sv
	Services      string // ss: letters of services
	ResourceTypes string // srt: letters of s(ervice), c(ontainer), o(bject)
	Permissions   string // sp: letters
	Start, Expiry string // st, se: ISO 8601, UTC
	IP            string // sip: an address, or two with a hyphen between them
	Protocol      string // spr: "https" or "https,http"
	Scope         string // ses: encryption scope
	Policy        string // si: id of a stored access policy
	Signature     string // sig: base64

	Table                        string // tn
	StartPartition, StartRow     string // spk, srk
	EndPartition, EndRow         string // epk, erk
	Resource                     string // sr: b(lob) or c(ontainer)
	CacheControl, Disposition    string // rscc, rscd: fields of the answer to a read of a blob
	Encoding, Language, MimeType string // rsce, rscl, rsct

	_ []string // a token is not compared: that costs a kilobyte
}

// names are those of the options, in the order in which a query string is written.
var names = [...]string{
	"sv", "ss", "srt", "tn", "sr", "st", "se", "sp", "sip", "spr", "ses", "si",
	"spk", "srk", "epk", "erk", "rscc", "rscd", "rsce", "rscl", "rsct", "sig",
}

// values returns the fields in the order of names.
func (t *Token) values() [len(names)]*string {
	return [...]*string{
		&t.Version, &t.Services, &t.ResourceTypes, &t.Table, &t.Resource, &t.Start, &t.Expiry,
		&t.Permissions, &t.IP, &t.Protocol, &t.Scope, &t.Policy,
		&t.StartPartition, &t.StartRow, &t.EndPartition, &t.EndRow,
		&t.CacheControl, &t.Disposition, &t.Encoding, &t.Language, &t.MimeType, &t.Signature,
	}
}

// HasToken reports whether the decoded options of a query string hold a shared access signature: whether
// one of them is named sig.
func HasToken(query []Pair) bool {
	return slices.ContainsFunc(query, func(p Pair) bool { return p.Name == names[len(names)-1] })
}

// ParseToken reads a shared access signature out of the decoded options of a query string. given is
// false if there is none. ok is false for one that no key can have signed: an option that is given
// twice, that is missing, that needs another one, or that contains a line break.
func ParseToken(query []Pair) (t Token, given, ok bool) {
	var seen [len(names)]bool
	values := t.values()
	ok = true
	for _, o := range query {
		for i, name := range names {
			if name == o.Name {
				ok = ok && !seen[i] && strings.IndexByte(o.Value, '\n') < 0
				seen[i], *values[i] = true, o.Value
			}
		}
	}
	return t, HasToken(query), ok && t.complete()
}

// complete reports whether the token has everything that every token of its kind has.
func (t *Token) complete() bool {
	switch {
	case t.Version == "" || t.Signature == "":
		return false
	case t.ForAccount():
		return t.Services != "" && t.ResourceTypes != "" && t.Permissions != "" && t.Expiry != "" &&
			t.Policy == "" && t.Version >= ipSince
	case t.Version < firstVersion:
		return false
	case t.Version < ipSince && t.IP+t.Protocol != "": // they would not be signed
		return false
	case t.StartPartition == "" && t.StartRow != "", t.EndPartition == "" && t.EndRow != "":
		return false
	case t.Table != "" && !InOrder(t.Permissions, tableLetters):
		return false
	}
	return t.Policy != "" || t.Permissions != "" && t.Expiry != ""
}

// tableLetters are the permissions that a token for a table may give, in the order in which it has to name them.
// Source: Create a service SAS, "Specify permissions".
const tableLetters = "raud"

// InOrder reports whether all letters are among the known ones, each once and in the same order.
func InOrder(letters, known string) bool {
	for i := range len(letters) {
		at := strings.IndexByte(known, letters[i])
		if at < 0 {
			return false
		}
		known = known[at+1:]
	}
	return true
}

// ForAccount reports whether the token is an account SAS and not a service SAS.
func (t *Token) ForAccount() bool { return t.Services+t.ResourceTypes != "" }

// Adopt adds what the stored access policy of the token says. The result is false if
// both set the same value, or neither sets permissions or expiry.
// Source: Define a stored access policy.
func (t *Token) Adopt(start, expiry, permissions string) bool {
	if t.Start != "" && start != "" || t.Expiry != "" && expiry != "" ||
		t.Permissions != "" && permissions != "" {
		return false
	}
	t.Start, t.Expiry, t.Permissions = t.Start+start, t.Expiry+expiry, t.Permissions+permissions
	return t.Expiry != "" && t.Permissions != ""
}

// Allows reports whether all the letters are among the permissions.
func (t *Token) Allows(letters string) bool {
	return strings.Trim(letters, t.Permissions) == ""
}

// Answer returns the header fields that a read of a blob answers with in place of its own; those
// without a value stay as they are.
// Source: Create a service SAS, "Specifying query parameters to override response headers".
func (t *Token) Answer() []Pair {
	if t.ForAccount() || t.Version < headersSince {
		return nil // they are not signed
	}
	return []Pair{
		{"Cache-Control", t.CacheControl}, {"Content-Disposition", t.Disposition},
		{"Content-Encoding", t.Encoding}, {"Content-Language", t.Language}, {"Content-Type", t.MimeType},
	}
}
