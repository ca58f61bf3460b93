// The rows of a table as the service tells them, a page after another. It is a look of the page's own: it counts for
// no run.

/** Where the sandbox answers for tables. */
export const TABLES = "http://127.0.0.1:10002/devstoreaccount1";

const NEXT = ["NextPartitionKey", "NextRowKey"] as const;
const PAGE = 1000; // rows that the service gives at most

/**
 * Yields pages of rows, each the inside of a JSON array with the annotations of their types; at most so many rows if
 * top is given. Rejects with what the service says.
 */
export async function* rowPages(
  ask: typeof fetch,
  table: string,
  top = Number.POSITIVE_INFINITY,
): AsyncGenerator<string, undefined> {
  for (let query = new URLSearchParams(), left = top; left > 0; left -= PAGE) {
    if (left < PAGE) query.set("$top", String(left));
    const headers = { Accept: "application/json;odata=minimalmetadata" };
    const response = await ask(`${TABLES}/${table}()?${query}`, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    yield text.slice(text.indexOf("[") + 1, text.lastIndexOf("]"));
    query = nextOf(response.headers);
    if (!query.size) break;
  }
  return undefined;
}

/** Returns the rows as a JSON array. */
export async function rowsOf(ask: typeof fetch, table: string, top?: number): Promise<string> {
  const pages: string[] = [];
  for await (const page of rowPages(ask, table, top)) if (page) pages.push(page);
  return `[${pages.join(",\n")}]`;
}

/** The place where the next page begins; empty if there is none. */
function nextOf(headers: Headers): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of NEXT) {
    const value = headers.get(`x-ms-continuation-${name}`);
    if (value !== null) query.set(name, value);
  }
  return query;
}
