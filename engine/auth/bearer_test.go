package auth

import (
	"encoding/base64"
	"strings"
	"testing"
	"time"
)

func TestCheckBearerReadsWhatATokenSays(t *testing.T) {
	const good = `"iss":"https://sts.windows.net/x/","aud":"https://storage.azure.com/","nbf":100,"exp":200`
	for name, tt := range map[string]struct{ claims, refused string }{
		"good":           {good, ""},
		"one-service":    {strings.Replace(good, "storage.azure.com/", "mine.table.core.windows.net", 1), ""},
		"other-account":  {strings.Replace(good, "storage.azure.com/", "other.table.core.windows.net", 1), "is for"},
		"other-service":  {strings.Replace(good, "storage.azure.com/", "vault.azure.net", 1), "is for"},
		"other-issuer":   {strings.Replace(good, "sts.windows.net", "example.org", 1), "no directory"},
		"too-early":      {strings.Replace(good, `"nbf":100`, `"nbf":151`, 1), "not valid now"},
		"too-late":       {strings.Replace(good, `"exp":200`, `"exp":149`, 1), "not valid now"},
		"without-begin":  {strings.Replace(good, `"nbf":100,`, "", 1), "needs nbf and exp"},
		"without-end":    {strings.Replace(good, `,"exp":200`, "", 1), "needs nbf and exp"},
		"times-as-texts": {strings.Replace(good, `"exp":200`, `"exp":"200"`, 1), "exp"},
	} {
		token := "e30." + base64.RawURLEncoding.EncodeToString([]byte("{"+tt.claims+"}")) + ".x"
		err := CheckBearer(token, "mine", time.Unix(150, 0))
		if (err == nil) != (tt.refused == "") || err != nil && !strings.Contains(err.Error(), tt.refused) {
			t.Errorf("%s: %v, want %q", name, err, tt.refused)
		}
	}
	for _, token := range []string{"", "a.b", "a.%.c", "a.e30.c.d"} {
		if CheckBearer(token, "mine", time.Unix(150, 0)) == nil {
			t.Errorf("%q is taken", token)
		}
	}
}
