// @azure/storage-blob against a server.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import test from "node:test";
import { BlobSASPermissions, BlobServiceClient, BlockBlobClient } from "@azure/storage-blob";
import { all, before, called, connection, failure, text, unique } from "./account.mjs";

const service = BlobServiceClient.fromConnectionString(connection);

async function newContainer(options) {
  const container = service.getContainerClient(unique("files"));
  await container.create(options);
  return container;
}

test("a blob comes back with its properties", async () => {
  const container = await newContainer();
  const blob = container.getBlockBlobClient("a folder/ä & b.txt");
  const body = "Zoë was here";
  const up = await blob.upload(body, Buffer.byteLength(body), {
    blobHTTPHeaders: { blobContentType: "text/plain", blobCacheControl: "no-cache", blobContentLanguage: "de" },
    metadata: { author: "zoe" },
  });
  assert.ok(up.etag);
  const down = await blob.download();
  assert.equal(await text(down), body);
  assert.deepEqual(
    [down.contentType, down.cacheControl, down.contentLanguage, down.blobType],
    ["text/plain", "no-cache", "de", "BlockBlob"],
  );
  assert.equal(down.etag, up.etag);
  assert.deepEqual(down.metadata, { author: "zoe" });
  assert.equal(await text(await blob.download(4, 3)), " wa");
  await blob.setMetadata({ author: "ann" });
  assert.deepEqual((await blob.getProperties()).metadata, { author: "ann" });
});

test("a large blob is put together from blocks", async () => {
  const container = await newContainer();
  const blob = container.getBlockBlobClient("large");
  const body = randomBytes(9 * 1024 * 1024 + 17);
  await blob.uploadData(body, { blockSize: 1024 * 1024, concurrency: 5, maxSingleShotSize: 1024 });
  assert.equal((await blob.getProperties()).contentLength, body.length);
  assert.ok(body.equals(await blob.downloadToBuffer(0, undefined, { blockSize: 1024 * 1024, concurrency: 5 })));
  const { committedBlocks } = await blob.getBlockList("all");
  assert.equal(committedBlocks.length, 10);
});

test("an append blob grows", async () => {
  const container = await newContainer();
  const log = container.getAppendBlobClient("log");
  await log.create();
  for (const line of ["one\n", "two\n"]) await log.appendBlock(line, line.length);
  const wrong = await failure(() => log.appendBlock("three\n", 6, { conditions: { appendPosition: 4 } }));
  assert.deepEqual([wrong.statusCode, wrong.code], [412, "AppendPositionConditionNotMet"]);
  assert.equal(await text(await log.download()), "one\ntwo\n");
});

test("blobs are listed by pages and by folders", async () => {
  const container = await newContainer();
  for (const name of ["a/1", "a/2", "b/1", "c"]) await container.getBlockBlobClient(name).upload("", 0);
  assert.deepEqual(
    (await all(container.listBlobsFlat())).map((b) => b.name),
    ["a/1", "a/2", "b/1", "c"],
  );
  assert.deepEqual(
    (await all(container.listBlobsFlat({ prefix: "a/" }))).map((b) => b.name),
    ["a/1", "a/2"],
  );
  assert.deepEqual(
    (await all(container.listBlobsByHierarchy("/"))).map((b) => `${b.kind} ${b.name}`),
    ["prefix a/", "prefix b/", "blob c"],
  );
  const sizes = [];
  for await (const page of container.listBlobsFlat().byPage({ maxPageSize: 3 }))
    sizes.push(page.segment.blobItems.length);
  assert.deepEqual(sizes, [3, 1]);
});

test("conditions guard reads and writes", async () => {
  const container = await newContainer();
  const blob = container.getBlockBlobClient("a");
  const { etag } = await blob.upload("1", 1);
  assert.equal(
    (await failure(() => blob.upload("2", 1, { conditions: { ifNoneMatch: "*" } }))).code,
    "BlobAlreadyExists",
  );
  await blob.upload("2", 1, { conditions: { ifMatch: etag } });
  assert.equal((await failure(() => blob.upload("3", 1, { conditions: { ifMatch: etag } }))).code, "ConditionNotMet");
  assert.equal((await failure(() => blob.download(0, undefined, { conditions: { ifMatch: etag } }))).statusCode, 412);
});

test("errors have the status and the code of the service", async () => {
  const container = await newContainer();
  const codes = [
    [() => container.create(), 409, "ContainerAlreadyExists"],
    [() => container.getBlobClient("none").download(), 404, "BlobNotFound"],
    [() => service.getContainerClient("nowhere").getBlockBlobClient("a").upload("", 0), 404, "ContainerNotFound"],
    [() => service.getContainerClient("BAD").create(), 400, "InvalidResourceName"],
  ];
  for (const [work, status, code] of codes) {
    const error = await failure(work);
    assert.deepEqual([error.statusCode, error.code], [status, code]);
  }
});

test("containers are listed, and deleted with what is in them", async () => {
  const container = await newContainer({ metadata: { owner: "ann" } });
  await container.getBlockBlobClient("a").upload("", 0);
  const [listed] = await all(service.listContainers({ prefix: container.containerName, includeMetadata: true }));
  assert.deepEqual([listed.name, listed.metadata.owner], [container.containerName, "ann"]);
  await container.delete();
  assert.equal(await container.exists(), false);
});

test("shared access signatures permit what they say", async () => {
  const container = await newContainer();
  const blob = container.getBlockBlobClient("a");
  await blob.upload("secret", 6);
  const reader = new BlockBlobClient(
    await blob.generateSasUrl({
      permissions: BlobSASPermissions.parse("r"),
      expiresOn: new Date(Date.now() + 3_600_000),
    }),
  );
  assert.equal(await text(await reader.download()), "secret");
  assert.equal((await failure(() => reader.upload("x", 1))).statusCode, 403);
  assert.equal((await failure(() => new BlockBlobClient(blob.url).download())).statusCode >= 401, true);
});

test("a lease keeps others from writing", async () => {
  const container = await newContainer();
  const blob = container.getBlockBlobClient("lock");
  await blob.upload("1", 1);
  const lease = blob.getBlobLeaseClient();
  const { leaseId } = await lease.acquireLease(15);
  const { leaseState, leaseStatus, leaseDuration } = await blob.getProperties();
  assert.deepEqual([leaseState, leaseStatus, leaseDuration], ["leased", "locked", "fixed"]);
  assert.equal((await failure(() => blob.upload("2", 1))).code, "LeaseIdMissing");
  assert.equal((await failure(() => blob.getBlobLeaseClient().acquireLease(-1))).code, "LeaseAlreadyPresent");
  await blob.upload("2", 1, { conditions: { leaseId } });
  await lease.renewLease();
  await lease.changeLease("a0e6c241-96ea-45a3-a44b-6ae868bc14d0");
  assert.equal((await blob.setMetadata({ a: "1" }, { conditions: { leaseId: lease.leaseId } })).errorCode, undefined);
  await lease.releaseLease();
  const again = blob.getBlobLeaseClient();
  await again.acquireLease(-1);
  assert.equal((await again.breakLease(0)).leaseTime, 0);
  await blob.delete();
});

test("a container with a lease cannot be deleted without it", async () => {
  const container = await newContainer();
  const lease = container.getBlobLeaseClient();
  const { leaseId } = await lease.acquireLease(60);
  assert.equal((await failure(() => container.delete())).code, "LeaseIdMissing");
  const [listed] = await all(service.listContainers({ prefix: container.containerName }));
  assert.equal(listed.properties.leaseState, "leased");
  await container.delete({ conditions: { leaseId } });
});

test("a blob is copied within the account", async () => {
  const container = await newContainer();
  const source = container.getBlockBlobClient("a folder/ä & b.txt");
  await source.upload("text", 4, { metadata: { author: "zoe" }, blobHTTPHeaders: { blobContentType: "text/plain" } });
  const copy = container.getBlockBlobClient("copy");
  const poller = await copy.beginCopyFromURL(source.url);
  assert.equal((await poller.pollUntilDone()).copyStatus, "success");
  const down = await copy.download();
  assert.equal(await text(down), "text");
  assert.deepEqual([down.contentType, down.metadata, down.copyStatus], ["text/plain", { author: "zoe" }, "success"]);
  const { copyId } = await copy.getProperties();
  assert.equal((await failure(() => copy.abortCopyFromURL(copyId))).code, "NoPendingCopyOperation");
  const [, listed] = await all(container.listBlobsFlat({ includeCopy: true }));
  assert.deepEqual([listed.name, listed.properties.copyId, listed.properties.copyProgress], ["copy", copyId, "4/4"]);
});

test("a URL with a signature is a source of bytes", async () => {
  const container = await newContainer();
  const source = container.getBlockBlobClient("source");
  await source.upload("0123456789", 10);
  const url = await source.generateSasUrl({
    permissions: BlobSASPermissions.parse("r"),
    expiresOn: new Date(Date.now() + 3_600_000),
  });
  const whole = container.getBlockBlobClient("whole");
  assert.equal((await whole.syncCopyFromURL(url)).copyStatus, "success");
  await container.getBlockBlobClient("bytes").syncUploadFromURL(url);
  const blocks = container.getBlockBlobClient("blocks");
  await blocks.stageBlockFromURL("MQ==", url, 2, 3);
  await blocks.commitBlockList(["MQ=="]);
  const log = container.getAppendBlobClient("log");
  await log.create();
  await log.appendBlockFromURL(url, 8, 2);
  const read = async (name) => text(await container.getBlobClient(name).download());
  assert.deepEqual(await Promise.all(["whole", "bytes", "blocks", "log"].map(read)), [
    "0123456789",
    "0123456789",
    "234",
    "89",
  ]);
  assert.equal((await failure(() => whole.syncCopyFromURL(source.url))).code, "CannotVerifyCopySource");
});

test("azure-storage: a blob goes in blocks, comes back, is listed and deleted", { skip: !before }, async () => {
  const client = before.createBlobService(connection);
  client.singleBlobPutThresholdInBytes = 1 << 20;
  const box = unique("files");
  await called(client, "createContainer", box);
  const large = "0123456789abcdef".repeat(1 << 19);
  await called(
    client,
    "createBlockBlobFromStream",
    box,
    "a b/ä.txt",
    Readable.from([Buffer.from(large)]),
    large.length,
  );
  await called(client, "createAppendBlobFromText", box, "log", "one");
  await called(client, "appendFromText", box, "log", ", two");
  assert.equal((await called(client, "listBlocks", box, "a b/ä.txt", "committed")).CommittedBlocks.length, 2);
  assert.ok((await called(client, "getBlobToText", box, "a b/ä.txt")) === large);
  assert.equal(await called(client, "getBlobToText", box, "log"), "one, two");
  const page = await called(client, "listBlobsSegmented", box, null, { maxResults: 1 });
  const rest = await called(client, "listBlobsSegmented", box, page.continuationToken);
  assert.deepEqual(
    [...page.entries, ...rest.entries].map((b) => b.name),
    ["a b/ä.txt", "log"],
  );
  await called(client, "deleteBlob", box, "log");
  assert.equal((await failure(() => called(client, "getBlobToText", box, "log"))).code, "BlobNotFound");
});

test("azure-storage: a blob is leased, copied, and read with a signature", { skip: !before }, async () => {
  const client = before.createBlobService(connection);
  const box = unique("files");
  await called(client, "createContainer", box);
  await called(client, "createBlockBlobFromText", box, "a", "Zoë", { metadata: { author: "zoe" } });
  const lease = await called(client, "acquireLease", box, "a", { leaseDuration: 15 });
  assert.equal((await failure(() => called(client, "deleteBlob", box, "a"))).code, "LeaseIdMissing");
  await called(client, "releaseLease", box, "a", lease.id);
  const copy = await called(client, "startCopyBlob", client.getUrl(box, "a"), box, "b");
  assert.equal(copy.copy.status, "success");
  assert.equal((await called(client, "getBlobMetadata", box, "b")).metadata.author, "zoe");
  const token = client.generateSharedAccessSignature(box, "b", {
    AccessPolicy: { Permissions: "r", Expiry: new Date(Date.now() + 3_600_000) },
  });
  const reader = before.createBlobServiceWithSas(client.host, token);
  assert.equal(await called(reader, "getBlobToText", box, "b"), "Zoë");
  assert.equal((await failure(() => called(reader, "deleteBlob", box, "b"))).statusCode, 403);
});
