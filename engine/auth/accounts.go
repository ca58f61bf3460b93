package auth

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// The account with which clients of a local service begin.
// Source: Use the Azurite emulator, "Well-known storage account and key".
const (
	DevelopmentAccount = "devstoreaccount1"
	DevelopmentKey     = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
)

// MaxKeys is how many keys an account has at most: one is in use while the other is replaced.
// Source: Manage storage account access keys.
const MaxKeys = 2

// Key is the secret of an account, decoded from base64.
type Key []byte

// String hides the key: what is printed ends up in logs.
func (Key) String() string { return "key" }

// GoString hides the key like String.
func (Key) GoString() string { return "key" }

// Accounts maps the name of an account to its keys. A signature made with any of them is
// valid.
type Accounts map[string][]Key

// Development returns the one account that every client of a local service knows.
func Development() Accounts {
	key, err := ParseKey(DevelopmentKey)
	if err != nil {
		panic(err) // a constant decodes
	}
	return Accounts{DevelopmentAccount: {key}}
}

// ParseKey decodes a key from base64. Errors: text that is not base64, or empty. They do not quote
// it.
func ParseKey(text string) (Key, error) {
	key, err := base64.StdEncoding.Strict().DecodeString(text)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the key is not base64")
	case len(key) == 0:
		return nil, fmt.Errorf("the key is empty")
	}
	return key, nil
}

// ParseAccounts reads "name:key1[:key2];…", the form of the environment variable AZURITE_ACCOUNTS.
// Errors: a name that no account can have or that occurs twice, no key or more than [MaxKeys], a
// key that is not base64. They name the account and never quote a key.
// Source: Use the Azurite emulator, "Custom storage accounts and keys".
func ParseAccounts(text string) (Accounts, error) {
	all := Accounts{}
	for entry := range strings.SplitSeq(text, ";") {
		if entry = strings.TrimSpace(entry); entry == "" {
			continue
		}
		name, keys, _ := strings.Cut(entry, ":")
		if !ValidAccount(name) {
			return nil, fmt.Errorf("entry %d of the accounts: a name has 3 to 24 digits and lowercase letters, "+
				"then a colon and a key", len(all)+1)
		}
		if all[name] != nil {
			return nil, fmt.Errorf("account %s is given twice", name)
		}
		var err error
		if all[name], err = parseKeys(keys); err != nil {
			return nil, fmt.Errorf("account %s: %w", name, err)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no accounts are given")
	}
	return all, nil
}

func parseKeys(text string) ([]Key, error) {
	var keys []Key
	for one := range strings.SplitSeq(text, ":") {
		key, err := ParseKey(strings.TrimSpace(one))
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	if len(keys) > MaxKeys {
		return nil, fmt.Errorf("%d keys are given, an account has at most %d", len(keys), MaxKeys)
	}
	return keys, nil
}

// ValidAccount reports whether an account can have that name.
// Source: Storage account overview, "Storage account name".
func ValidAccount(name string) bool {
	return len(name) >= 3 && len(name) <= 24 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}
