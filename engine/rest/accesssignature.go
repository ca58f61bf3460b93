package rest

import (
	"strings"

	"rowkey/engine/apierr"
	"rowkey/engine/auth"
)

// checkToken checks a shared access signature, apart from what it permits. ok says that it is
// complete. Errors: AuthenticationFailed and those of [auth.Token.Admit].
// Source: Delegate access with a shared access signature.
func checkToken(x Exchange, t auth.Token, ok bool, keys []auth.Key) error {
	c := x.Core()
	resource := signedResource(x, &t)
	if !ok || resource == "" || !t.Verify(c.Request.Service, c.Request.Account, resource, keys) {
		return apierr.New(apierr.AuthenticationFailed)
	}
	if err := adopt(x, &t, resource); err != nil {
		return err
	}
	if err := t.Admit(c.wall(), c.Request.Remote, c.Request.secure()); err != nil {
		return err
	}
	c.Token = &t
	return nil
}

// signedResource names what a token has to be signed for; for an account SAS that is a name without
// meaning.
func signedResource(x Exchange, t *auth.Token) string {
	if t.ForAccount() {
		return "account"
	}
	return x.SignedResource(t)
}

// adopt adds what the stored access policy says that the token names.
func adopt(x Exchange, t *auth.Token, resource string) error {
	if t.Policy == "" {
		return nil
	}
	document, err := x.Policies(resource)
	if apierr.Of(err) == apierr.InternalError {
		return err
	}
	list, err := readPolicies(x.Core().Context, document)
	if err != nil {
		return err
	}
	for _, p := range list {
		if p.id == t.Policy && t.Adopt(p.start, p.expiry, p.permission) {
			return nil
		}
	}
	return apierr.New(apierr.AuthenticationFailed)
}

// Permits compares the need of an operation with the token of the call. covered says that a service SAS is
// for the resource of the operation at all. Errors: AuthorizationFailure and the Mismatch codes.
// Source: Delegate access with a shared access signature; recorded traffic for the codes.
func (c *Call) Permits(n *Need, covered bool) error {
	t := c.Token
	switch account := t.ForAccount(); {
	case account && strings.IndexByte(t.Services, byte(c.Request.Service)) < 0:
		return apierr.New(apierr.ServiceMismatch)
	case n.Op == OpBatch:
		return nil
	case n.Op == "", !account && !covered:
		return apierr.New(apierr.AuthorizationFailure)
	case account && strings.IndexByte(t.ResourceTypes, n.Resource) < 0:
		return apierr.New(apierr.ResourceTypeMismatch)
	case !t.Allows(n.All), n.Any != "" && !strings.ContainsAny(t.Permissions, n.Any):
		return apierr.New(apierr.PermissionMismatch)
	}
	return nil
}
