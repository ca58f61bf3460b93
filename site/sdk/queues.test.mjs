// @azure/storage-queue against a server.
import assert from "node:assert/strict";
import test from "node:test";
import { QueueClient, QueueSASPermissions, QueueServiceClient } from "@azure/storage-queue";
import { all, before, called, connection, failure, unique } from "./account.mjs";

const service = QueueServiceClient.fromConnectionString(connection);

async function newQueue(options) {
  const queue = service.getQueueClient(unique("work"));
  await queue.create(options);
  return queue;
}

test("a message is received, hidden, changed and deleted", async () => {
  const queue = await newQueue();
  const sent = await queue.sendMessage("<b>Zoë & co</b>");
  assert.ok(sent.messageId);
  assert.equal((await queue.peekMessages()).peekedMessageItems[0].messageText, "<b>Zoë & co</b>");
  const [got] = (await queue.receiveMessages({ visibilityTimeout: 30 })).receivedMessageItems;
  assert.equal(got.messageText, "<b>Zoë & co</b>");
  assert.equal(got.dequeueCount, 1);
  assert.equal((await queue.receiveMessages()).receivedMessageItems.length, 0);
  const changed = await queue.updateMessage(got.messageId, got.popReceipt, "again", 0);
  const [second] = (await queue.receiveMessages()).receivedMessageItems;
  assert.deepEqual([second.messageText, second.dequeueCount], ["again", 2]);
  const stale = await failure(() => queue.deleteMessage(got.messageId, changed.popReceipt));
  assert.deepEqual([stale.statusCode, stale.code], [400, "PopReceiptMismatch"]);
  await queue.deleteMessage(second.messageId, second.popReceipt);
  assert.equal((await queue.getProperties()).approximateMessagesCount, 0);
});

test("many messages come in order", async () => {
  const queue = await newQueue();
  for (let i = 0; i < 40; i++) await queue.sendMessage(String(i));
  assert.equal((await queue.getProperties()).approximateMessagesCount, 40);
  const { receivedMessageItems } = await queue.receiveMessages({ numberOfMessages: 32 });
  assert.deepEqual(
    receivedMessageItems.map((m) => m.messageText),
    Array.from({ length: 32 }, (_, i) => String(i)),
  );
  await queue.clearMessages();
  assert.equal((await queue.peekMessages({ numberOfMessages: 32 })).peekedMessageItems.length, 0);
});

test("queues are listed with metadata", async () => {
  const queue = await newQueue({ metadata: { owner: "ann" } });
  await queue.setMetadata({ owner: "bob", more: "x" });
  assert.deepEqual((await queue.getProperties()).metadata, { owner: "bob", more: "x" });
  const [listed] = await all(service.listQueues({ prefix: queue.name, includeMetadata: true }));
  assert.deepEqual([listed.name, listed.metadata.owner], [queue.name, "bob"]);
  let pages = 0;
  await newQueue();
  for await (const page of service.listQueues().byPage({ maxPageSize: 1 })) {
    assert.ok(page.queueItems.length <= 1);
    pages++;
  }
  assert.ok(pages >= 2);
});

test("errors have the status and the code of the service", async () => {
  const queue = await newQueue({ metadata: { a: "1" } });
  const nowhere = service.getQueueClient("nowhere");
  const codes = [
    [() => queue.create({ metadata: { a: "2" } }), 409, "QueueAlreadyExists"],
    [() => nowhere.sendMessage("x"), 404, "QueueNotFound"],
    [() => service.getQueueClient("BAD_NAME").create(), 400, "InvalidResourceName"],
    [() => queue.receiveMessages({ numberOfMessages: 33 }), 400, "OutOfRangeQueryParameterValue"],
    [() => queue.deleteMessage("none", "AgAAAAMAAAAAAAAA1Smhph+J1QE="), 404, "MessageNotFound"],
    [() => queue.deleteMessage("none", "none"), 400, "InvalidQueryParameterValue"],
  ];
  for (const [work, status, code] of codes) {
    const error = await failure(work);
    assert.deepEqual([error.statusCode, error.code], [status, code]);
  }
});

test("shared access signatures permit what they say", async () => {
  const queue = await newQueue();
  const url = await queue.generateSasUrl({
    permissions: QueueSASPermissions.parse("a"),
    expiresOn: new Date(Date.now() + 3_600_000),
  });
  const adder = new QueueClient(url);
  await adder.sendMessage("x");
  assert.equal((await failure(() => adder.receiveMessages())).statusCode, 403);
});

test("a queue that was deleted is gone", async () => {
  const queue = await newQueue();
  await queue.delete();
  assert.equal(await queue.exists(), false);
});

test("azure-storage: a message is received, changed and deleted", { skip: !before }, async () => {
  const client = before.createQueueService(connection);
  const name = unique("work");
  await called(client, "createQueue", name, { metadata: { owner: "ann" } });
  await called(client, "createMessage", name, "<b>Zoë & co</b>");
  assert.equal((await called(client, "peekMessages", name))[0].messageText, "<b>Zoë & co</b>");
  const got = await called(client, "getMessage", name, { visibilityTimeout: 30 });
  assert.equal(await called(client, "getMessage", name), undefined);
  await called(client, "updateMessage", name, got.messageId, got.popReceipt, 0, { messageText: "again" });
  const second = await called(client, "getMessage", name);
  assert.deepEqual([second.messageText, Number(second.dequeueCount)], ["again", 2]);
  await called(client, "deleteMessage", name, second.messageId, second.popReceipt);
  const queue = await called(client, "getQueueMetadata", name);
  assert.deepEqual([queue.metadata.owner, Number(queue.approximateMessageCount)], ["ann", 0]);
});
