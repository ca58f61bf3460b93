package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"rowkey/engine/rest"
)

// version is set when a release is built: -ldflags "-X rowkey/serve/server.version=…".
var version = "dev"

// Version says what this program is: its version, or the revision that it was built from, and for which system.
func Version() string {
	named := version
	if info, ok := debug.ReadBuildInfo(); ok && version == "dev" {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				named = "dev " + s.Value[:min(8, len(s.Value))]
			}
		}
	}
	return fmt.Sprintf("rowkey %s (%s %s/%s)", named, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// HealthPath answers 200 as soon as a listener answers, without credentials and whatever the flags: containers and
// scripts wait for it.
const HealthPath = controlPrefix + "health"

// withHealth answers whether the server is there, and what it is to people who open its address.
func withHealth(o *options, s rest.Service, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		read := r.Method == http.MethodGet || r.Method == http.MethodHead
		switch to := target(r); {
		case read && to == HealthPath:
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintln(w, `{"status":"ok"}`)
		case read && to == "/" && s != 0 && !o.namesAccount(s, r):
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			fmt.Fprint(w, o.greeting(s, r.Host))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// namesAccount reports whether the host of a request names an account, so that its root is that of the account.
func (o *options) namesAccount(s rest.Service, r *http.Request) bool {
	_, err := rest.HostStyle(r.Method, o.scheme()+"://"+r.Host+"/")
	return err == nil
}

// greeting is what somebody reads who opens the address of a service in a browser.
func (o *options) greeting(s rest.Service, host string) string {
	name := serviceNames[s]
	at := o.scheme() + "://" + host + "/" + o.account()
	return fmt.Sprintf(`This is the %s service of Rowkey, a local endpoint with the semantics of Azure Storage.
%s

The address of an account is one level deeper: %s
A connection string needs %sEndpoint=%s
`, name, Version(), at, strings.ToUpper(name[:1])+name[1:], at)
}

// Health asks whether an endpoint answers: that at the URL, or any service where they usually are. Containers without a
// shell or curl call it. Errors: no answer, or another one than 200.
func Health(ctx context.Context, args []string, out io.Writer) error {
	usual := len(args) == 0
	if usual {
		for _, at := range []string{"127.0.0.1:10002", "127.0.0.1:10000", "127.0.0.1:10001"} {
			args = append(args, "http://"+at+HealthPath, "https://"+at+HealthPath)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	var errs []error
	for _, url := range args {
		err := healthy(ctx, url)
		if err == nil {
			_, err = fmt.Fprintln(out, "ok")
			return err
		}
		errs = append(errs, err)
	}
	if usual {
		return fmt.Errorf("no service answers on ports 10000 to 10002 of this machine: start one with serve, "+
			"or name its address, as in serve health http://HOST:PORT%s\n%w", HealthPath, errors.Join(errs...))
	}
	return errors.Join(errs...)
}

const healthPatience = 2 * time.Second

func healthy(ctx context.Context, url string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	// What answers on this machine has a certificate of its own making, and nothing secret is sent.
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	res, err := client.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s instead of 200 OK", url, res.Status)
	}
	return nil
}
