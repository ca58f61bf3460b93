import assert from "node:assert/strict";
import { test } from "node:test";
import { listOf } from "./lists.ts";

test("messages of a queue become rows", () => {
  const body = `<?xml version="1.0" encoding="utf-8"?><QueueMessagesList><QueueMessage><MessageId>m1</MessageId><PopReceipt>r</PopReceipt><DequeueCount>2</DequeueCount><MessageText>a &lt;b&gt; &#38; c</MessageText></QueueMessage></QueueMessagesList>`;
  assert.deepEqual(listOf(body), [{ MessageText: "a <b> & c", DequeueCount: 2, MessageId: "m1" }]);
});

test("blobs become rows, with their metadata in one column", () => {
  const body = `<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="x"><Blobs><Blob><Name>a.jpg</Name><Properties><Content-Length>17</Content-Length><Content-Type>image/jpeg</Content-Type></Properties><Metadata><by>ann</by><Name>odd</Name></Metadata></Blob></Blobs><NextMarker /></EnumerationResults>`;
  assert.deepEqual(listOf(body), [
    { Name: "a.jpg", "Content-Length": 17, "Content-Type": "image/jpeg", Metadata: "by=ann Name=odd" },
  ]);
});

test("a list may be empty, and other XML is none", () => {
  assert.deepEqual(listOf(`\uFEFF<?xml version="1.0" encoding="utf-8"?><QueueMessagesList />`), []);
  assert.equal(listOf(`<?xml version="1.0" encoding="utf-8"?><BlockList><CommittedBlocks /></BlockList>`), null);
  assert.equal(listOf(`{"value":[]}`), null);
});

test("an element with attributes is read, and a word that objects inherit is no entity of XML", () => {
  const body = `<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="x"><Blobs><Blob><Name Encoded="true">a%0Ab</Name><Properties><Content-Type>&constructor;</Content-Type></Properties></Blob></Blobs></EnumerationResults>`;
  assert.deepEqual(listOf(body), [{ "Name": "a%0Ab", "Content-Type": "&constructor;" }]);
});
