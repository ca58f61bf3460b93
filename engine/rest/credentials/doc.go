// Package credentials tests whose requests are answered, and with what: those signed with a key of the account, those
// with a shared access signature, and those without credentials. The code is in package rest and the packages below it.
package credentials
