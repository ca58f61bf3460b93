package client

import (
	"strings"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/client/helper"
	"rowkey/engine/edm"
	"rowkey/engine/message"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// issuerLane is the lane that has the key of the account, as blocks without a lane do.
const issuerLane = "issuer"

// holdsKey reports whether a lane may sign with the key of the account.
func holdsKey(lane string) bool { return lane == "" || lane == issuerLane }

// permissions of a token for a table, in the order in which they are written.
// Source: Create a service SAS, "Permissions for a table".
const tablePermissions = "raud"

// sas evaluates $sas TABLE PERMISSIONS EXPIRY [start=…] [pk=a..b] [rk=c..d] [policy=ID]: a shared
// access signature for a table, as a query string. "-" leaves permissions or expiry to the policy.
func (e *expander) sas(args []string, c scope) (text string, problem message.Text) {
	if !holdsKey(c.client) {
		return "", message.New("sas-without-key", c.client, issuerLane)
	}
	t := auth.Token{Table: args[0]}
	if t.Permissions, problem = sortPermissions(args[1]); problem != nil {
		return "", problem
	}
	if t.Expiry, problem = e.moment(args[2]); problem != nil {
		return "", problem
	}
	for _, option := range args[3:] {
		if problem := e.sasOption(&t, option, c); problem != nil {
			return "", problem
		}
	}
	switch {
	case t.StartPartition == "" && t.StartRow != "", t.EndPartition == "" && t.EndRow != "":
		return "", message.New("sas-rows")
	case t.Policy == "" && (t.Permissions == "" || t.Expiry == ""):
		return "", message.New("sas-policy")
	}
	account, key, problem := e.accountKey()
	if problem != nil {
		return "", problem
	}
	e.totals.tokens++
	return t.SignTable(key, account), nil
}

// accountKey returns the account of {{table}} and its first key.
func (e *expander) accountKey() (account string, key auth.Key, problem message.Text) {
	all := e.o.Accounts
	if all == nil {
		all = auth.Development()
	}
	account = accountOf(e.o.Bases.of(rest.TableService))
	if len(all[account]) == 0 {
		return "", nil, message.New("sas-account", account)
	}
	return account, all[account][0], nil
}

// sortPermissions puts letters into the order in which they are signed.
func sortPermissions(s string) (sorted string, problem message.Text) {
	if s == "-" {
		return "", nil
	}
	if rest := strings.Trim(s, tablePermissions); rest != "" {
		return "", message.New("sas-permissions", tablePermissions, rest)
	}
	for _, c := range tablePermissions {
		if strings.ContainsRune(s, c) {
			sorted += string(c)
		}
	}
	return sorted, nil
}

func (e *expander) sasOption(t *auth.Token, option string, c scope) (problem message.Text) {
	name, value, _ := strings.Cut(option, "=")
	switch name {
	case "start":
		t.Start, problem = e.moment(value)
	case "pk":
		t.StartPartition, t.EndPartition, problem = e.bounds(value, c)
	case "rk":
		t.StartRow, t.EndRow, problem = e.bounds(value, c)
	case "policy":
		t.Policy = value
	default:
		problem = message.New("sas-option", option)
	}
	return problem
}

// bounds reads "a..b", or "a" for a range of one key. A bound may be the name of a variable.
func (e *expander) bounds(text string, c scope) (low, high string, problem message.Text) {
	low, high, two := strings.Cut(text, "..")
	if !two {
		high = low
	}
	for _, side := range [...]*string{&low, &high} {
		a := script.Arg{Word: *side}
		if strings.HasPrefix(a.Word, "$") {
			a.Ref = &script.Ref{Source: a.Word, Helper: a.Word[1:]}
		}
		value, p := e.argument(a, 0, c)
		if p != nil {
			return "", "", p.Sentences
		}
		*side = value
	}
	return low, high, nil
}

// moment reads "+60m", "-5m" (of the virtual time) or an ISO time, and writes it with seconds.
func (e *expander) moment(text string) (iso string, problem message.Text) {
	if text == "-" {
		return "", nil
	}
	if strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-") {
		n := len(strings.TrimRight(text, "dhms"))
		t, problem := helper.Shift(e.o.Now(), []string{strings.TrimPrefix(text[:n], "+"), text[n:]})
		if problem != nil {
			return "", message.New("sas-offset")
		}
		return t.UTC().Format(time.RFC3339), nil
	}
	if _, err := edm.ParseDateTime(text); err != nil {
		return "", message.New("sas-time", text)
	}
	return text, nil
}
