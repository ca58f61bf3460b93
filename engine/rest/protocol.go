package rest

import (
	"context"

	"rowkey/engine/auth"
)

// Protocol begins the exchange of a request that is for its service.
type Protocol func(Call) Exchange

// Exchange is one request to one service: how that service reads it and how it answers. [Call] has Core
// and Changes for types that embed it.
type Exchange interface {
	// Core returns what the front knows of the request.
	Core() *Call
	// Changes reports whether the request may change something.
	Changes() bool
	// Run finds the operation that the request asks for, runs it, and answers.
	Run() *Response

	// Fail answers a request that is refused at a stage, with further header fields.
	Fail(at Stage, err error, fields ...Field) *Response
	// Document answers a request about the service itself: with a document or, if that is nil, with
	// header fields alone.
	Document(status int, document []byte, fields ...Field) *Response
	// Settings returns the properties of the service.
	Settings() Settings

	// Public reports whether an anonymous client may send the request, and records what that permits.
	Public() bool
	// SignedResource names what a token of the service has to be signed for, "" if there is nothing.
	SignedResource(t *auth.Token) string
	// Policies returns the document of the access policies of a signed resource.
	Policies(resource string) (string, error)
}

// Stage is how far a request has come when it is refused; the form of the answer depends on it.
type Stage uint8

// The stages.
const (
	AtOperation  Stage = iota
	AtSettings         // properties, stats, access policies
	AtFront            // addresses and credentials, before the operation is known
	AtCredential       // there are no usable credentials
	AtVersion          // before the version is known
)

// Settings are the properties of a service, which it keeps as a document, and how it differs there.
type Settings struct {
	Keeper
	Service      string // as names of operations have it: Table, Queue or Blob
	Sections     bool   // the document has sections for soft deletion and websites
	RefusesEmpty bool   // a document that is one empty tag is refused
}

// Keeper keeps the properties of a service for each account.
type Keeper interface {
	Properties(ctx context.Context, account string) (string, error)
	SetProperties(ctx context.Context, account, document string) error
}
