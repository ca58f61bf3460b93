package rest

import (
	"strconv"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/queue"
)

// bodySince is the first version that answers Put Message with the message.
// Source: Put Message, "Response body".
const bodySince = "2016-05-31"

// maxSeconds is the longest life of a message that is told apart from for ever, in seconds.
const maxSeconds = 9_000_000_000

// messages runs an operation on all messages of a queue.
func (c *call) messages() *Response {
	switch {
	case c.verb == "POST":
		return c.putMessage()
	case c.verb == "DELETE":
		return c.clearMessages()
	case c.verb == "GET" && c.on == onPeek:
		return c.peekMessages()
	case c.verb == "GET":
		return c.getMessages()
	}
	return c.refuseVerb()
}

// message runs an operation on one message.
func (c *call) message(id string) *Response {
	switch c.verb {
	case "PUT":
		return c.updateMessage(id)
	case "DELETE":
		return c.deleteMessage(id)
	}
	return c.refuseVerb()
}

// putMessage answers POST /queue/messages.
// Source: Put Message.
func (c *call) putMessage() *Response {
	c.name("PutMessage", "")
	text, err := c.messageText()
	if err != nil {
		return c.failStorage(err)
	}
	hidden, err := c.timeout(0)
	if err != nil {
		return c.failStorage(err)
	}
	life, err := c.life()
	if err != nil {
		return c.failStorage(err)
	}
	m, err := c.theQueue().PutMessage(c.ctx, text, hidden, life)
	if err != nil {
		return c.failStorage(err)
	}
	if c.version < bodySince {
		return c.sendStorage(&storageReply{status: 201})
	}
	return c.sendMessages(201, []queue.Message{m}, func(w *xmlWriter, m *queue.Message) { w.held(m) })
}

// timeout returns visibilitytimeout.
func (c *call) timeout(absent time.Duration) (time.Duration, error) {
	n, err := c.params.number("visibilitytimeout", int64(absent/time.Second))
	return time.Duration(max(min(n, maxSeconds), -1)) * time.Second, err
}

// longLifeSince is the first version in which a message may live longer than [queue.DefaultLife], or for ever.
// Source: Put Message, "messagettl".
const longLifeSince = "2017-07-29"

// life returns messagettl. Errors: InvalidQueryParameterValue, OutOfRangeQueryParameterValue.
func (c *call) life() (time.Duration, error) {
	const most = int64(queue.DefaultLife / time.Second)
	n, err := c.params.number("messagettl", most)
	if err == nil && c.version < longLifeSince && (n < 1 || n > most) {
		err = apierr.OutOfRange("messagettl", c.params.get("messagettl"), 1, most)
	}
	return time.Duration(min(n, maxSeconds)) * time.Second, err
}

// messageText reads the text of the message in the body.
// Errors: InvalidXmlDocument, RequestBodyTooLarge.
func (c *call) messageText() (string, error) {
	root, ok := parseXML(c.body())
	text := root.child("MessageText")
	if !ok || root.name != "QueueMessage" || text == nil {
		return "", apierr.New(apierr.InvalidXMLDocument)
	}
	if len(appendXMLText(nil, text.text)) > queue.MaxText {
		return "", tooLarge(queue.MaxText)
	}
	return text.text, nil
}

// getMessages takes messages.
// Source: Get Messages.
func (c *call) getMessages() *Response {
	c.name("GetMessages", "")
	n, err := c.params.number("numofmessages", 1)
	if err != nil {
		return c.failStorage(err)
	}
	hidden, err := c.timeout(queue.DefaultHidden)
	if err != nil {
		return c.failStorage(err)
	}
	taken, err := c.theQueue().GetMessages(c.ctx, int(n), hidden)
	if err != nil {
		return c.failStorage(err)
	}
	return c.sendMessages(200, taken, func(w *xmlWriter, m *queue.Message) {
		w.held(m)
		w.content(m)
	})
}

// peekMessages shows messages and leaves them where they are.
// Source: Peek Messages.
func (c *call) peekMessages() *Response {
	c.name("PeekMessages", "")
	n, err := c.params.number("numofmessages", 1)
	if err != nil {
		return c.failStorage(err)
	}
	found, err := c.theQueue().PeekMessages(c.ctx, int(n))
	if err != nil {
		return c.failStorage(err)
	}
	return c.sendMessages(200, found, func(w *xmlWriter, m *queue.Message) {
		w.known(m)
		w.content(m)
	})
}

// sendMessages answers a list of messages; write says what each of them shows.
func (c *call) sendMessages(
	status int, ms []queue.Message, write func(*xmlWriter, *queue.Message),
) *Response {
	w := newXML()
	w.list("QueueMessagesList", len(ms), func(i int) {
		w.open("QueueMessage")
		write(w, &ms[i])
		w.close("QueueMessage")
	})
	r := storageReply{status: status, noCache: status == 200, contentType: typeXML, body: w.b}
	return c.sendStorage(&r)
}

// known writes what everybody may know of a message.
func (w *xmlWriter) known(m *queue.Message) {
	w.leaf("MessageId", m.ID)
	w.leaf("InsertionTime", m.Inserted.Format(timeFormat))
	w.leaf("ExpirationTime", m.Expires.Format(timeFormat))
}

// held writes what whoever put or took a message may know.
func (w *xmlWriter) held(m *queue.Message) {
	w.known(m)
	w.leaf("PopReceipt", m.Receipt())
	w.leaf("TimeNextVisible", m.Visible.Format(timeFormat))
}

// content writes the text of a message and how often it has been taken.
func (w *xmlWriter) content(m *queue.Message) {
	w.leaf("DequeueCount", strconv.Itoa(m.Dequeued))
	w.leaf("MessageText", m.Text)
}

// clearMessages answers DELETE /queue/messages.
// Source: Clear Messages.
func (c *call) clearMessages() *Response {
	c.name("ClearMessages", "")
	return c.done(c.theQueue().ClearMessages(c.ctx))
}

// updateMessage answers PUT /queue/messages/id. Without a body the text stays.
// Source: Update Message.
func (c *call) updateMessage(id string) *Response {
	c.name("UpdateMessage", "")
	if err := c.needs("popreceipt", "visibilitytimeout"); err != nil {
		return c.failStorage(err)
	}
	var text *string
	if len(c.req.Body) > 0 {
		s, err := c.messageText()
		if err != nil {
			return c.failStorage(err)
		}
		text = &s
	}
	hidden, err := c.timeout(0)
	if err != nil {
		return c.failStorage(err)
	}
	m, err := c.theQueue().UpdateMessage(c.ctx, id, c.params.get("popreceipt"), text, hidden)
	if err != nil {
		return c.failStorage(err)
	}
	return c.sendStorage(&storageReply{status: 204, own: []Field{
		{"x-ms-popreceipt", m.Receipt()}, {"x-ms-time-next-visible", m.Visible.Format(timeFormat)},
	}})
}

// deleteMessage answers DELETE /queue/messages/id.
// Source: Delete Message2.
func (c *call) deleteMessage(id string) *Response {
	c.name("DeleteMessage", "")
	if err := c.needs("popreceipt"); err != nil {
		return c.failStorage(err)
	}
	return c.done(c.theQueue().DeleteMessage(c.ctx, id, c.params.get("popreceipt")))
}

// needs fails with MissingRequiredQueryParameter unless all options are there.
func (c *call) needs(names ...string) error {
	for _, name := range names {
		if !c.params.has(name) {
			return apierr.New(apierr.MissingQueryParameter).With("QueryParameterName", name)
		}
	}
	return nil
}
