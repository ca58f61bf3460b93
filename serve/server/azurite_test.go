package server

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"software.sslmate.com/src/go-pkcs12"
)

// freeAzuritePorts let the system choose.
var freeAzuritePorts = []string{"--blobPort", "0", "--queuePort", "0", "--tablePort", "0"}

// startAzurite starts the program with arguments, until the test ends, and returns what it said and the addresses that
// it named, by service.
func startAzurite(t *testing.T, program string, args ...string) (said []string, at map[string]string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := Azurite(ctx, program, append(args, freeAzuritePorts...), w)
		w.CloseWithError(io.EOF)
		done <- err
	}()
	at = map[string]string{}
	lines := bufio.NewScanner(r)
	for wanted := len(azuritePrograms[program]); len(at) < wanted && lines.Scan(); {
		said = append(said, lines.Text())
		if before, address, ok := strings.Cut(lines.Text(), " is successfully listening at "); ok {
			at[strings.ToLower(strings.Fields(before)[1])] = address
		}
	}
	if len(at) == 0 {
		t.Fatal(<-done)
	}
	rest := make(chan string, 1)
	go func() { b, _ := io.ReadAll(r); rest <- string(b) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if got := <-rest; !strings.Contains(got, "service successfully closed") {
			t.Errorf("at the end it says %q", got)
		}
	})
	return said, at
}

const everywhere = "0.0.0.0"

// The arguments and the ready lines are those of the modules for Azurite of Testcontainers for .NET, Node, Go and Java
// and of Aspire's RunAsEmulator; what they ask first is GET of the properties of the blob service, or any request.
func TestWhatStartsTheEmulatorStartsThis(t *testing.T) {
	t.Parallel()
	hosts := []string{"--blobHost", "127.0.0.1", "--queueHost", "127.0.0.1", "--tableHost", "127.0.0.1"}
	all := azuritePrograms["azurite"]
	for _, test := range []struct {
		name, program string
		args          []string
		open          []string
	}{
		{"testcontainers-dotnet", "azurite", append(hosts, "--inMemoryPersistence", "--extentMemoryLimit", "64"), all},
		{"testcontainers-node", "azurite", append(hosts, "--inMemoryPersistence", "--skipApiVersionCheck"), all},
		{"testcontainers-go", "azurite", hosts, all},
		{"aspire", "azurite", append([]string{"-l", t.TempDir()}, append(hosts, "--disableProductStyleUrl",
			"--skipApiVersionCheck")...), all},
		{"scripts", "azurite", []string{"-s", "-L", "-d", "debug.log", "--loose", "--silent", "--disableTelemetry",
			"--blobKeepAliveTimeout", "30"}, all},
		{"container", "azurite",
			[]string{"--blobHost", everywhere, "--queueHost", everywhere, "--tableHost", everywhere}, all},
		{"tables-alone", "azurite-table", []string{"--location=" + t.TempDir()}, []string{"table"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			said, at := startAzurite(t, test.program, test.args...)
			host := "127.0.0.1"
			if slices.Contains(test.args, everywhere) {
				host = everywhere
			}
			for _, service := range test.open {
				line := "Azurite " + titles[service] + " service is successfully listening at http://" + host + ":"
				if !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, line) }) {
					t.Errorf("it does not say %q, but %q", line, said)
				}
				for _, host := range []string{"", "storage", "host.docker.internal"} { // names of containers
					res, body := ask(t, "GET", at[service]+HealthPath, "", "Host: "+host)
					if res.StatusCode != 200 || !strings.Contains(body, "ok") {
						t.Errorf("%s: health by the name %q: %d %s", service, host, res.StatusCode, body)
					}
				}
			}
			if len(at) != len(test.open) {
				t.Errorf("it opened %v, want %v", at, test.open)
			}
		})
	}
}

func TestTheEmulatorLogsItsRequests(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "requests.log")
	_, at := startAzurite(t, "azurite-table", "--log", log)
	ask(t, "GET", at["table"]+"/devstoreaccount1/Orders()", "", "User-Agent: test")
	text, err := os.ReadFile(log)
	if err != nil || !strings.Contains(string(text), `"Shape":"NoAuthenticationInformation"`) ||
		strings.Count(string(text), "\n") != 1 {
		t.Errorf("the log says %s %v, want one line, of the request without a signature", text, err)
	}
}

func TestTheEmulatorsFlagsAreRefusedAsThere(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"--oauth full", "--oauth must be basic"},
		{"--oauth basic", "needs https"},
		{"--inMemoryPersistence --location x", "cannot be combined"},
		{"--extentMemoryLimit 5", "--extentMemoryLimit needs --inMemoryPersistence"},
		{"--blobPort", "needs an argument"},
		{"--nothing", "not defined"},
		{"start", `unexpected argument "start"`},
		{"--key k.pem", "name it with -cert"},
		{"--cert missing.pem --key missing.pem", "no such file"},
	} {
		_, err := parseAzurite("azurite", strings.Fields(test.args), "", io.Discard)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("azurite %s: %v, want %q", test.args, err, test.want)
		}
	}
}

func TestServicesAnswerOverHTTPS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, flags := range map[string][]string{"pem": pemFiles(t, dir), "pfx": pfxFile(t, dir)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, at := startAzurite(t, "azurite", append(flags, "--oauth", "basic")...)
			client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
			for _, service := range azuritePrograms["azurite"] {
				res, err := client.Get(at[service] + HealthPath)
				if err != nil || res.StatusCode != 200 {
					t.Fatalf("%s: %v %v", service, res, err)
				}
				res.Body.Close()
			}
			if err := Health(t.Context(), []string{at["table"] + HealthPath}, io.Discard); err != nil {
				t.Error(err)
			}
			for token, status := range map[string]int{
				bearer("https://sts.windows.net/x/", "https://storage.azure.com", time.Hour):                       200,
				bearer("https://sts.windows.net/x/", "https://devstoreaccount1.table.core.windows.net", time.Hour): 200,
				bearer("https://sts.windows.net/x/", "https://other.table.core.windows.net", time.Hour):            403,
				bearer("https://example.org/", "https://storage.azure.com", time.Hour):                             403,
				bearer("https://sts.windows.net/x/", "https://storage.azure.com", -time.Hour):                      403,
				"nonsense": 403,
			} {
				if got := tablesWith(t, &client, at["table"], token); got != status {
					t.Errorf("%s: %d, want %d", token, got, status)
				}
			}
		})
	}
}

// tablesWith lists the tables with a token of a directory and returns the status.
func tablesWith(t *testing.T, client *http.Client, at, token string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", at+"/devstoreaccount1/Tables", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept", "application/json;odata=nometadata")
	r.Header.Set("x-ms-version", "2020-12-06")
	res, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

// bearer is a token whose signature nobody made.
func bearer(issuer, audience string, validFor time.Duration) string {
	now := time.Now()
	claims := fmt.Sprintf(`{"iss":%q,"aud":%q,"nbf":%d,"exp":%d}`, issuer, audience,
		now.Add(-2*time.Hour).Unix(), now.Add(validFor).Unix())
	return "e30." + base64.RawURLEncoding.EncodeToString([]byte(claims)) + ".x"
}

// selfSigned makes a certificate for this machine.
func selfSigned(t *testing.T) (*ecdsa.PrivateKey, *x509.Certificate) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return key, leaf
}

func pemFiles(t *testing.T, dir string) []string {
	t.Helper()
	key, leaf := selfSigned(t)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return []string{"--cert", put(t, dir, "cert.pem", pemOf("CERTIFICATE", leaf.Raw)),
		"--key", put(t, dir, "key.pem", pemOf("PRIVATE KEY", secret))}
}

func pemOf(kind string, der []byte) []byte {
	var b bytes.Buffer
	if err := pem.Encode(&b, &pem.Block{Type: kind, Bytes: der}); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

func pfxFile(t *testing.T, dir string) []string {
	t.Helper()
	key, leaf := selfSigned(t)
	pfx, err := pkcs12.Modern.Encode(key, leaf, nil, "secret")
	if err != nil {
		t.Fatal(err)
	}
	return []string{"--cert", put(t, dir, "cert.pfx", pfx), "--pwd", "secret"}
}

func put(t *testing.T, dir, name string, bytes []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
