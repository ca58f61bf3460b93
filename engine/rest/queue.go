package rest

import (
	"strconv"

	"rowkey/engine/apierr"
	"rowkey/engine/catalog"
	"rowkey/engine/queue"
)

// queue finds the operation on queues and messages that method and path ask for, and runs it.
// Source: Queue service REST API, "Addressing Queue service resources".
func (c *call) queue() *Response {
	if err := c.readParams(); err != nil {
		return c.failStorage(err)
	}
	if err := c.authorizeStorage(); err != nil {
		return c.failStorage(err)
	}
	if err := c.exceeds(maxBody); err != nil {
		return c.failStorage(err)
	}
	if c.on == onNothing {
		return c.failStorage(apierr.New(apierr.InvalidURI))
	}
	if c.req.Secondary && !(c.reads() && (c.on == onAccount || c.on == onQueue || c.on == onPeek)) {
		return c.failStorage(apierr.New(apierr.InsufficientPermissions))
	}
	if c.on == onAccount {
		return c.queueAccount()
	}
	if err := catalog.CheckName(c.thing); err != nil {
		return c.failStorage(err)
	}
	switch c.on {
	case onMessages, onPeek:
		return c.messages()
	case onMessage:
		return c.message(c.item)
	}
	return c.oneQueue()
}

// reads tells whether the method changes nothing.
func (c *call) reads() bool { return c.req.Method == "GET" || c.req.Method == "HEAD" }

func tooLarge(limit int) error {
	return apierr.New(apierr.RequestBodyTooLarge).With("MaxLimit", strconv.Itoa(limit))
}

func (c *call) queueAccount() *Response {
	if c.options.comp == "list" && c.verb == "GET" {
		return c.listQueues()
	}
	return c.account()
}

// oneQueue runs an operation on a queue.
func (c *call) oneQueue() *Response {
	switch comp := c.options.comp; {
	case comp == "metadata" && c.reads():
		return c.getQueueMetadata()
	case comp == "metadata" && c.verb == "PUT":
		return c.setQueueMetadata()
	case comp == "acl":
		return c.policies()
	case comp == "" && c.verb == "PUT":
		return c.createQueue()
	case comp == "" && c.verb == "DELETE":
		return c.deleteQueue()
	case comp != "" && comp != "metadata":
		return c.failStorage(apierr.InvalidQuery("comp", comp, ""))
	}
	return c.refuseVerb()
}

// theQueue returns the queue that the path names.
func (c *call) theQueue() queue.Queue { return c.api.Queue.Queue(c.req.Account, c.thing) }

// listQueues answers one page of queues.
// Source: List Queues.
func (c *call) listQueues() *Response {
	c.name("ListQueues", "")
	l, err := c.readListing()
	if err != nil {
		return c.failStorage(err)
	}
	from, err := markedName(l.marker)
	if err != nil {
		return c.failStorage(err)
	}
	items, next, err := c.api.Queue.List(c.ctx, c.req.Account, l.prefix, from, l.top)
	if err != nil {
		return c.failStorage(err)
	}
	w := c.openList(&l)
	w.list("Queues", len(items), func(i int) {
		w.open("Queue")
		w.leaf("Name", items[i].Name)
		if l.includes("metadata") {
			w.metadata(items[i].Metadata)
		}
		w.close("Queue")
	})
	return c.sendList(w, c.nameMarker(next), true)
}

// createQueue answers PUT /queue.
// Source: Create Queue.
func (c *call) createQueue() *Response {
	c.name("CreateQueue", "")
	created, err := c.theQueue().Create(c.ctx, c.metadata())
	if err != nil {
		return c.failStorage(err)
	}
	if created {
		return c.sendStorage(&storageReply{status: 201})
	}
	return c.sendStorage(&storageReply{status: 204})
}

// deleteQueue answers DELETE /queue.
// Source: Delete Queue4.
func (c *call) deleteQueue() *Response {
	c.name("DeleteQueue", "")
	return c.done(c.theQueue().Delete(c.ctx))
}

// done answers 204 unless there is an error.
func (c *call) done(err error) *Response {
	if err != nil {
		return c.failStorage(err)
	}
	return c.sendStorage(&storageReply{status: 204})
}

// getQueueMetadata answers the metadata and the number of messages, both in header fields.
// Source: Get Queue Metadata.
func (c *call) getQueueMetadata() *Response {
	c.name("GetQueueMetadata", "")
	info, err := c.theQueue().Info(c.ctx)
	if err != nil {
		return c.failStorage(err)
	}
	own := []Field{{"x-ms-approximate-messages-count", strconv.Itoa(info.Messages)}}
	return c.sendStorage(&storageReply{status: 200, noCache: true, own: appendMetadata(own, info.Metadata)})
}

// setQueueMetadata replaces all metadata.
// Source: Set Queue Metadata.
func (c *call) setQueueMetadata() *Response {
	c.name("SetQueueMetadata", "")
	return c.done(c.theQueue().SetMetadata(c.ctx, c.metadata()))
}
