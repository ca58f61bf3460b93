package storage

import (
	"rowkey/engine/apierr"
	"rowkey/engine/auth"
	"rowkey/engine/catalog"
	"rowkey/engine/queue"
	"rowkey/engine/rest"
)

// Queues returns the protocol of queues.
func Queues(s *queue.Service) rest.Protocol {
	return func(c rest.Call) rest.Exchange {
		x := &queueCall{call: newCall(c, serverQueue, queueResource(&c)), service: s}
		x.uncached = true
		return x
	}
}

const (
	serverQueue      = "Windows-Azure-Queue/1.0 Microsoft-HTTPAPI/2.0"
	queuePermissions = "raup" // that access policies know, in their order
)

// queueCall is one request to the queue service.
type queueCall struct {
	call
	service *queue.Service
}

// theQueue returns the queue that the path names.
func (c *queueCall) theQueue() queue.Queue { return c.service.Queue(c.Request.Account, c.thing) }

// Changes implements [rest.Exchange]: to get messages is to take them.
func (c *queueCall) Changes() bool { return c.Call.Changes() || c.on == rest.OnMessages }

// Settings implements [rest.Exchange].
func (c *queueCall) Settings() rest.Settings {
	return rest.Settings{Keeper: c.service, Service: "Queue", RefusesEmpty: true}
}

// Public implements [rest.Exchange]: no queue is open to anonymous clients.
func (c *queueCall) Public() bool { return false }

// SignedResource implements [rest.Exchange]: the queue is the one that the request is routed to.
func (c *queueCall) SignedResource(*auth.Token) string { return c.thing }

// Policies implements [rest.Exchange].
func (c *queueCall) Policies(queue string) (string, error) {
	return c.service.Queue(c.Request.Account, queue).Policies(c.Context)
}

// Run implements [rest.Exchange].
// Source: Queue service REST API, "Addressing Queue service resources".
func (c *queueCall) Run() *rest.Response {
	if err := c.readable(); err != nil {
		return c.fail(err)
	}
	if err := c.authorize(); err != nil {
		return c.fail(err)
	}
	if err := c.Exceeds(c.maxBody()); err != nil {
		return c.fail(err)
	}
	if c.on == rest.OnNothing {
		return c.fail(apierr.New(apierr.InvalidURI))
	}
	if c.Request.Secondary && !(c.Reads() && (c.on == rest.OnAccount || c.on == rest.OnQueue || c.on == rest.OnPeek)) {
		return c.fail(apierr.New(apierr.InsufficientPermissions))
	}
	return c.dispatch()
}

// maxMessageBody is the largest body of a request with a message, in bytes. What is in it has at most
// [queue.MaxText].
// Source: what clients met, azure-sdk-for-net issue 32663.
const maxMessageBody = 128<<10 + 512

// maxBody is the largest body that the request may have, in bytes.
func (c *queueCall) maxBody() int {
	if c.on == rest.OnMessages || c.on == rest.OnMessage {
		return maxMessageBody
	}
	return rest.MaxBody
}

// dispatch runs an operation on what the path names.
func (c *queueCall) dispatch() *rest.Response {
	if c.on == rest.OnAccount {
		if c.comp == "list" && c.Request.Method == "GET" {
			return c.listQueues()
		}
		return account(c, &c.call)
	}
	if err := catalog.CheckName(c.thing); err != nil {
		return c.fail(err)
	}
	switch c.on {
	case rest.OnMessages, rest.OnPeek:
		return c.messages()
	case rest.OnMessage:
		return c.message(c.item)
	}
	return c.oneQueue()
}

// authorize checks whether the caller may run the operation that the request names. Errors: those of
// [rest.Call.Permits], InvalidUri for a path that names nothing.
func (c *queueCall) authorize() error {
	switch {
	case c.Token == nil:
		return nil
	case c.on == rest.OnNothing:
		return apierr.New(apierr.InvalidURI)
	}
	n := rest.NeedOf(c.on, c.Request.Method, c.comp)
	covered := n.Resource == 'o'
	if n.On == rest.OnQueue {
		covered = n.Comp == "metadata" && n.Verb == "GET"
	}
	return c.Permits(&n, covered)
}
