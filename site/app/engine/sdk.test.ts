import assert from "node:assert/strict";
import { test } from "node:test";
import { createPipelineRequest, type PipelineRequestOptions } from "@azure/core-rest-pipeline";
import { httpClient } from "./sdk.ts";

const URL = "http://127.0.0.1:10002/devstoreaccount1/Tables";

const request = (more: Partial<PipelineRequestOptions>) => createPipelineRequest({ url: URL, ...more });

/** A fetch that says what it was asked, in capitals. */
const shout: typeof fetch = async (input, init) => {
  const asked = new Request(input, init);
  const headers = { ETag: "W/1", "x-asked": `${asked.method} ${asked.url} ${asked.headers.get("If-Match")}` };
  return new Response((await asked.text()).toUpperCase(), { status: 201, headers });
};

/** A fetch that only ends when it is aborted. */
const never: typeof fetch = (_, init) =>
  new Promise((_, reject) => {
    const end = (): void => reject(init?.signal?.reason);
    if (init?.signal?.aborted) end();
    init?.signal?.addEventListener("abort", end);
  });

const isAbort = (e: unknown): boolean => e instanceof DOMException && e.name === "AbortError";

test("method, URL, headers, status and text pass through", async () => {
  const asked = request({ method: "POST", body: "zoë" });
  asked.headers.set("If-Match", "*");
  const answer = await httpClient(shout).sendRequest(asked);
  assert.equal(answer.request, asked);
  assert.equal(answer.status, 201);
  assert.equal(answer.headers.get("etag"), "W/1");
  assert.equal(answer.headers.get("x-asked"), `POST ${URL} *`);
  assert.equal(answer.bodyAsText, "ZOË");
});

test("bodies are bytes, blobs, streams or functions that return one", async () => {
  const bytes = new TextEncoder().encode("abc");
  for (const body of [
    bytes,
    bytes.buffer,
    new Blob([bytes]),
    new Blob([bytes]).stream(),
    () => new Blob([bytes]).stream(),
  ]) {
    assert.equal((await httpClient(shout).sendRequest(request({ method: "PUT", body }))).bodyAsText, "ABC");
  }
});

test("a body that is wanted raw keeps its bytes", async () => {
  const bytes = [0, 128, 255];
  const raw: typeof fetch = async () => new Response(new Uint8Array(bytes));
  for (const status of [200, Number.POSITIVE_INFINITY]) {
    const answer = await httpClient(raw).sendRequest(request({ streamResponseStatusCodes: new Set([status]) }));
    assert.equal(answer.bodyAsText, undefined);
    assert.deepEqual([...new Uint8Array((await (await answer.blobBody)?.arrayBuffer()) ?? [])], bytes);
  }
});

test("a request ends when it is aborted, before or while it waits", async () => {
  await assert.rejects(httpClient(never).sendRequest(request({ abortSignal: AbortSignal.abort() })), isAbort);
  const controller = new AbortController();
  const waiting = httpClient(never).sendRequest(request({ abortSignal: controller.signal }));
  controller.abort();
  await assert.rejects(waiting, isAbort);
});

test("a request ends after its timeout", async () => {
  await assert.rejects(httpClient(never).sendRequest(request({ timeout: 5 })), isAbort);
});
