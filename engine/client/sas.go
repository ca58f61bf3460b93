package client

import (
	"strings"
	"time"

	"rowkey/engine/auth"
	"rowkey/engine/edm"
	"rowkey/engine/rest"
	"rowkey/engine/script"
)

// issuerLane is the lane that holds the key of the account, beside blocks without lane.
const issuerLane = "issuer"

// holdsKey says that whoever runs a lane may sign with the key of the account.
func holdsKey(lane string) bool { return lane == "" || lane == issuerLane }

// permissions of a token for a table, in the order in which they are written.
// Source: Create a service SAS, "Permissions for a table".
const tablePermissions = "raud"

// sas evaluates $sas TABLE PERMISSIONS EXPIRY [start=…] [pk=a..b] [rk=c..d] [policy=ID]: a shared
// access signature for a table, as a query string. "-" leaves permissions or expiry to the policy.
func (e *expander) sas(args []string, c scope) (text, problem string) {
	if !holdsKey(c.client) {
		return "", "the lane \"" + c.client + "\" does not hold the key of the account, so it cannot sign " +
			"a token. A block of the lane " + issuerLane + " issues it, for example with " +
			"# @set token {{$sas …}}, and this lane uses {{token}}."
	}
	t := auth.Token{Table: args[0]}
	if t.Permissions, problem = sortPermissions(args[1]); problem != "" {
		return "", problem
	}
	if t.Expiry, problem = e.moment(args[2]); problem != "" {
		return "", problem
	}
	for _, option := range args[3:] {
		if problem := e.sasOption(&t, option, c); problem != "" {
			return "", problem
		}
	}
	switch {
	case t.StartPartition == "" && t.StartRow != "", t.EndPartition == "" && t.EndRow != "":
		return "", "$sas: a range of row keys needs pk=…, the range of partition keys around it."
	case t.Policy == "" && (t.Permissions == "" || t.Expiry == ""):
		return "", "$sas: permissions and expiry may only be left to a policy=…."
	}
	account, key, problem := e.accountKey()
	if problem != "" {
		return "", problem
	}
	e.totals.tokens++
	return t.SignTable(key, account), ""
}

// accountKey returns the account of {{table}} and its first key.
func (e *expander) accountKey() (account string, key auth.Key, problem string) {
	all := e.o.Accounts
	if all == nil {
		all = auth.Development()
	}
	account = accountOf(e.o.Bases.of(rest.TableService))
	if len(all[account]) == 0 {
		return "", nil, "nobody here knows the key of the account \"" + account + "\"."
	}
	return account, all[account][0], ""
}

// sortPermissions brings letters into the order in which they are signed.
func sortPermissions(s string) (sorted, problem string) {
	if s == "-" {
		return "", ""
	}
	if rest := strings.Trim(s, tablePermissions); rest != "" {
		return "", "$sas: permissions are letters of \"" + tablePermissions +
			"\": query, add, update, delete. \"" + rest + "\" is none."
	}
	for _, c := range tablePermissions {
		if strings.ContainsRune(s, c) {
			sorted += string(c)
		}
	}
	return sorted, ""
}

func (e *expander) sasOption(t *auth.Token, option string, c scope) (problem string) {
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
		problem = "$sas: unknown option \"" + option + "\". There are start=, pk=, rk= and policy=."
	}
	return problem
}

// bounds reads "a..b", or "a" for a range of one key. A bound may be the name of a variable.
func (e *expander) bounds(text string, c scope) (low, high, problem string) {
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
			return "", "", p.Message
		}
		*side = value
	}
	return low, high, ""
}

// moment reads "+60m", "-5m" (of the virtual time) or an ISO time, and writes it to the second.
func (e *expander) moment(text string) (iso, problem string) {
	if text == "-" {
		return "", ""
	}
	if strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-") {
		n := len(strings.TrimRight(text, "dhms"))
		t, problem := shift(e.o.Now(), []string{strings.TrimPrefix(text[:n], "+"), text[n:]})
		if problem != "" {
			return "", "$sas: a time is written as +60m, with s, m, h or d, or as 2026-01-05T09:00:00Z."
		}
		return t.UTC().Format(time.RFC3339), ""
	}
	if _, err := edm.ParseDateTime(text); err != nil {
		return "", "$sas: \"" + text + "\" is no time. Write +60m, or 2026-01-05T09:00:00Z."
	}
	return text, ""
}
