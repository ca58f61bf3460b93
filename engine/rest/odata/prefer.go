package odata

// preference returns the value of Prefer that the service knows, "" for any other.
// Source: Setting the Prefer header to manage response echo on insert operations.
func (c *call) preference() string {
	switch c.Fields.Prefer {
	case "return-content", "return-no-content":
		return c.Fields.Prefer
	}
	return ""
}

// applied returns the value of Preference-Applied, "" if the answer has none: a request that neither
// inserts nor updates has nothing to echo.
// Source: recorded traffic.
func (c *call) applied() string {
	verb, _ := tunnelled(c.Request.Method, &c.Fields) // a method that cannot be tunnelled is refused elsewhere
	switch verb {
	case "POST", "PUT", "MERGE", "PATCH":
		return c.preference()
	}
	return ""
}
