package server

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
)

// Azurite serves as the program azurite does, or the one of its programs that has this name: with its flags, its
// defaults and the lines that others wait for. Testcontainers and Aspire start an emulator so.
//
// Some flags have nothing to do here, and are taken: every API version is answered, data in memory need no limit, and
// nothing is sent to anybody. Data are in memory unless --location says where; Azurite would take the current folder.
//
// Source: Azurite V3, "Command line options"; Use the Azurite emulator; the modules "azurite" of Testcontainers for
// .NET, Node, Go and Java.
func Azurite(ctx context.Context, program string, args []string, out io.Writer) error {
	o, err := parseAzurite(program, args, os.Getenv("AZURITE_ACCOUNTS"), out)
	if err != nil {
		return err
	}
	return begin(ctx, &o, azuriteLines{out})
}

// azuritePrograms are the names of the emulator's programs, with the services that each of them opens.
var azuritePrograms = map[string][]string{
	"azurite":       {"blob", "queue", "table"},
	"azurite-blob":  {"blob"},
	"azurite-queue": {"queue"},
	"azurite-table": {"table"},
}

// IsAzurite reports whether a program, or its file, has the name of one of the emulator's.
func IsAzurite(program string) bool {
	_, ok := azuritePrograms[azuriteName(program)]
	return ok
}

func azuriteName(program string) string {
	return strings.TrimSuffix(filepath.Base(program), ".exe")
}

// azuriteFlags are the flags of the emulator that are more than a word which is taken.
type azuriteFlags struct {
	host, port             map[string]*string // by service
	location               string
	memory                 bool
	limit                  float64
	oauth, cert, key, pass string
	log                    string
}

const azuriteUsage = `serve %s takes the flags of the emulator Azurite and prints the same lines, so that tools
which start Azurite can start it instead. Data is in memory unless --location names a folder.
Flags marked "ignored" have no effect.

Flags:
`

func parseAzurite(program string, args []string, accounts string, out io.Writer) (options, error) {
	name := azuriteName(program)
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(out)
	f.Usage = func() { fmt.Fprintf(out, azuriteUsage, name); f.PrintDefaults() }
	a := azuriteFlags{host: map[string]*string{}, port: map[string]*string{}}
	a.define(f)
	if err := f.Parse(args); err != nil {
		return options{}, err
	}
	if f.NArg() > 0 {
		return options{}, fmt.Errorf("unexpected argument %q: all settings are flags, see %s --help", f.Arg(0), name)
	}
	if err := a.check(); err != nil {
		return options{}, err
	}
	o, err := parse(a.flags(name), accounts, out)
	o.anyHost, o.engine.Bearer = true, a.oauth != ""
	return o, err
}

func (a *azuriteFlags) define(f *flag.FlagSet) {
	for i, service := range azuritePrograms["azurite"] {
		a.host[service] = f.String(service+"Host", "127.0.0.1", "`address` on which the "+service+" service listens")
		a.port[service] = f.String(service+"Port", fmt.Sprint(10000+i),
			"`port` of the "+service+" service, 0 for a free one")
		f.String(service+"KeepAliveTimeout", "", "ignored: idle connections are closed after two minutes")
	}
	for _, name := range []string{"location", "l"} {
		f.StringVar(&a.location, name, "", "`folder` for the data")
	}
	f.BoolVar(&a.memory, "inMemoryPersistence", false, "keep the data in memory, as without --location")
	f.Float64Var(&a.limit, "extentMemoryLimit", 0, "ignored: `megabytes` for data in memory, which has no limit")
	f.StringVar(&a.cert, "cert", "", "`file` with the certificate for https: PEM, or PFX with --pwd")
	f.StringVar(&a.key, "key", "", "`file` with the private key of the certificate, PEM")
	f.StringVar(&a.pass, "pwd", "", "`password` of a PFX file")
	f.StringVar(&a.oauth, "oauth", "", "basic: accept Microsoft Entra tokens over https, without checking their signature")
	f.StringVar(&a.log, "log", "",
		"not in Azurite: `file` that gets a line for each request to tables, without values of rows")
	for _, name := range []string{"debug", "d"} {
		f.String(name, "", "ignored: there is no debug log, but see --log")
	}
	for _, name := range []string{"silent", "s", "loose", "L", "skipApiVersionCheck", "disableProductStyleUrl",
		"disableTelemetry"} {
		f.Bool(name, false, "ignored")
	}
}

// check refuses what the emulator refuses.
func (a *azuriteFlags) check() error {
	switch {
	case a.oauth != "" && a.oauth != "basic":
		return fmt.Errorf("--oauth must be basic, not %q", a.oauth)
	case a.oauth != "" && a.cert == "":
		return errors.New("--oauth needs https: add --cert with --key or --pwd")
	case a.memory && a.location != "":
		return errors.New("--inMemoryPersistence and --location cannot be combined: leave one of them out")
	case a.limit != 0 && !a.memory:
		return errors.New("--extentMemoryLimit needs --inMemoryPersistence")
	}
	return nil
}

// flags are those of this program that mean the same.
func (a *azuriteFlags) flags(name string) []string {
	args := []string{"-site", off, "-data", a.location, "-cert", a.cert, "-key", a.key, "-pwd", a.pass,
		"-log", a.log}
	for service, host := range a.host {
		address := off
		for _, wanted := range azuritePrograms[name] {
			if wanted == service {
				address = net.JoinHostPort(*host, *a.port[service])
			}
		}
		args = append(args, "-"+service, address)
	}
	return args
}

// azuriteLines says what the emulator says.
type azuriteLines struct{ out io.Writer }

// titles are the services as lines of the emulator name them.
var titles = map[string]string{"blob": "Blob", "queue": "Queue", "table": "Table"}

func (l azuriteLines) listening(o *options, servers []server) {
	for _, s := range servers {
		at := o.scheme() + "://" + s.ln.Addr().String()
		fmt.Fprintf(l.out, "Azurite %s service is starting at %s\n", titles[s.name], at)
		fmt.Fprintf(l.out, "Azurite %s service is successfully listening at %s\n", titles[s.name], at)
	}
}

func (l azuriteLines) closed(servers []server) {
	for _, s := range servers {
		fmt.Fprintf(l.out, "Azurite %s service is closing...\n", titles[s.name])
		fmt.Fprintf(l.out, "Azurite %s service successfully closed\n", titles[s.name])
	}
}
