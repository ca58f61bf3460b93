// What is wrong with a design, in words: the engine gives codes (engine/plan/keys/problem.go).

import type { DesignProblem, DesignReport } from "../../engine/types.ts";
import { isKey, t } from "../../ui/i18n.ts";
import { figure } from "../sheet/figures.ts";

const NEAR = ["unknownName", "unknownKind", "unknownOption", "unknownAsk", "unknownValue"];

/** The sentence of a problem, with the store that it is about. */
export function problemText(p: DesignProblem, d: DesignReport): string {
  const [a = "", b = "", c = ""] = p.names;
  const [n = 0, of = 0] = p.numbers;
  const near = NEAR.includes(p.code) ? (/Name|Value$/.test(p.code) ? c : b) : "";
  const stem = `bench.wrong.${p.code}`;
  const key = near && isKey(`${stem}.near`) ? `${stem}.near` : stem;
  const store = d.stores[p.store]?.text ?? "";
  const other = d.stores[p.other]?.text ?? "";
  const params = {
    a,
    b,
    near,
    names: p.names.join(", "),
    rest: p.names.slice(1).join(", "),
    n: figure(n),
    of: figure(of),
    store,
    other,
  };
  const sentence = isKey(key) ? t(key, params) : `${p.code}: ${p.names.join(", ")}`;
  return store ? t("bench.wrong.in", { store, sentence }) : sentence;
}

/** A rule in a few words, for a design that breaks it when it grows. */
export function problemName(code: string): string {
  const key = `bench.rule.${code}`;
  return isKey(key) ? t(key) : code;
}
