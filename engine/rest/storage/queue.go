package storage

import (
	"strconv"

	"rowkey/engine/apierr"
	"rowkey/engine/rest"
)

// oneQueue runs an operation on a queue.
func (c *queueCall) oneQueue() *rest.Response {
	switch comp := c.comp; {
	case comp == "metadata" && c.Reads():
		return c.getQueueMetadata()
	case comp == "metadata" && c.Request.Method == "PUT":
		return c.setQueueMetadata()
	case comp == "acl":
		return c.policies()
	case comp == "" && c.Request.Method == "PUT":
		return c.createQueue()
	case comp == "" && c.Request.Method == "DELETE":
		return c.deleteQueue()
	case comp != "" && comp != "metadata":
		return c.fail(apierr.InvalidQuery("comp", comp, ""))
	}
	return c.refuseVerb()
}

// listQueues answers one page of queues.
// Source: List Queues.
func (c *queueCall) listQueues() *rest.Response {
	l, items, next, err := c.page("ListQueues", c.service.List)
	if err != nil {
		return c.fail(err)
	}
	w := c.openList(&l)
	w.List("Queues", len(items), func(i int) {
		w.Open("Queue")
		w.Leaf("Name", items[i].Name)
		if l.includes("metadata") {
			writeMetadata(w, items[i].Metadata)
		}
		w.Close("Queue")
	})
	return c.sendList(w, c.nameMarker(next), true)
}

// createQueue answers PUT /queue.
// Source: Create Queue.
func (c *queueCall) createQueue() *rest.Response {
	c.NoteOperation("CreateQueue", "")
	created, err := c.theQueue().Create(c.Context, c.metadata())
	if created {
		return c.unless(err, &reply{status: 201})
	}
	return c.done(err)
}

// deleteQueue answers DELETE /queue.
// Source: Delete Queue4.
func (c *queueCall) deleteQueue() *rest.Response {
	c.NoteOperation("DeleteQueue", "")
	return c.done(c.theQueue().Delete(c.Context))
}

// done answers 204 unless there is an error.
func (c *queueCall) done(err error) *rest.Response { return c.unless(err, &reply{status: 204}) }

// getQueueMetadata answers the metadata and the number of messages, both in header fields.
// Source: Get Queue Metadata.
func (c *queueCall) getQueueMetadata() *rest.Response {
	c.NoteOperation("GetQueueMetadata", "")
	info, err := c.theQueue().Info(c.Context)
	own := []rest.Field{{Name: "x-ms-approximate-messages-count", Value: strconv.Itoa(info.Messages)}}
	return c.unless(err, &reply{status: 200, noCache: true, own: appendMetadata(own, info.Metadata)})
}

// setQueueMetadata replaces all metadata.
// Source: Set Queue Metadata.
func (c *queueCall) setQueueMetadata() *rest.Response {
	c.NoteOperation("SetQueueMetadata", "")
	return c.done(c.theQueue().SetMetadata(c.Context, c.metadata()))
}

// policies reads or sets the stored access policies.
// Source: Get Queue ACL; Set Queue ACL.
func (c *queueCall) policies() *rest.Response {
	switch c.Request.Method {
	case "GET":
		return c.getPolicies()
	case "PUT":
		return c.setPolicies()
	}
	return c.refuseVerb()
}

func (c *queueCall) getPolicies() *rest.Response {
	c.NoteOperation("GetQueueACL", "")
	kept, err := c.theQueue().Policies(c.Context)
	if err != nil {
		return c.fail(err)
	}
	return c.Document(200, rest.PoliciesDocument(kept))
}

// setPolicies replaces all policies. An empty body means none.
func (c *queueCall) setPolicies() *rest.Response {
	c.NoteOperation("SetQueueACL", "")
	document, err := c.NewPolicies(queuePermissions)
	if err != nil {
		return c.fail(err)
	}
	if err := c.theQueue().SetPolicies(c.Context, document); err != nil {
		return c.fail(err)
	}
	return c.Document(204, nil)
}
