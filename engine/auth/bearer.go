package auth

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rowkey/engine/jsontext"
)

// issuers are how the names of directories that issue tokens begin.
// Source: Microsoft identity platform, "Access token claims reference"; Azurite V3, "OAuth basic level".
var issuers = []string{
	"https://sts.windows.net/", "https://sts.microsoftonline.de/", "https://sts.chinacloudapi.cn/",
	"https://sts.windows-ppe.net/", "https://login.microsoftonline.com/",
}

// CheckBearer checks what a token of a directory says: its times, who issued it, and that it is for storage or for this
// account. It does not check the signature. Errors: why the token is not taken.
// Source: Authorize with Microsoft Entra ID; Azurite V3, "OAuth basic level".
func CheckBearer(token, account string, now time.Time) error {
	c, err := readClaims(token)
	if err != nil {
		return err
	}
	from, until := c.Int("nbf"), c.Int("exp")
	issuer, audience := c.Text("iss"), c.Text("aud")
	switch at := now.Unix(); {
	case c.Err() != nil:
		return c.Err()
	case !c.Has("nbf"), !c.Has("exp"):
		return errors.New("a token needs nbf and exp")
	case at < from, at > until:
		return errors.New("the token is not valid now")
	case !issuedByDirectory(issuer):
		return fmt.Errorf("no directory is called %q", issuer)
	case !forStorage(audience, account):
		return fmt.Errorf("the token is for %q", audience)
	}
	return nil
}

func readClaims(token string) (*jsontext.Object, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil, errors.New("a token has three parts")
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return nil, err
	}
	return jsontext.ReadObject(string(text))
}

func issuedByDirectory(issuer string) bool {
	return slices.ContainsFunc(issuers, func(i string) bool { return strings.HasPrefix(issuer, i) })
}

// forStorage reports whether an audience is storage as a whole, or one service of the account.
func forStorage(audience, account string) bool {
	switch audience = strings.TrimSuffix(audience, "/"); audience {
	case "https://storage.azure.com", "e406a681-f3d4-42a8-90b6-c2b029497af1": // its application
		return true
	}
	host, ok := strings.CutPrefix(audience, "https://")
	name, service, _ := strings.Cut(host, ".")
	service, _, _ = strings.Cut(service, ".core.")
	return ok && name == account && (service == "table" || service == "queue" || service == "blob")
}
