// What happens in one step, in sentences.

import type { LabStep, LabTouch } from "../engine/types.ts";
import { type Key, num, t, tn } from "../ui/i18n.ts";
import { dataAfter } from "./step-data.ts";

const LONGEST = 40; // characters of a name in a sentence

/** What a step does, what comes of it, and why. */
export function sentencesOf(steps: readonly LabStep[], n: number): string[] {
  const step = steps[n - 1];
  if (!step) return [];
  if (step.kind === "pause") return [t("lab.says.pause")];
  const lane = laneName(step);
  if (step.kind === "crash") return [t("lab.says.crash", { lane })];
  if (step.kind === "restart") return [t("lab.says.restart", { lane })];
  return [doing(step, lane), values(steps, step), refusal(step), fault(step, lane), loss(step)].filter(Boolean);
}

/** The name of the lane of a step, which says if it has been started again. */
export function laneName({ lane, again }: LabStep): string {
  return again ? t("lab.again", { lane }) : lane;
}

function doing(step: LabStep, lane: string): string {
  const { writes, reads, method, target } = step;
  const [write] = writes;
  if (write && writes.length > 1) return t("lab.says.transaction", { lane, n: num(writes.length) });
  if (write) return written(write, lane);
  const [read] = reads;
  if (!read || step.status >= 400 || !step.applied)
    return t("lab.says.sends", { lane, what: step.title || `${method} ${cut(target)}` });
  if (reads.length > 1) return tn("lab.says.query", reads.length, { lane, store: read.store });
  if (read.kind !== "entity") return t("lab.says.looks", { lane, what: named(read) });
  return read.version
    ? t("lab.says.reads", { lane, what: named(read), v: read.version })
    : t("lab.says.missing", { lane, what: named(read) });
}

function written(w: LabTouch, lane: string): string {
  const change = w.change || "replace";
  const what = named(w);
  if (w.kind === "message") {
    if (change === "hide") return t("lab.says.message.hide", { lane, what });
    return t(change === "delete" ? "lab.says.message.delete" : "lab.says.message.insert", { lane, what });
  }
  return t(WRITES[change] ?? "lab.says.replace", { lane, what });
}

const WRITES: Readonly<Record<string, Key>> = {
  insert: "lab.says.insert",
  merge: "lab.says.merge",
  delete: "lab.says.delete",
};

/** The values that a step of one entity leaves or has read: "Left is 9." */
function values(steps: readonly LabStep[], { n, reads, writes }: LabStep): string {
  const [touch] = writes.length ? writes : reads;
  if (!touch || writes.length > 1 || reads.length > 1 || touch.kind !== "entity" || touch.change === "insert")
    return "";
  const here = dataAfter(steps, n).find(
    (d) => d.store === touch.store && d.row === touch.row && d.partition === touch.partition,
  );
  if (!here?.there || here.properties.length > 3) return "";
  return here.properties.map((p) => t("lab.says.value", { name: p.name, value: cut(p.value) })).join(" ");
}

function refusal({ status, code }: LabStep): string {
  return status >= 400 ? t("lab.says.refused", { answer: `${status} ${code}`.trim() }) : "";
}

function fault({ fault: kind, applied }: LabStep, lane: string): string {
  if (kind) return t(`lab.says.fault.${kind}`, { lane });
  return applied ? "" : t("lab.says.fault.timeout", { lane });
}

/** Why a write replaces another one unseen. */
function loss({ overwrites, held, condition }: LabStep): string {
  if (!overwrites) return "";
  const why = t(condition === "any" ? "lab.says.lost.any" : "lab.says.lost.nocondition", { n: overwrites });
  return held ? `${t("lab.says.held", { held, n: overwrites })} ${why}` : why;
}

function named(touch: LabTouch): string {
  const { kind, store, partition, row } = touch;
  if (kind === "message") return t("lab.quoted", { text: cut(row) });
  const name = row || partition;
  return name ? t("lab.in", { name: cut(name), store }) : store;
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
