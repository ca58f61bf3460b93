package storage

import (
	"cmp"
	"strconv"
	"time"

	"rowkey/engine/apierr"
	"rowkey/engine/queue"
	"rowkey/engine/rest"
	"rowkey/engine/xmltext"
)

// bodySince is the first version that answers Put Message with the message.
// Source: Put Message, "Response body".
const bodySince = "2016-05-31"

// maxSeconds is the longest life of a message that expires, in seconds.
const maxSeconds = 9_000_000_000

// messages runs an operation on all messages of a queue.
func (c *queueCall) messages() *rest.Response {
	switch {
	case c.Request.Method == "POST":
		return c.putMessage()
	case c.Request.Method == "DELETE":
		return c.clearMessages()
	case c.Request.Method == "GET" && c.on == rest.OnPeek:
		return c.peekMessages()
	case c.Request.Method == "GET":
		return c.getMessages()
	}
	return c.refuseVerb()
}

// message runs an operation on one message.
func (c *queueCall) message(id string) *rest.Response {
	switch c.Request.Method {
	case "PUT":
		return c.updateMessage(id)
	case "DELETE":
		return c.deleteMessage(id)
	}
	return c.refuseVerb()
}

// putMessage answers POST /queue/messages.
// Source: Put Message.
func (c *queueCall) putMessage() *rest.Response {
	c.NoteOperation("PutMessage", "")
	text, err := c.messageText()
	hidden, late := c.timeout(0)
	life, long := c.life()
	if err = cmp.Or(err, late, long); err != nil {
		return c.fail(err)
	}
	m, err := c.theQueue().PutMessage(c.Context, text, hidden, life)
	if err != nil {
		return c.fail(err)
	}
	if c.Version < bodySince {
		return c.send(&reply{status: 201})
	}
	return c.sendMessages(201, []queue.Message{m}, func(w *xmltext.Writer, m *queue.Message) { writeHeld(w, m) })
}

// timeout returns visibilitytimeout.
func (c *queueCall) timeout(absent time.Duration) (time.Duration, error) {
	n, err := c.number("visibilitytimeout", int64(absent/time.Second))
	return seconds(n), err
}

// seconds is a length of time, as far as there can be one.
func seconds(n int64) time.Duration {
	return time.Duration(max(min(n, maxSeconds), -maxSeconds)) * time.Second
}

// longLifeSince is the first version in which a message may live longer than [queue.DefaultLife], or forever.
// Source: Put Message, "messagettl".
const longLifeSince = "2017-07-29"

// life returns messagettl. Errors: InvalidQueryParameterValue, OutOfRangeQueryParameterValue.
func (c *queueCall) life() (time.Duration, error) {
	const most = int64(queue.DefaultLife / time.Second)
	n, err := c.number("messagettl", most)
	if err == nil && c.Version < longLifeSince && (n < 1 || n > most) {
		err = apierr.OutOfRange("messagettl", c.Query.Get("messagettl"), 1, most)
	}
	return seconds(n), err
}

// messageText reads the text of the message in the body.
// Errors: InvalidXmlDocument, RequestBodyTooLarge.
func (c *queueCall) messageText() (string, error) {
	text, found := "", false
	err := c.EachElement("QueueMessage", func(e *xmltext.Element) error {
		if e.Name == "MessageText" && !found {
			text, found = e.Text, true
		}
		return nil
	})
	switch {
	case err != nil:
		return "", err
	case !found:
		return "", apierr.New(apierr.InvalidXMLDocument)
	case len(xmltext.AppendText(nil, text)) > queue.MaxText:
		return "", rest.TooLarge(queue.MaxText)
	}
	return text, nil
}

// getMessages takes messages.
// Source: Get Messages.
func (c *queueCall) getMessages() *rest.Response {
	c.NoteOperation("GetMessages", "")
	n, err := c.number("numofmessages", 1)
	hidden, late := c.timeout(queue.DefaultHidden)
	if err = cmp.Or(err, late); err != nil {
		return c.fail(err)
	}
	taken, err := c.theQueue().GetMessages(c.Context, int(n), hidden)
	if err != nil {
		return c.fail(err)
	}
	return c.sendMessages(200, taken, func(w *xmltext.Writer, m *queue.Message) {
		writeHeld(w, m)
		writeContent(w, m)
	})
}

// peekMessages shows messages and leaves them where they are.
// Source: Peek Messages.
func (c *queueCall) peekMessages() *rest.Response {
	c.NoteOperation("PeekMessages", "")
	n, err := c.number("numofmessages", 1)
	if err != nil {
		return c.fail(err)
	}
	found, err := c.theQueue().PeekMessages(c.Context, int(n))
	if err != nil {
		return c.fail(err)
	}
	return c.sendMessages(200, found, func(w *xmltext.Writer, m *queue.Message) {
		writeKnown(w, m)
		writeContent(w, m)
	})
}

// sendMessages answers a list of messages; write says what each of them shows.
func (c *queueCall) sendMessages(
	status int, ms []queue.Message, write func(*xmltext.Writer, *queue.Message),
) *rest.Response {
	w := xmltext.NewWriter()
	w.List("QueueMessagesList", len(ms), func(i int) {
		w.Open("QueueMessage")
		write(w, &ms[i])
		w.Close("QueueMessage")
	})
	r := reply{status: status, noCache: status == 200, contentType: rest.TypeXML, body: w.B}
	return c.send(&r)
}

// writeKnown writes what any client may know of a message.
func writeKnown(w *xmltext.Writer, m *queue.Message) {
	w.Leaf("MessageId", m.ID)
	w.Leaf("InsertionTime", m.Inserted.Format(rest.TimeFormat))
	w.Leaf("ExpirationTime", m.Expires.Format(rest.TimeFormat))
}

// writeHeld writes what only the client that put or took a message may know.
func writeHeld(w *xmltext.Writer, m *queue.Message) {
	writeKnown(w, m)
	w.Leaf("PopReceipt", m.Receipt())
	w.Leaf("TimeNextVisible", m.Visible.Format(rest.TimeFormat))
}

// writeContent writes the text of a message and how often it has been taken.
func writeContent(w *xmltext.Writer, m *queue.Message) {
	w.Leaf("DequeueCount", strconv.Itoa(m.Dequeued))
	w.Leaf("MessageText", m.Text)
}

// clearMessages answers DELETE /queue/messages.
// Source: Clear Messages.
func (c *queueCall) clearMessages() *rest.Response {
	c.NoteOperation("ClearMessages", "")
	return c.done(c.theQueue().ClearMessages(c.Context))
}

// updateMessage answers PUT /queue/messages/id. Without a body the text stays.
// Source: Update Message.
func (c *queueCall) updateMessage(id string) *rest.Response {
	c.NoteOperation("UpdateMessage", "")
	if err := c.requires("popreceipt", "visibilitytimeout"); err != nil {
		return c.fail(err)
	}
	var text *string
	if len(c.Request.Body) > 0 {
		s, err := c.messageText()
		if err != nil {
			return c.fail(err)
		}
		text = &s
	}
	hidden, late := c.timeout(0)
	receipt, err := c.receipt()
	if err = cmp.Or(late, err); err != nil {
		return c.fail(err)
	}
	m, err := c.theQueue().UpdateMessage(c.Context, id, receipt, text, hidden)
	if err != nil {
		return c.fail(err)
	}
	return c.send(&reply{status: 204, own: []rest.Field{
		{Name: "x-ms-popreceipt", Value: m.Receipt()},
		{Name: "x-ms-time-next-visible", Value: m.Visible.Format(rest.TimeFormat)},
	}})
}

// deleteMessage answers DELETE /queue/messages/id.
// Source: Delete Message2.
func (c *queueCall) deleteMessage(id string) *rest.Response {
	c.NoteOperation("DeleteMessage", "")
	if err := c.requires("popreceipt"); err != nil {
		return c.fail(err)
	}
	receipt, err := c.receipt()
	if err != nil {
		return c.fail(err)
	}
	return c.done(c.theQueue().DeleteMessage(c.Context, id, receipt))
}

// receipt returns the pop receipt. Errors: InvalidQueryParameterValue for a text that is not one, for example because a
// client did not escape its +, which is a space in a URL.
// Source: Status and error codes, whose example it is.
func (c *queueCall) receipt() (string, error) {
	text := c.Query.Get("popreceipt")
	if !queue.IsReceipt(text) {
		return "", apierr.InvalidQuery("popreceipt", text, "invalid receipt format")
	}
	return text, nil
}
