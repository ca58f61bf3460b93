package server

import (
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"os"

	"software.sslmate.com/src/go-pkcs12"
)

// certificate is where the services' certificate for https is: in PEM with its key in another file, or in a PFX file
// with its password, which .NET makes.
type certificate struct{ file, key, password string }

func certFlags(f *flag.FlagSet) *certificate {
	var c certificate
	f.StringVar(&c.file, "cert", "",
		"`file` with a certificate, for https: PEM with -key, or PFX with -pwd; the site stays on http")
	f.StringVar(&c.key, "key", "", "`file` with the private key of the certificate, PEM")
	f.StringVar(&c.password, "pwd", "", "`password` of a PFX file")
	return &c
}

// load reads the certificate, if there is one.
func (c *certificate) load(o *options) error {
	switch {
	case c.file == "" && c.key == "" && c.password == "":
		return nil
	case c.file == "":
		return errors.New("-key and -pwd need a certificate: name it with -cert")
	}
	pair, err := c.read()
	if err != nil {
		return fmt.Errorf("-cert %s: %w", c.file, err)
	}
	o.tls = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	return nil
}

func (c *certificate) read() (tls.Certificate, error) {
	if c.key != "" {
		return tls.LoadX509KeyPair(c.file, c.key)
	}
	bytes, err := os.ReadFile(c.file)
	if err != nil {
		return tls.Certificate{}, err
	}
	key, leaf, chain, err := pkcs12.DecodeChain(bytes, c.password)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("%w (a PEM file needs -key, a PFX file its password in -pwd)", err)
	}
	pair := tls.Certificate{PrivateKey: key, Leaf: leaf, Certificate: [][]byte{leaf.Raw}}
	for _, c := range chain {
		pair.Certificate = append(pair.Certificate, c.Raw)
	}
	return pair, nil
}
