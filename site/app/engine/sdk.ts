// The official SDK over any fetch: new TableClient(url, table, { httpClient: httpClient(engine.fetch) }).
import {
  createHttpHeaders,
  type HttpClient,
  type PipelineRequest,
  type PipelineResponse,
} from "@azure/core-rest-pipeline";

/** Returns the transport that the SDK's clients take. It rejects with an AbortError when aborted or too late, else as
 * fetch does. */
export function httpClient(fetch: typeof globalThis.fetch): HttpClient {
  return {
    sendRequest: (request) =>
      abortable(request, async (signal) => answerTo(request, await fetch(request.url, initOf(request, signal)))),
  };
}

function initOf({ method, headers, body }: PipelineRequest, signal: AbortSignal): RequestInit {
  const content = typeof body === "function" ? body() : body;
  // duplex is for streams
  const init = { method, headers: [...headers], body: content as BodyInit | null | undefined, signal, duplex: "half" };
  return init;
}

async function answerTo(request: PipelineRequest, response: Response): Promise<PipelineResponse> {
  const answer = { request, status: response.status, headers: createHttpHeaders(Object.fromEntries(response.headers)) };
  const raw = request.streamResponseStatusCodes;
  if (raw?.has(response.status) || raw?.has(Number.POSITIVE_INFINITY)) return { ...answer, blobBody: response.blob() };
  return { ...answer, bodyAsText: await response.text() };
}

/** Does work with a signal that fires when the request's own does, or after its timeout in milliseconds. */
async function abortable<T>(
  { abortSignal, timeout }: PipelineRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (abortSignal?.aborted) abort();
  abortSignal?.addEventListener("abort", abort);
  const timer = timeout > 0 ? setTimeout(abort, timeout) : undefined;
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    abortSignal?.removeEventListener("abort", abort);
  }
}
