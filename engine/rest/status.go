package rest

// statusTexts are the texts of the status codes that the services send.
// Source: RFC 9110, section 15.
var statusTexts = [...]struct {
	status int
	text   string
}{
	{200, "OK"}, {201, "Created"}, {202, "Accepted"}, {204, "No Content"}, {206, "Partial Content"},
	{304, "Not Modified"}, {400, "Bad Request"}, {401, "Unauthorized"}, {403, "Forbidden"}, {404, "Not Found"},
	{405, "Method Not Allowed"}, {409, "Conflict"}, {411, "Length Required"},
	{412, "Precondition Failed"}, {413, "Request Entity Too Large"}, {415, "Unsupported Media Type"},
	{416, "Range Not Satisfiable"}, {500, "Internal Server Error"}, {501, "Not Implemented"},
	{502, "Bad Gateway"}, {503, "Service Unavailable"},
}

// StatusText returns the text that goes with a status, "" for one that no service sends.
func StatusText(status int) string {
	for _, r := range statusTexts {
		if r.status == status {
			return r.text
		}
	}
	return ""
}
