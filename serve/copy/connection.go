package copy

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"rowkey/engine/auth"
	"rowkey/engine/client"
	"rowkey/serve/run"
)

// resolve reads the values of env:NAME from the environment, and gives the key to the one place that needs it.
func (o *options) resolve(key string) (err error) {
	for _, text := range []*string{&o.from, &o.to, &o.fromKey, &o.toKey, &key} {
		if *text, err = fromEnvironment(*text); err != nil {
			return err
		}
	}
	if key == "" {
		return nil
	}
	from, to := needsKey(o.from) && o.fromKey == "", needsKey(o.to) && o.toKey == ""
	switch {
	case from && to:
		return errors.New("-key could belong to either place: use -from-key or -to-key")
	case from:
		o.fromKey = key
	case to:
		o.toKey = key
	default:
		return errors.New("-key is for a place that is an address without a signature, and neither -from nor -to is one")
	}
	return nil
}

// fromEnvironment reads env:NAME.
func fromEnvironment(text string) (string, error) {
	name, ok := strings.CutPrefix(text, "env:")
	if !ok {
		return text, nil
	}
	value := strings.TrimSpace(os.Getenv(name))
	if value == "" {
		return "", fmt.Errorf("env:%s: the environment variable is empty or not set", name)
	}
	return value, nil
}

// isAddress reports whether a place is given by a URL.
func isAddress(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}

// isConnection reports whether a place is given by a connection string.
func isConnection(text string) bool {
	for setting := range strings.SplitSeq(text, ";") {
		name, _, ok := strings.Cut(strings.TrimSpace(setting), "=")
		if ok && settings[strings.ToLower(name)] {
			return true
		}
	}
	return false
}

func needsKey(text string) bool { return isAddress(text) && !strings.Contains(text, "sig=") }

// settings are the names that a connection string can have, in lower case.
// Source: Configure Azure Storage connection strings.
var settings = map[string]bool{
	"usedevelopmentstorage": true, "accountname": true, "accountkey": true, "defaultendpointsprotocol": true,
	"endpointsuffix": true, "sharedaccesssignature": true, "tableendpoint": true, "queueendpoint": true,
	"blobendpoint": true, "fileendpoint": true, "developmentstorageproxyuri": true,
}

// parseConnection reads a connection string. Errors: what is missing in it. They never quote a value.
func parseConnection(text string) (run.RemoteOptions, error) {
	found := map[string]string{}
	for setting := range strings.SplitSeq(text, ";") {
		if setting = strings.TrimSpace(setting); setting == "" {
			continue
		}
		name, value, ok := strings.Cut(setting, "=")
		if name = strings.ToLower(strings.TrimSpace(name)); !ok || !settings[name] {
			return run.RemoteOptions{}, fmt.Errorf("part %d of the connection string is not a setting: write NAME=VALUE; …",
				len(found)+1)
		}
		found[name] = strings.TrimSpace(value)
	}
	if strings.EqualFold(found["usedevelopmentstorage"], "true") {
		return run.RemoteOptions{Bases: client.Bases{
			Table: client.TableURL, Queue: client.QueueURL, Blob: client.BlobURL}, Key: auth.DevelopmentKey}, nil
	}
	o := run.RemoteOptions{Key: found["accountkey"], SAS: found["sharedaccesssignature"]}
	if o.Key == "" && o.SAS == "" {
		return o, errors.New("the connection string needs AccountKey or SharedAccessSignature")
	}
	for service, base := range map[string]*string{"table": &o.Bases.Table, "queue": &o.Bases.Queue,
		"blob": &o.Bases.Blob} {
		var err error
		if *base, err = endpoint(found, service); err != nil {
			return o, fmt.Errorf("%s endpoint of the connection string: %w", service, err)
		}
	}
	if o.Bases == (client.Bases{}) {
		return o, errors.New("the connection string needs AccountName or an endpoint, such as TableEndpoint")
	}
	return o, nil
}

// endpoint is the address of a service, "" if the settings do not tell. Errors: one that has a signature of its
// own, and those of splitAddress.
func endpoint(found map[string]string, service string) (string, error) {
	given := found[service+"endpoint"]
	switch {
	case given == "" && found["accountname"] == "":
		return "", nil
	case given == "":
		protocol := cmp.Or(found["defaultendpointsprotocol"], "https")
		suffix := cmp.Or(found["endpointsuffix"], "core.windows.net")
		given = protocol + "://" + found["accountname"] + "." + service + "." + suffix
	}
	base, query, err := splitAddress(given)
	if err == nil && query != "" {
		return "", errors.New("remove what follows the question mark: the signature goes in SharedAccessSignature")
	}
	return base, err
}

// splitAddress returns the address of an account without its query, which may be a signature. Errors: they quote
// nothing.
func splitAddress(text string) (base, query string, err error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return "", "", errors.New("this is not a valid address: write https://HOST/ or http://HOST:PORT/ACCOUNT, " +
			"with the signature after a question mark if there is one")
	}
	if u.User != nil {
		return "", "", errors.New("remove the user name and password from the address: the key goes in -key")
	}
	return u.Scheme + "://" + u.Host + strings.TrimRight(u.EscapedPath(), "/"), u.RawQuery, nil
}

// parseAddress reads the URL of the tables of an account, maybe with a signature. The other two services
// are where they usually are: beside it, by the name of the host or by the port.
func parseAddress(text, key string) (run.RemoteOptions, error) {
	base, query, err := splitAddress(text)
	if err != nil {
		return run.RemoteOptions{}, err
	}
	o := run.RemoteOptions{SAS: query, Key: key}
	if o.SAS != "" && !strings.Contains(o.SAS, "sig=") {
		return o, errors.New("the text after the question mark is not a shared access signature: sig= is missing")
	}
	o.Bases = beside(base)
	return o, nil
}

// beside returns the addresses of all three services of an account, given one of them.
func beside(base string) client.Bases {
	for _, labels := range [][3]string{{".table.", ".queue.", ".blob."}, {":10002/", ":10001/", ":10000/"}} {
		for _, label := range labels {
			if before, after, ok := strings.Cut(base, label); ok {
				return client.Bases{
					Table: before + labels[0] + after, Queue: before + labels[1] + after, Blob: before + labels[2] + after,
				}
			}
		}
	}
	return client.Bases{Table: base}
}
