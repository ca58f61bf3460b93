// Whether the service refused a request, and with which status.
import type { Exchange } from "../engine/types.ts";

/** The status of a refusal, 0 if it is none. That of a transaction is inside its answer, which is 202. */
export function refusedWith({ status, ops }: Pick<Exchange, "status" | "ops">): number {
  const failed = ops.find((o) => o.state === "failed");
  return failed?.status ?? (status >= 400 ? status : 0);
}

/** The same with the code of the service: "409 EntityAlreadyExists"; "" if it is none. */
export function refusal(x: Pick<Exchange, "status" | "ops" | "code">): string {
  return [refusedWith(x) || "", x.code].filter(Boolean).join(" ");
}
