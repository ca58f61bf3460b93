// What a live region says after a run, in one sentence.

import { isVerdict } from "../answer/rounds.ts";
import type { RunResult } from "../engine/run-script.ts";
import { num, said, t } from "../ui/i18n.ts";

export function announcement({ exchanges, end, counters }: RunResult): string {
  const last = exchanges.findLast((x) => !isVerdict(x)) ?? exchanges.at(-1);
  if (end === "aborted") return t("state.stopped");
  if (!last) return t("announce.nothing");
  if (last.problem)
    return t("announce.problem", { n: last.problem.line, message: said(last.problem.message, last.problem.sentences) });
  const failed = exchanges.flatMap((x) => x.checks).filter((c) => !c.pass);
  const status =
    last.load || last.design ? t(last.load ? "load.status" : "design.status") : `${last.status} ${last.reason}`;
  const reads = t("reads.label", { read: num(counters.read), returned: num(counters.returned) });
  return failed[0]
    ? t("announce.failed", {
        status,
        n: failed[0].line,
        expected: failed[0].expected,
        got: said(failed[0].got, failed[0].sentences),
      })
    : t("announce.done", { status, reads });
}
