package copy

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	"rowkey/engine/rest"
)

// message is what a queue holds.
type message struct {
	ID      string `xml:"MessageId"`
	Receipt string `xml:"PopReceipt"`
	Expires string `xml:"ExpirationTime"`
	Text    string `xml:"MessageText"`

	seconds int // that it still lives, 0 for forever
}

// copyQueues copies the queues that are wanted.
func (c *copier) copyQueues(ctx context.Context) error {
	if len(c.o.queues) == 0 {
		return nil
	}
	queues, err := c.from.list(ctx, rest.QueueService, "/", "comp=list&include=metadata", c.o.queues)
	if err != nil {
		return err
	}
	if len(queues) == 0 {
		return c.none("queue", c.o.queues)
	}
	for _, q := range queues {
		if slices.Contains(c.journal.Queues, q.Name) {
			fmt.Fprintf(c.out, "queue %s  already copied; %s\n", q.Name, asItWas)
			continue
		}
		if err := c.copyQueue(ctx, &q); err != nil {
			return fmt.Errorf("queue %s: %w", q.Name, err)
		}
		c.journal.Queues, c.journal.Open = append(c.journal.Queues, q.Name), ""
		if err := c.mark(); err != nil {
			return err
		}
	}
	return nil
}

// copyQueue copies a queue whole. An earlier run that did not finish it may have left messages at the
// target: they are removed.
func (c *copier) copyQueue(ctx context.Context, q *item) error {
	if err := c.beginQueue(ctx, q); err != nil {
		return err
	}
	expected, err := c.from.waiting(ctx, q.Name)
	if err != nil {
		return err
	}
	taken, err := c.moveMessages(ctx, q.Name, expected)
	err = errors.Join(err, c.from.giveBack(ctx, q.Name, taken))
	switch {
	case err != nil:
		return err
	case len(taken) < expected:
		return fmt.Errorf("only %d of %d messages could be read: another program or an earlier copy received the others; "+
			"run the same command again when they are visible", len(taken), expected)
	}
	return c.compareQueue(ctx, q.Name, taken)
}

// beginQueue makes an empty queue at the target.
func (c *copier) beginQueue(ctx context.Context, q *item) error {
	if c.to.lines != nil {
		return c.to.lines.write(&line{Queue: q.Name, Headers: mapOf(q.metadata())})
	}
	if err := c.to.createQueue(ctx, q.Name, q.metadata()); err != nil {
		return err
	}
	n, err := c.to.waiting(ctx, q.Name)
	if err != nil {
		return err
	}
	if n > 0 && c.journal.Open != q.Name {
		return fmt.Errorf("the queue at the target already holds %s, which would mix with the copied ones: empty it first",
			counted(n, "message"))
	}
	if n > 0 {
		if _, err := c.to.ask(ctx,
			&question{service: rest.QueueService, method: "DELETE", path: below(q.Name) + "/messages"}); err != nil {
			return err
		}
	}
	c.journal.Open = q.Name
	return c.mark()
}

// moveMessages takes messages at the source and puts them to the target, until no more come. Errors: there is no end.
func (c *copier) moveMessages(ctx context.Context, queue string, expected int) (taken []message, err error) {
	c.progress = startProgress(c.notes, "queue "+queue, 0, 0)
	defer c.progress.finish()
	for {
		some, err := c.from.take(ctx, queue, c.o.hold)
		if err != nil || len(some) == 0 {
			return taken, err
		}
		if len(taken) > 2*expected+maxNew {
			return taken, fmt.Errorf("the queue said that it holds %d messages, and returns more than twice as many: "+
				"stop the program that adds to it", expected)
		}
		taken = append(taken, some...)
		for i := range some {
			if err := c.putMessage(ctx, queue, &some[i]); err != nil {
				return taken, err
			}
			c.progress.add(1)
		}
	}
}

// maxNew is how many messages may be added to any queue while it is copied.
const maxNew = 1000

func (c *copier) putMessage(ctx context.Context, queue string, m *message) error {
	if c.to.lines != nil {
		return c.to.lines.write(&line{Message: &m.Text, Seconds: m.seconds})
	}
	return c.to.putMessage(ctx, queue, m)
}

// take takes up to 32 messages, which are hidden for so many seconds.
// Source: Get Messages.
func (p *place) take(ctx context.Context, queue string, seconds int) ([]message, error) {
	return p.messages(ctx, queue, fmt.Sprintf("numofmessages=32&visibilitytimeout=%d", seconds))
}

func (p *place) messages(ctx context.Context, queue, query string) ([]message, error) {
	res, err := p.ask(ctx,
		&question{service: rest.QueueService, method: "GET", path: below(queue) + "/messages", query: query})
	if err != nil {
		return nil, err
	}
	var list struct {
		Messages []message `xml:"QueueMessage"`
	}
	if err := xml.Unmarshal(res.Bytes(), &list); err != nil {
		return nil, fmt.Errorf("%s: the messages cannot be read: %w", p.name, err)
	}
	now, err := time.Parse(time.RFC1123, res.Header.Get("Date"))
	if err != nil {
		now = time.Now()
	}
	for i := range list.Messages {
		list.Messages[i].seconds = lifetime(list.Messages[i].Expires, now)
	}
	return list.Messages, nil
}

// lifetime is how many seconds a message still lives, 0 for forever, which is until the end of 9999.
func lifetime(expires string, now time.Time) int {
	at, err := time.Parse(time.RFC1123, expires)
	if err != nil || at.Year() == 9999 {
		return 0
	}
	return max(1, int(at.Sub(now)/time.Second))
}

// giveBack makes messages visible again, also when the copy is being stopped.
// Source: Update Message.
func (p *place) giveBack(ctx context.Context, queue string, taken []message) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	for i, m := range taken {
		_, err := p.ask(ctx, &question{service: rest.QueueService, method: "PUT",
			path:  below(queue) + "/messages" + below(m.ID),
			query: "visibilitytimeout=0&popreceipt=" + url.QueryEscape(m.Receipt), body: envelope(m.Text)})
		if err != nil && !is(err, "MessageNotFound", "PopReceiptMismatch") {
			return fmt.Errorf("could not make %s visible again at the source before -hold ends: %w",
				counted(len(taken)-i, "message"), err)
		}
	}
	return nil
}

// createQueue creates a queue, or takes one that is there.
func (p *place) createQueue(ctx context.Context, name string, metadata rest.Header) error {
	_, err := p.ask(ctx, &question{service: rest.QueueService, method: "PUT", path: below(name), header: metadata})
	if is(err, "QueueAlreadyExists") {
		_, err = p.ask(ctx, &question{service: rest.QueueService, method: "PUT", path: below(name), query: "comp=metadata",
			header: metadata})
	}
	return err
}

// waiting is about how many messages a queue holds, hidden ones as well.
func (p *place) waiting(ctx context.Context, queue string) (int, error) {
	res, err := p.ask(ctx,
		&question{service: rest.QueueService, method: "GET", path: below(queue), query: "comp=metadata"})
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(res.Header.Get("x-ms-approximate-messages-count"))
}

// putMessage adds a message.
func (p *place) putMessage(ctx context.Context, queue string, m *message) error {
	ttl := cmp.Or(m.seconds, -1)
	_, err := p.ask(ctx, &question{service: rest.QueueService, method: "POST", path: below(queue) + "/messages",
		query: fmt.Sprintf("messagettl=%d", ttl), body: envelope(m.Text)})
	return err
}

// envelope writes a message as it is sent.
func envelope(text string) []byte {
	b, _ := xml.Marshal(struct { // of a string does not fail
		XMLName xml.Name `xml:"QueueMessage"`
		Text    string   `xml:"MessageText"`
	}{Text: text})
	return b
}

// compareQueue compares the number of messages, and those that can be seen without taking them.
func (c *copier) compareQueue(ctx context.Context, name string, taken []message) error {
	if c.to.lines != nil {
		fmt.Fprintf(c.out, "queue %s  %s written\n", name, counted(len(taken), "message"))
		return nil
	}
	n, err := c.to.waiting(ctx, name)
	if err != nil {
		return err
	}
	if n != len(taken) {
		return fmt.Errorf("the target holds %s, not %d: another program may have used the queue; copy again",
			counted(n, "message"), len(taken))
	}
	seen, err := c.to.messages(ctx, name, "peekonly=true&numofmessages=32")
	if err != nil {
		return err
	}
	left := map[string]int{}
	for _, m := range taken {
		left[m.Text]++
	}
	for _, m := range seen {
		if left[m.Text]--; left[m.Text] < 0 {
			return errors.New("the target holds a message that the source does not: another program may have used the queue; " +
				"copy again")
		}
	}
	fmt.Fprintf(c.out, "queue %s  %s at both places, %d compared\n", name, counted(n, "message"), len(seen))
	return nil
}
